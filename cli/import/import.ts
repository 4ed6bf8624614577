import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import { IMPORT_LIMITS, NOT_SUBSCRIBED } from '#contract/owner/people.ts';
import { type Imported, importList as importPeople } from '#server/list/import/import.ts';
import type { Refusal } from '#server/list/import/lines.ts';
import { UnreadableList } from '#server/list/import/read-csv.ts';
import { REFUSED } from '../address.ts';
import { type CliContext, command, EXIT, Failed } from '../command.ts';
import { spreadAlone } from '#server/outbox/send-rate.ts';
import { withStore } from '#server/store/existing.ts';

export const importList = command({
  name: 'import',
  about:
    'imports addresses; each gets a confirmation email (200 an hour), unless --confirmed states that you have their consent',
  options: { confirmed: 'flag', 'dry-run': 'flag' },
  operands: ['FILE.csv'],
  run: async ({ operands: [file = ''], values, settings, now: clock, say, warn }) => {
    if (NOT_SUBSCRIBED.test(basename(file)))
      throw new Failed(`${file} is, by its name, a Mailchimp list of people who must not be emailed.`);
    const { confirmed = false, 'dry-run': dry = false } = values;
    return withStore(settings(), dry ? 'read' : 'write', async (store) => {
      const now = clock();
      let lastMail = now;
      const imported = await importPeople(store, createReadStream(file), {
        confirmed,
        dry,
        now,
        nextMail: async (trx) => {
          const next = await spreadAlone(trx, store.kind, 'confirm', now);
          return () => (lastMail = next());
        },
        onLine: (one) => {
          if (one.fate === 'refused') warn(`Line ${one.line}: ${inWords(one.why)}.`);
        },
      }).catch((error: unknown) => {
        throw unreadable(error, file);
      });
      report(imported, dry, { say, warn });
      if (lastMail > now)
        say(`The last confirmation email will be sent at ${new Date(lastMail).toISOString()}.`);
      // Then it is probably the wrong file.
      const { added, confirmed: counted, refused } = imported;
      return added + counted === 0 && refused > 0 ? EXIT.failed : EXIT.done;
    });
  },
});

function inWords(why: Refusal): string {
  switch (why.code) {
    case 'barred':
      return `${why.column} says not to email this address`;
    case 'not-consent':
      return `${JSON.stringify(why.cell.slice(0, 40))} in ${why.column} is not a known sign of consent`;
    case 'pending':
      return 'pending, not confirmed: import without --confirmed';
    case 'no-consent':
      return 'no sign of consent';
    default:
      return REFUSED[why.code];
  }
}

const UNREADABLE: Record<UnreadableList['code'], (line: number, column: string) => string> = {
  empty: () => 'The file is empty.',
  'no-address-column': () => 'The first line must name the columns, including "email" or "address".',
  'quote-open': (line, column) => `Line ${line}, column "${column}": a quote is never closed.`,
  'row-endless': (line, column) =>
    `Line ${line}, column "${column}": this row never ends. Is a closing quote missing?`,
  'blank-lines': (line) => `More than ${IMPORT_LIMITS.blank} empty lines from line ${line} on.`,
};

function unreadable(error: unknown, file: string): unknown {
  if (error instanceof UnreadableList) return new Failed(UNREADABLE[error.code](error.line, error.column));
  // Only file errors have a `syscall`; errors of the store do not.
  if (error instanceof Error && 'syscall' in error)
    return new Failed(`${file} cannot be read: ${error.message}`);
  return error;
}

function report(
  { added, confirmed, known, left, erased, suspect, refused, unclear, unread }: Imported,
  dry: boolean,
  { say, warn }: Pick<CliContext, 'say' | 'warn'>,
): void {
  if (unclear.language > 0)
    warn(`${unclear.language} with an unknown language: imported as ${FALLBACK_LANGUAGE}.`);
  if (unclear.time > 0)
    warn(`${unclear.time} with an unreadable time of consent: the time of this import is used.`);
  say(`${added} ${dry ? 'would be added' : 'added'}`);
  if (confirmed > 0) say(`${confirmed} pending ${dry ? 'would be confirmed' : 'confirmed now'}`);
  say(`${known} already on the list`);
  say(`${left} skipped: unsubscribed`);
  say(`${erased} skipped: erased`);
  say(`${suspect} skipped: suspected bots`);
  say(`${refused} invalid`);
  if (unread.length > 0) say(`Columns not kept: ${unread.map((name) => JSON.stringify(name)).join(', ')}`);
}
