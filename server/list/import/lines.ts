import { FALLBACK_LANGUAGE, type Language, LANGUAGES } from '#contract/language.ts';
import { type AddressCode, parseSubscribe } from '#contract/subscribe.ts';
import { IMPORT_LIMITS } from '#contract/owner/people.ts';
import { unguarded } from '#server/csv.ts';
import { type CsvRecord, UnreadableList } from './read-csv.ts';
import type { Person } from './store.ts';

/** `columns`: unused columns of the header. `unclear`: cells not understood, so that a default is used. */
export type Line =
  | { line: number; kind: 'columns'; unread: string[] }
  | { line: number; kind: 'person'; person: Person; unclear: ('language' | 'time')[] }
  | { line: number; kind: 'left' | 'suspect'; address: string }
  | { line: number; kind: 'refused'; address: string; why: Refusal };

/** Why a row is refused; `cell`: the content of `column`. */
export type Refusal =
  | { code: AddressCode | 'pending' | 'no-consent' }
  | { code: 'barred'; column: string }
  | { code: 'not-consent'; column: string; cell: string };

type ReadOptions = { confirmed: boolean; now: number };

/** Reads exports of ours, Mailchimp, Brevo and Google Contacts, and any list with an address column. */
export async function* readLines(
  records: AsyncIterable<CsvRecord>,
  options: ReadOptions,
): AsyncGenerator<Line> {
  let names: string[] | null = null;
  for await (const { line, cells } of records) {
    if (names !== null) yield readLine(line, rowOf(names, cells), options);
    else {
      if (cells.length > IMPORT_LIMITS.columns)
        throw new UnreadableList('row-endless', line, String(IMPORT_LIMITS.columns + 1));
      names = cells.map((name) => plain(name.trim()).replace(/[\s-]+/g, '_'));
      if (!ADDRESS.some((name) => names?.includes(name))) throw new UnreadableList('no-address-column');
      yield { line, kind: 'columns', unread: unreadOf(names, cells) };
    }
  }
  if (names === null) throw new UnreadableList('empty');
}

/**
 * The best first: customer lists have several, and `address` may mean the street. Includes the names in
 * Google, Outlook and Portuguese lists.
 */
const ADDRESS = [
  'email',
  'email_address',
  'e_mail',
  'e_mail_address',
  'e_mail_1_value',
  'endereco_de_email',
  'endereco_de_e_mail',
  'mail',
  'address',
];
/** The time of consent, the best first: two of Mailchimp's, ours, Brevo's. */
const AGREED_AT = ['optin_time', 'confirm_time', 'subscribed_at', 'added_time'];
const OTHERS = ['language', 'left_at', 'suspect', 'unsub_time', 'clean_time'];

const STATUS = /^(email_|marketing_|subscription_)*(state|status)$|^email_marketing$/;
/** Columns that state consent, and the words for it: any other word is no consent. */
const CONSENT: readonly [column: RegExp, words: RegExp][] = [
  [STATUS, /^(subscribed|confirmed|pending)$/],
  [/^(double_)?opt_in$/, /^(yes|true|1)$/],
  [/^(optin|confirm)_time$/, /\d/],
];
/** Columns that forbid mail, unless the cell says no. */
const BARRED =
  /^clean_time$|^(e?mail_?)?(black|block)listed$|^(?!sms|whatsapp).*(opt(ed)?_?out|unsubscribed|bounced|complain|do_not_e?mail)/;
const NO = /^(no|false|0)$/;
/** The states for people who must not get mail, in our exports and others. */
const LEFT = /^(unsubscribed|suppressed)$/;

/** The names of each language in all our languages, without accents, e.g. `english` and `ingles`. */
const NAMES = LANGUAGES.map((language) => ({
  language,
  names: LANGUAGES.map((spoken) =>
    plain(new Intl.DisplayNames(spoken, { type: 'language' }).of(language) ?? ''),
  ),
}));

