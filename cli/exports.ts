import type { Kysely } from '#kysely';
import { SUBSCRIPTION_STATES } from '#contract/pages.ts';
import { INTERESTS } from '#contract/subscribe.ts';
import { countByKind } from '#server/list/count.ts';
import { exportConsentTexts, exportInterests, exportPeople, exportReceipts } from '#server/list/export.ts';
import { exportMessages } from '#server/messages/export.ts';
import type { Tables } from '#server/store/schema.ts';
import { asCsv, asJson, type Table } from '#server/table.ts';
import { command, type Command, Misused, oneOf, type Options, type Values } from './command.ts';
import { write } from './output.ts';
import { withStore } from '#server/store/existing.ts';

const EXPORT_OPTIONS = { json: 'flag', output: 'FILE', force: 'flag' } as const;

type Definition<O extends Options> = Pick<Command, 'name' | 'about'> & {
  options?: O;
  /** Reads the options before the store is opened. @throws Misused */
  table(values: Values<O>): (query: Kysely<Tables>) => Table;
  /** What whoever asked should know besides. */
  remark?(values: Values<O>, query: Kysely<Tables>): Promise<string | null>;
};

/** A command that writes a list as CSV, or as JSON lines with `--json`. */
function exportCommand<const O extends Options = {}>(definition: Definition<O>): Command {
  const { name, about, options = {} as O, table, remark } = definition;
  return command({
    name,
    about,
    options: { ...options, ...EXPORT_OPTIONS },
    run: async ({ values, settings, ...context }) => {
      const { json, output, force } = values as Values<typeof EXPORT_OPTIONS>;
      if (force && output === undefined) throw new Misused('--force goes with --output.');
      const listed = table(values as Values<O>);
      await withStore(settings(), 'read', async (store) => {
        const rows = listed(store.read);
        await write(json ? asJson(rows) : asCsv(rows), { output, force }, context);
        const said = await remark?.(values as Values<O>, store.read);
        if (said) context.warn(said);
      });
    },
  });
}

export const subscribersExport = exportCommand({
  name: 'subscribers export',
  about: 'who is pending or confirmed, as CSV; those who have left, and suspected bots, only with --all',
  options: { state: 'STATE', all: 'flag' },
  table: ({ state, all }) => {
    const choice = { state: oneOf('--state', state, SUBSCRIPTION_STATES), all };
    return (query) => exportPeople(query, choice);
  },
  // Who takes the confirmed alone may wonder where the others are.
  remark: async ({ state }, query) => {
    const { pending } = await countByKind(query);
    return state !== 'confirmed' || pending === 0
      ? null
      : `Not in the list: ${pending} who have not confirmed yet (--state pending).`;
  },
});

export const interestsExport = exportCommand({
  name: 'interests export',
  about: 'who asked to be told about which book, as CSV; nobody who has left',
  options: { product: 'PRODUCT' },
  table: ({ product }) => {
    const wanted = oneOf('--product', product, INTERESTS);
    return (query) => exportInterests(query, wanted);
  },
});

export const consentTextsExport = exportCommand({
  name: 'consent-texts export',
  about: 'the words behind each consent version',
  table: () => exportConsentTexts,
});

export const receiptsExport = exportCommand({
  name: 'receipts export',
  about: 'every consent receipt: who agreed to what, when and where',
  table: () => exportReceipts,
});

export const messagesExport = exportCommand({
  name: 'messages export',
  about: 'what people wrote in the contact form; suspected bots only with --all',
  options: { all: 'flag' },
  table: (values) => (query) => exportMessages(query, values.all),
});
