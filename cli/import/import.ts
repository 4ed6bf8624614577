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
      throw new Failed(`${file} is by its name Mailchimp's list of people who must not get mail.`);
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
      if (lastMail > now) say(`The last confirmation mail goes out at ${new Date(lastMail).toISOString()}.`);
      // Then it is probably the wrong file.
      const { added, confirmed: counted, refused } = imported;
      return added + counted === 0 && refused > 0 ? EXIT.failed : EXIT.done;
    });
  },
});

function inWords(why: Refusal): string {
  switch (why.code) {
    case 'barred':
      return `${why.column} says not to write there`;
    case 'not-consent':
      return `${JSON.stringify(why.cell.slice(0, 40))} in ${why.column} is no word of consent`;
    case 'pending':
      return 'pending, so not confirmed: import it without --confirmed';
    case 'no-consent':
      return 'nothing there says that this person agreed';
    default:
      return REFUSED[why.code];
  }
}

const UNREADABLE: Record<UnreadableList['code'], (line: number, column: string) => string> = {
  empty: () => 'The file is empty.',
  'no-address-column': () => 'The first line must name the columns, one of them "email" or "address".',
  'quote-open': (line, column) => `Line ${line}, column "${column}": a quote is not closed.`,
  'row-endless': (line, column) =>
    `Line ${line}, column "${column}": this row does not end. Is a quote not closed?`,
  'blank-lines': (line) => `From line ${line} on there are more than ${IMPORT_LIMITS.blank} empty lines.`,
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
    warn(`${unclear.language} with a language that is not known here: taken as ${FALLBACK_LANGUAGE}.`);
  if (unclear.time > 0)
    warn(`${unclear.time} with a time of consent that is not understood: the time of this import counts.`);
  say(`${added} ${dry ? 'would be added' : 'added'}`);
  if (confirmed > 0) say(`${confirmed} who were pending ${dry ? 'would be confirmed' : 'are confirmed now'}`);
  say(`${known} on the list already`);
  say(`${left} left out: unsubscribed`);
  say(`${erased} left out: erased at their wish`);
  say(`${suspect} left out: suspected robots`);
  say(`${refused} refused`);
  if (unread.length > 0)
    say(`Not kept of this file: ${unread.map((name) => JSON.stringify(name)).join(', ')}`);
}
