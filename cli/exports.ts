import type { Kysely } from '#kysely';
import { SUBSCRIPTION_STATES } from '#contract/pages.ts';
import { countByKind } from '#server/list/count.ts';
import {
  booksAskedAbout,
  exportConsentTexts,
  exportInterests,
  exportPeople,
  exportReceipts,
} from '#server/list/export.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { WHICH, whichOf } from './launch/which.ts';
import { receiptOf } from '#server/launch/receipt.ts';
import { exportMessages } from '#server/messages/export.ts';
import type { Tables } from '#server/store/schema.ts';
import { asCsv, asJson, type DataTable } from '#server/base/table.ts';
import { type CliContext, command, Failed, Misused, type OptionValues } from './command.ts';
import { writeOutput } from './output.ts';
import { withStore } from '#server/store/existing.ts';

const WRITTEN = { json: 'flag', output: 'FILE', force: 'flag' } as const;

/** Writes CSV, or JSON lines with `--json`. `remark`: an extra hint for the operator. */
async function writeTable(
  { values, settings, ...context }: CliContext & { values: OptionValues<typeof WRITTEN> },
  table: (query: Kysely<Tables>) => DataTable | Promise<DataTable>,
  remark?: (query: Kysely<Tables>) => Promise<string | null>,
): Promise<void> {
  const { json, output, force } = values;
  if (force && output === undefined) throw new Misused('--force needs --output.');
  await withStore(settings(), 'read', async ({ read }) => {
    const rows = await table(read);
    await writeOutput(json ? asJson(rows) : asCsv(rows), { output, force }, context);
    const said = await remark?.(read);
    if (said) context.warn(said);
  });
}

export const subscribersExport = command({
  name: 'subscribers export',
  about:
    'exports pending and confirmed subscribers as CSV; --all adds the unsubscribed, bounced and suspected bots',
  options: { state: ['STATE', SUBSCRIPTION_STATES], all: 'flag', ...WRITTEN },
  run: (given) => {
    const { state = null, all } = given.values;
    // Explains where the others are.
    const remark = async (query: Kysely<Tables>) => {
      const { pending } = await countByKind(query);
      return pending > 0 ? `Not included: ${pending} unconfirmed (--state pending).` : null;
    };
    return writeTable(
      given,
      (query) => exportPeople(query, { state, all }),
      state === 'confirmed' ? remark : undefined,
    );
  },
});

export const interestsExport = command({
  name: 'interests export',
  about: 'exports who asked about which book, as CSV, without the unsubscribed',
  options: { product: 'PRODUCT', ...WRITTEN },
  run: (given) => {
    const { product = null } = given.values;
    // Also a slip: books are named by their owner.
    const remark = async (query: Kysely<Tables>) => {
      const known = await booksAskedAbout(query);
      if (product === null || known.includes(product)) return null;
      return `Nobody has asked about “${product}”. Asked about: ${known.join(', ') || 'none'}.`;
    };
    return writeTable(given, (query) => exportInterests(query, product), remark);
  },
});

export const consentTextsExport = command({
  name: 'consent-texts export',
  about: 'exports the text of each consent version',
  options: WRITTEN,
  run: (given) => writeTable(given, exportConsentTexts),
});

export const receiptsExport = command({
  name: 'receipts export',
  about: 'exports every consent record: who agreed to what, when and where',
  options: WRITTEN,
  run: (given) => writeTable(given, exportReceipts),
});

export const messagesExport = command({
  name: 'messages export',
  about: 'exports contact messages; --all adds suspected spam',
  options: { all: 'flag', ...WRITTEN },
  run: (given) => writeTable(given, (query) => exportMessages(query, given.values.all)),
});

export const launchReceipt = command({
  name: 'launch receipt',
  operands: WHICH,
  about: 'exports the delivery report: who was emailed when, with which consent, the outcome',
  options: WRITTEN,
  run: (given) =>
    writeTable(given, async (query) => {
      const found = await readAnnouncement(query, whichOf(given.operands));
      if (found === null || found.armed_at === null) throw new Failed('Nothing has been launched yet.');
      return receiptOf(query, found.id);
    }),
});
