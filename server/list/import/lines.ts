import { FALLBACK_LANGUAGE, type Language, languageNames, LANGUAGES } from '#contract/language.ts';
import {
  type ConsentAnswers,
  type ColumnAnswer,
  columnAt,
  IMPORT_LIMITS,
  type ListShape,
  MOST_ANSWERS,
  type ImportConsent,
} from '#contract/owner/people.ts';
import { type AddressCode, parseAddress, parseSubscribe } from '#contract/subscribe.ts';
import { unguarded } from '#server/base/csv.ts';
import {
  answerOf,
  type ConsentColumn,
  consentColumns,
  isNameless,
  namelessAt,
  plain,
  plainCell,
  plainName,
} from './columns.ts';
import { type CsvRecord, UnreadableList } from './read-csv.ts';
import type { ImportedPerson } from './store.ts';

/**
 * `unclear`: cells not understood, so that a default is used. `left`: `key` of an address that may not be added,
 * unless it is none. `columns`: comes last; `unread`: those not used.
 */
export type CsvLine =
  | { line: number; kind: 'person'; person: ImportedPerson; unclear: ('language' | 'time')[] }
  | { line: number; kind: 'left'; address: string; key: string | null }
  | { line: number; kind: 'suspect'; address: string }
  | { line: number; kind: 'refused'; address: string; why: RowProblem }
  | { kind: 'columns'; unread: string[]; shape: ListShape; columns: ConsentAnswers[] };

/** Why a row is refused; `cell`: the content of `column`. */
export type RowProblem =
  | { code: AddressCode | 'pending' | 'no-consent' }
  | { code: 'not-consent'; column: string; cell: string };

export type ReadOptions = {
  consent: ImportConsent;
  answers: readonly ColumnAnswer[];
  /** How the begin of this list was read, in an earlier part; null: this is the begin. */
  shape: ListShape | null;
  /** For people without one in the list. */
  language: Language;
  now: number;
};

/** Rows by which the column of addresses is found. */
const SAMPLE = 200;

/** Reads our own exports, those of other tools, and any list with a column of addresses. @throws UnreadableList */
export async function* readLines(
  records: AsyncIterable<CsvRecord>,
  options: ReadOptions,
): AsyncGenerator<CsvLine> {
  const begin: CsvRecord[] = [];
  let list: List | null = null;
  for await (const record of records) {
    if (list !== null) {
      yield readLine(list, record);
      continue;
    }
    if (begin.length === 0 && record.cells.length > IMPORT_LIMITS.columns)
      throw new UnreadableList('row-endless', record.line, String(IMPORT_LIMITS.columns + 1));
    if (begin.push(record) <= SAMPLE) continue;
    list = listOf(begin, options);
    yield* linesIn(list, begin);
  }
  if (begin.length === 0) throw new UnreadableList('empty');
  if (list === null) {
    list = listOf(begin, options);
    yield* linesIn(list, begin);
  }
  const columns = answersIn(list);
  yield { kind: 'columns', unread: unreadOf(list, columns), shape: list.shape, columns };
}

type List = ReadOptions & {
  names: string[];
  headings: string[];
  columns: readonly ConsentColumn[];
  shape: ListShape;
  isBegin: boolean;
  /** What is in each column of `columns`. */
  answered: Map<number, Omit<ConsentAnswers, 'answers'> & { answers: Map<string, Answer> }>;
};
type Answer = ConsentAnswers['answers'][number];

function listOf(begin: readonly CsvRecord[], options: ReadOptions): List {
  const [first, ...rows] = begin;
  const places = [...options.answers.map(({ place }) => place), options.shape?.address ?? 0];
  const width = Math.max(...begin.map((row) => row.cells.length), ...places.map((place) => place + 1));
  const cells = Array.from({ length: width }, (_, place) => first?.cells[place] ?? '');
  const headless = options.shape?.headless ?? cells.some(isAddress);
  const given = cells.map((name) => (headless ? '' : plainName(name)));
  // A second column of one heading about consent is read as one without: neither hides the other's words.
  const second = consentColumns(given, options.consent).filter(
    ({ place, name }) => given.indexOf(name) < place,
  );
  const names = given.map(
    (name, place) => (second.some((one) => one.place === place) ? '' : name) || namelessAt(place),
  );
  const sample = headless ? [cells, ...rows.map((row) => row.cells)] : rows.map((row) => row.cells);
  const address = options.shape?.address ?? addressPlace(names, sample);
  if (address === null) throw new UnreadableList('no-address-column');
  const columns = consentColumns(names, options.consent).filter(({ place }) => place !== address);
  const headings = cells.map((heading, place) => (headless ? '' : heading.trim()) || columnAt(place));
  return {
    ...options,
    names,
    headings,
    columns,
    shape: { address, headless },
    isBegin: options.shape === null,
    answered: new Map(),
  };
}