/** Finds a language by ISO 639 code or prefix of its name: `pt-BR`, `eng`, `Português (Portugal)`. */
function languageOf(cell: string): Language | undefined {
  const [word = ''] = /^[a-z]+/.exec(plain(cell)) ?? [];
  return NAMES.find(
    ({ language, names }) =>
      word === language || (word.length > 2 && names.some((name) => name.startsWith(word))),
  )?.language;
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Trimmed cells by column name. If a column occurs twice, the first filled cell counts. */
type Row = Map<string, string>;

function rowOf(names: string[], cells: string[]): Row {
  const row: Row = new Map();
  for (const [place, name] of names.entries()) {
    if (!row.get(name)) row.set(name, (cells[place] ?? '').trim());
  }
  return row;
}

function unreadOf(names: string[], cells: string[]): string[] {
  const read = [ADDRESS.find((name) => names.includes(name)), ...AGREED_AT, ...OTHERS];
  return cells.filter((cell, place) => {
    const name = names[place] ?? '';
    return cell.trim() !== '' && !read.includes(name) && !BARRED.test(name) && !consentWords(name);
  });
}

function consentWords(name: string): RegExp | undefined {
  return CONSENT.find(([column]) => column.test(name))?.[1];
}

/** In our export, people who came back by a form but have not confirmed are `pending` with a `left_at`. */
function hasLeft(row: Row): boolean {
  const states = [...row].filter(([name]) => STATUS.test(name)).map(([, cell]) => cell.toLowerCase());
  if (states.some((state) => LEFT.test(state)) || row.get('unsub_time')) return true;
  return states.includes('pending') && Boolean(row.get('left_at'));
}

/** Returns why the file forbids mail to this person; null if it has consent cells and all agree. */
function objection(row: Row, { confirmed }: ReadOptions): Refusal | null {
  let asked = false;
  let agreed = false;
  for (const [name, cell] of row) {
    const word = cell.toLowerCase();
    const words = consentWords(name);
    if (BARRED.test(name) && word !== '' && !NO.test(word)) return { code: 'barred', column: name };
    if (words === undefined) continue;
    asked = true;
    if (word === '') continue;
    if (!words.test(word)) return { code: 'not-consent', column: name, cell };
    if (confirmed && word === 'pending') return { code: 'pending' };
    agreed = true;
  }
  return asked && !agreed ? { code: 'no-consent' } : null;
}

function readLine(line: number, row: Row, options: ReadOptions): Line {
  const address = unguarded(row.get(ADDRESS.find((name) => row.has(name)) ?? '') ?? '');
  if (hasLeft(row)) return { line, kind: 'left', address };
  // Our own export gives the reason there.
  if (row.get('suspect')) return { line, kind: 'suspect', address };
  const why = objection(row, options);
  if (why !== null) return { line, kind: 'refused', address, why };
  const called = row.get('language') ?? '';
  const language = languageOf(called);
  const parsed = parseSubscribe({ email: address, language: language ?? FALLBACK_LANGUAGE });
  if (!parsed.ok)
    return { line, kind: 'refused', address, why: { code: parsed.problems[0]?.code ?? 'invalid' } };
  const agreed = row.get(AGREED_AT.find((name) => row.get(name)) ?? '') ?? '';
  const agreedAt = timeOf(agreed, options.now);
  const unclear: ('language' | 'time')[] = [];
  if (called !== '' && language === undefined) unclear.push('language');
  if (agreed !== '' && agreedAt === null) unclear.push('time');
  return { line, kind: 'person', person: { ...parsed.value, agreedAt }, unclear };
}

const YEAR_FIRST =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<clock>[\d:.]+)(?<zone>Z|[+-]\d\d:\d\d)?)?$/;
const DAY_FIRST = /^(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4})(?: (?<clock>[\d:.]+))?$/;

/**
 * Parses a time in an export: ISO 8601 and Mailchimp's format, or Brevo's with the day first; UTC if no zone
 * is given. Returns null for anything else and for the future: it is evidence, not to be guessed.
 */
export function timeOf(text: string, now: number): number | null {
  const parts = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups;
  if (parts === undefined) return null;
  const { year, month, day, clock = '00:00', zone = 'Z' } = parts;
  const time = Date.parse(`${year}-${month}-${day}T${clock}${zone}`);
  return time > 0 && time <= now ? time : null;
}
