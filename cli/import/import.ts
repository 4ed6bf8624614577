import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import {
  type ConsentAnswers,
  type ColumnAnswer,
  type ImportConsent,
  IMPORT_LIMITS,
  NOT_SUBSCRIBED,
  OTHER_TEXT,
} from '#contract/owner/people.ts';
import { plainCell } from '#server/list/import/columns.ts';
import { type Imported, importList as importPeople, columnsToAsk } from '#server/list/import/import.ts';
import type { ReadOptions, RowProblem } from '#server/list/import/lines.ts';
import { UnreadableList } from '#server/list/import/read-csv.ts';
import { beginImport, ImportUndone, recentImports, takeBack } from '#server/list/import/runs.ts';
import { spreadAlone } from '#server/outbox/send-rate.ts';
import { withStore } from '#server/store/existing.ts';
import { usualLanguage } from '#server/web/pages/default-language.ts';
import { withSettings } from '../present.ts';
import { ADDRESS_PROBLEMS } from '../person.ts';
import { type CliContext, command, EXIT, Failed } from '../command.ts';

export const importCommand = command({
  name: 'import',
  about:
    'imports addresses; each gets a confirmation email (200 an hour), unless --confirmed states that you have their consent; with --newsletter they have agreed to the newsletter, too',
  options: {
    confirmed: 'flag',
    newsletter: 'flag',
    'dry-run': 'flag',
    consent: 'COLUMN=ANSWER|ANSWER...',
    unrelated: 'COLUMN...',
  },
  operands: ['FILE.csv'],
  run: async ({ operands: [file = ''], values, settings, now: clock, say, warn }) => {
    if (NOT_SUBSCRIBED.test(basename(file)))
      throw new Failed(`${file} is, by its name, a Mailchimp list of people who must not be emailed.`);
    const { confirmed = false, newsletter = false, 'dry-run': dry = false } = values;
    const consent: ImportConsent = newsletter ? 'news' : confirmed ? 'list' : 'ask';
    return withSettings(settings(), dry ? 'read' : 'write', async (store, config) => {
      const now = clock();
      const about = { consent, shape: null, language: usualLanguage(config.defaultLanguage), now };
      const answers = await answersFor(file, { ...about, answers: [] }, values);
      const run = dry ? null : await beginImport(store.write, now);
      let lastMail = now;
      const imported = await importPeople(store, createReadStream(file), {
        ...about,
        answers,
        run,
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
      const came = imported.added + imported.confirmed + imported.joined;
      if (run !== null && came > 0) say(`To take it back within a day: import undo ${run}`);
      // Then it is probably the wrong file.
      return came === 0 && imported.refused > 0 ? EXIT.failed : EXIT.done;
    });
  },
});

export const importUndo = command({
  name: 'import undo',
  about: 'takes an import of the last day back; people who have acted by themselves since stay',
  operands: ['[NUMBER]'],
  run: async ({ operands: [number], settings, now: clock, say }) =>
    withStore(settings(), number === undefined ? 'read' : 'write', async (store) => {
      const recent = await recentImports(number === undefined ? store.read : store.write, clock());
      if (number === undefined) {
        if (recent.length === 0) say('No import of the last day can be taken back.');
        for (const { id, at, n } of recent) say(`${id}  ${new Date(at).toISOString()}  people: ${n}`);
        return;
      }
      const meant = recent.find(({ id }) => String(id) === number);
      const done = meant === undefined ? null : await takeBack(store.write, meant.id, clock());
      if (done === null) throw new Failed(`No import of the last day has the number ${number}.`);
      say(`${done.removed} taken back`);
      say(`${done.stayed} stayed: they acted by themselves since, or a later import has them`);
    }),
});

/**
 * What the owner says about the columns that only they understand.
 * @throws Failed if a column is left open, or is none of these
 */
async function answersFor(
  file: string,
  options: ReadOptions,
  { consent, unrelated }: { consent: string[]; unrelated: string[] },
): Promise<ColumnAnswer[]> {
  const asked = await columnsToAsk(createReadStream(file), options).catch((error: unknown) => {
    throw unreadable(error, file);
  });
  const named = (text: string, begin: (heading: string) => boolean) => {
    const column = asked.find(({ heading }) => begin(heading));
    if (column === undefined)
      throw new Failed(`${JSON.stringify(text)} names no column with an open question.`);
    return column;
  };
  const answers = [
    ...unrelated.map((text) => {
      return { place: named(text, (heading) => heading === text).place, yes: null };
    }),
    ...consent.map((text) => {
      const { place, heading, answers: known } = named(text, (name) => text.startsWith(`${name}=`));
      const yes = text.slice(heading.length + 1).split('|');
      return { place, yes: yes.map((word) => answerIn(known, word, heading)) };
    }),
  ];
  const open = asked.filter(({ place }) => !answers.some((answer) => answer.place === place));
  if (open.length > 0) throw new Failed(open.map(question).join('\n'));
  return answers;
}

const EMPTY = '(empty)';
const A_DATE = '(a date or a longer text)';

function spelled({ answer, cell }: ConsentAnswers['answers'][number]): string {
  return answer === '' ? EMPTY : answer === OTHER_TEXT ? A_DATE : cell;
}

/** @throws Failed */
function answerIn(answers: ConsentAnswers['answers'], word: string, heading: string): string {
  const found = answers.find((one) => plainCell(spelled(one)) === plainCell(word));
  if (found === undefined) throw new Failed(`${JSON.stringify(word)} does not stand in column "${heading}".`);
  if (found.isLeft)
    throw new Failed(`${JSON.stringify(word)} in column "${heading}" says that somebody has left.`);
  return found.answer;
}

/** Answers that are named in a question. */
const MOST_NAMED = 20;

function question({ heading, answers }: ConsentAnswers): string {
  const named = answers.toSorted((one, other) => other.n - one.n).slice(0, MOST_NAMED);
  return `Column "${heading}" may be about consent. Only you can say which of its answers mean "yes, email me": ${named
    .map((one) => `${spelled(one)} [${one.n}]`)
    .join(
      ', ',
    )}. Nothing was imported. Say --consent '${heading}=ANSWER|ANSWER', or --unrelated '${heading}'.`;
}

function inWords(why: RowProblem): string {
  switch (why.code) {
    case 'not-consent':
      return `${JSON.stringify(why.cell.slice(0, 40))} in ${why.column} does not count as consent`;
    case 'pending':
      return 'pending, not confirmed: import without --confirmed';
    case 'no-consent':
      return 'no sign of consent';
    default:
      return ADDRESS_PROBLEMS[why.code];
  }
}

const UNREADABLE: Record<UnreadableList['code'], (line: number, column: string) => string> = {
  empty: () => 'The file is empty.',
  'no-address-column': () => 'No column has email addresses.',
  'quote-open': (line, column) => `Line ${line}, column "${column}": a quote is never closed.`,
  'row-endless': (line, column) =>
    `Line ${line}, column "${column}": this row never ends. Is a closing quote missing?`,
  'blank-lines': (line) => `More than ${IMPORT_LIMITS.blank} empty lines from line ${line} on.`,
};

function unreadable(error: unknown, file: string): unknown {
  if (error instanceof ImportUndone) return new Failed('The import was undone before it had ended.');
  if (error instanceof UnreadableList) return new Failed(UNREADABLE[error.code](error.line, error.column));
  // Only file errors have a `syscall`; errors of the store do not.
  if (error instanceof Error && 'syscall' in error)
    return new Failed(`${file} cannot be read: ${error.message}`);
  return error;
}

function report(
  { added, confirmed, joined, known, left, erased, suspect, refused, unclear, unread }: Imported,
  dry: boolean,
  { say, warn }: Pick<CliContext, 'say' | 'warn'>,
): void {
  if (unclear.language > 0)
    warn(`${unclear.language} with an unknown language: imported as ${FALLBACK_LANGUAGE}.`);
  if (unclear.time > 0)
    warn(`${unclear.time} with an unreadable time of consent: the time of this import is used.`);
  say(`${added} ${dry ? 'would be added' : 'added'}`);
  if (confirmed > 0) say(`${confirmed} pending ${dry ? 'would be confirmed' : 'confirmed now'}`);
  if (joined > 0) say(`${joined} on the list ${dry ? 'would get' : 'get'} the newsletter`);
  say(`${known} already on the list`);
  say(`${left} skipped: unsubscribed`);
  say(`${erased} skipped: erased`);
  say(`${suspect} skipped: suspected bots`);
  say(`${refused} invalid`);
  if (unread.length > 0) say(`Columns not kept: ${unread.map((name) => JSON.stringify(name)).join(', ')}`);
}