function* linesIn(list: List, [first, ...rows]: readonly CsvRecord[]): Generator<CsvLine> {
  if (first !== undefined && list.shape.headless && list.isBegin) yield readLine(list, first);
  for (const row of rows) yield readLine(list, row);
}

/** A row may have more cells than those at the begin. */
function widen(list: List, width: number): void {
  if (width <= list.names.length) return;
  for (let place = list.names.length; place < width; place += 1) {
    list.names.push(namelessAt(place));
    list.headings.push(columnAt(place));
  }
  list.columns = consentColumns(list.names, list.consent).filter(({ place }) => place !== list.shape.address);
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
/** The share of addresses that a column of the right name has, and one of any other name. */
const ENOUGH = 0.5;
const NEARLY_ALL = 0.9;

/** By its cells, whatever its name; of several the one that repeats least, for example not the adviser's. */
function addressPlace(names: readonly string[], rows: readonly (readonly string[])[]): number | null {
  const known = ADDRESS.map((name) => names.indexOf(name)).filter((place) => place >= 0);
  const found = names.map((_, place) => {
    const filled = rows.map((cells) => (cells[place] ?? '').trim()).filter((cell) => cell !== '');
    const addresses = filled.filter(isAddress);
    return { place, share: addresses.length / filled.length, distinct: new Set(addresses).size };
  });
  const named = known.find((place) => (found[place]?.share ?? 0) >= ENOUGH);
  const others = found.filter(({ share }) => share >= NEARLY_ALL);
  const [best] = others.toSorted((one, other) => other.distinct - one.distinct);
  return named ?? best?.place ?? known[0] ?? null;
}

function isAddress(cell: string): boolean {
  return parseAddress(unguarded(cell.trim())).ok;
}

/** The time of consent, the best first: two of Mailchimp's, ours, Brevo's, others'. */
const AGREED_AT = [
  'optin_time',
  'confirm_time',
  'subscribed_at',
  'added_time',
  'opt_in_timestamp',
  'subscribed',
  'subscriber_since',
  'subscription_date',
];
const LANGUAGE = ['language', 'lingua', 'idioma', 'lang', 'locale'];
const OTHERS = ['left_at', 'suspect'];

/** The names of each language in all our languages, without accents, e.g. `english` and `ingles`. */
const NAMES = LANGUAGES.map((language) => ({
  language,
  names: LANGUAGES.map((spoken) => plain(languageNames(spoken)[language])),
}));

/** Finds a language by ISO 639 code or prefix of its name: `pt-BR`, `eng`, `Português (Portugal)`. */
function languageOf(cell: string): Language | undefined {
  const [word = ''] = /^[a-z]+/.exec(plain(cell)) ?? [];
  return NAMES.find(
    ({ language, names }) =>
      word === language || (word.length > 2 && names.some((name) => name.startsWith(word))),
  )?.language;
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

function unreadOf({ names, headings, columns, shape }: List, found: readonly ConsentAnswers[]): string[] {
  const read = [...AGREED_AT, ...LANGUAGE, ...OTHERS, names[shape.address]];
  return headings.filter((_, place) => {
    const name = names[place] ?? '';
    if (read.includes(name)) return false;
    if (!isNameless(name)) return !columns.some((column) => column.name === name);
    const column = found.find((one) => one.place === place && !one.isOpen);
    return column?.answers.some(({ answer, isLeft }) => answer !== '' && !isLeft) ?? false;
  });
}

/**
 * Whatever the owner says about the column. In our export, people who came back by a form but have not confirmed are
 * `pending` with a `left_at`.
 */
function hasLeft(row: Row, { columns }: List): boolean {
  if (row.get('state') === 'pending' && row.get('left_at')) return true;
  return columns.some(({ name, read }) => read(plainCell(row.get(name) ?? '')) === 'left');
}

/** Returns why the file forbids mail to this person; null if it has consent cells and all agree. */
function objection(row: Row, list: List): RowProblem | null {
  let asked = false;
  let agreed = false;
  for (const column of list.columns) {
    const cell = row.get(column.name) ?? '';
    const reading = readingOf(column, plainCell(cell), list.answers);
    if (reading === 'unrelated' || (column.onlyForbids && reading !== 'no')) continue;
    asked = true;
    if (reading === 'no') return { code: 'not-consent', column: list.headings[column.place] ?? '', cell };
    if (reading === 'pending' && list.consent !== 'ask') return { code: 'pending' };
    agreed ||= reading !== null;
  }
  return asked && !agreed ? { code: 'no-consent' } : null;
}

/** As the owner has answered, else as known. Until then an unknown cell leaves nobody out of the preview. */
function readingOf({ place, read }: ConsentColumn, cell: string, answers: readonly ColumnAnswer[]) {
  const answer = answers.find((one) => one.place === place);
  if (answer === undefined) {
    const reading = read(cell);
    return reading === 'unknown' ? 'unrelated' : reading;
  }
  if (answer.yes === null) return 'unrelated';
  return answer.yes.includes(answerOf(cell)) ? 'yes' : 'no';
}

const LONGEST_CELL = 60;

/** Counts what is in the columns about consent. Below a title, the headings stand in a row that is nobody. */
function note({ columns, headings, answered }: List, row: Row, isPerson: boolean): void {
  for (const { place, name, read } of columns) {
    if (!isPerson && !isNameless(name)) continue;
    const cell = row.get(name) ?? '';
    const plainly = plainCell(cell);
    const answer = answerOf(plainly);
    const reading = read(plainly);
    const heading = headings[place] ?? '';
    const column = answered.get(place) ?? { place, heading, answers: new Map(), others: 0, isOpen: false };
    answered.set(place, column);
    column.isOpen ||= (reading === 'unknown' || (reading === 'left' && !isPerson)) && plainly !== '';
    const known = column.answers.get(answer);
    if (known !== undefined) known.n += 1;
    else if (column.answers.size < MOST_ANSWERS)
      column.answers.set(answer, {
        answer,
        cell: cell.slice(0, LONGEST_CELL),
        n: 1,
        isLeft: reading === 'left',
      });
    else column.others += 1;
  }
}

function answersIn({ names, answered }: List): ConsentAnswers[] {
  return Array.from(answered.values(), ({ answers, ...column }) => {
    const isOpen = column.isOpen || (isNameless(names[column.place] ?? '') && areFlags([...answers.keys()]));
    return { ...column, isOpen, answers: [...answers.values()] };
  });
}

/** With other numbers, 0 and 1 count the rows. */
function areFlags(answers: readonly string[]): boolean {
  return answers.some((answer) => answer !== '') && answers.every((answer) => /^[01]?$/.test(answer));
}

function readLine(list: List, { line, cells }: CsvRecord): CsvLine {
  widen(list, cells.length);
  const row = rowOf(list.names, cells);
  const address = unguarded(row.get(list.names[list.shape.address] ?? '') ?? '');
  const called = row.get(LANGUAGE.find((name) => row.get(name)) ?? '') ?? '';
  const language = languageOf(called);
  const usual = called === '' ? list.language : FALLBACK_LANGUAGE;
  const parsed = parseSubscribe({ email: address, language: language ?? usual });
  note(list, row, parsed.ok);
  if (hasLeft(row, list)) return { line, kind: 'left', address, key: parsed.ok ? parsed.value.key : null };
  // Our own export gives the reason there.
  if (row.get('suspect')) return { line, kind: 'suspect', address };
  const why = objection(row, list);
  if (why !== null) return { line, kind: 'refused', address, why };
  if (!parsed.ok)
    return { line, kind: 'refused', address, why: { code: parsed.problems[0]?.code ?? 'invalid' } };
  const agreed = row.get(AGREED_AT.find((name) => isTime(row.get(name) ?? '')) ?? '') ?? '';
  const agreedAt = csvTime(agreed, list.now);
  const unclear: ('language' | 'time')[] = [];
  if (called !== '' && language === undefined) unclear.push('language');
  if (agreed !== '' && agreedAt === null) unclear.push('time');
  return { line, kind: 'person', person: { ...parsed.value, agreedAt }, unclear };
}

/** MailerLite has a time in `Subscribed`, others a yes. */
function isTime(cell: string): boolean {
  return !/^(yes|no|true|false|[01])?$/i.test(cell);
}

const YEAR_FIRST =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<clock>[\d:.]+)(?<zone>Z|[+-]\d\d:\d\d)?)?$/;
const DAY_FIRST = /^(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4})(?: (?<clock>[\d:.]+))?$/;

/**
 * Parses a time in an export: ISO 8601 and Mailchimp's format, or Brevo's with the day first; UTC if no zone
 * is given. Returns null for anything else and for the future: it is evidence, not to be guessed.
 */
export function csvTime(text: string, now: number): number | null {
  const parts = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups;
  if (parts === undefined) return null;
  const { year, month, day, clock = '00:00', zone = 'Z' } = parts;
  const time = Date.parse(`${year}-${month}-${day}T${clock}${zone}`);
  return time > 0 && time <= now ? time : null;
}
