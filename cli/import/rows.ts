import { FALLBACK_LANGUAGE, type Language, LANGUAGES } from '#contract/language.ts';
import { parseSubscribe, type Subscribe } from '#contract/subscribe.ts';
import { REFUSED } from '../address.ts';
import { Failed } from '../command.ts';
import { unguarded } from '../csv.ts';
import type { CsvRecord } from './csv-reader.ts';

/**
 * One line of the file: somebody to add, who has left or is a suspected robot according to the file itself, or a refusal.
 * `isUnderstood`: false for a language that we do not know, or do not speak.
 */
export type Line =
  | {
      line: number;
      kind: 'person';
      person: Pick<Subscribe, 'address' | 'key' | 'language'>;
      isUnderstood: boolean;
    }
  | { line: number; kind: 'left' }
  | { line: number; kind: 'suspect' }
  | { line: number; kind: 'refused'; why: string };

/** The columns `email` or `address`, and `language`, `state` or `status`, and `suspect` where they are, among any others. */
export async function* readLines(records: AsyncIterable<CsvRecord>): AsyncGenerator<Line> {
  let columns: Columns | null = null;
  for await (const { line, cells } of records) {
    if (columns === null) columns = findColumns(cells);
    else yield readLine(line, cells, columns);
  }
  if (columns === null) throw new Failed('The file is empty.');
}

type Columns = { address: number; language: number; state: number; leftAt: number; suspect: number };

function findColumns(names: string[]): Columns {
  const known = names.map((name) => name.trim().toLowerCase());
  const find = (name: string, other: string) => known.indexOf(known.includes(name) ? name : other);
  // Lists of customers have both, and mean the street by `address`.
  const address = find('email', 'address');
  const state = find('state', 'status');
  const at = (name: string) => known.indexOf(name);
  if (address >= 0)
    return { address, language: at('language'), state, leftAt: at('left_at'), suspect: at('suspect') };
  throw new Failed('The first line must name the columns, one of them "email" or "address".');
}

/** As our own exports call those who must not get mail; other programs write them in their own way. */
const LEFT = ['unsubscribed', 'suppressed'];

/** By its codes (ISO 639), a country's behind them or not, and by its names, in the languages we speak. */
const CALLED: Record<Language, RegExp> = {
  en: /^(en|eng|english|ingl.*)(?![a-z])/,
  pt: /^(pt|por|portug.*)(?![a-z])/,
};

/** Who came back by a form, and has not confirmed it, is `pending` in our own export, with the time they had left. */
function hasLeft(cells: string[], { state, leftAt }: Columns): boolean {
  const name = (cells[state] ?? '').trim().toLowerCase();
  return LEFT.includes(name) || (name === 'pending' && (cells[leftAt] ?? '').trim() !== '');
}

function readLine(line: number, cells: string[], columns: Columns): Line {
  if (hasLeft(cells, columns)) return { line, kind: 'left' };
  // Our own export says there why.
  if ((cells[columns.suspect] ?? '').trim() !== '') return { line, kind: 'suspect' };
  const email = unguarded(cells[columns.address] ?? '');
  const called = (cells[columns.language] ?? '').trim().toLowerCase();
  const language = LANGUAGES.find((known) => CALLED[known].test(called));
  const parsed = parseSubscribe({ email, language: language ?? FALLBACK_LANGUAGE });
  if (parsed.ok) {
    const isUnderstood = called === '' || language !== undefined;
    return { line, kind: 'person', person: parsed.value, isUnderstood };
  }
  const code = parsed.problems[0]?.code ?? 'invalid';
  return { line, kind: 'refused', why: REFUSED[code] };
}
