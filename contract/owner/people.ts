import { isLanguage, type Language } from '#contract/language.ts';
import type { MailKind } from '#contract/mails.ts';
import { SUBSCRIPTION_STATES } from '#contract/pages.ts';
import { type BookId, isBookId } from '#contract/books.ts';
import type { Purpose } from './launch.ts';

declare const URLSearchParams: new () => { set(name: string, value: string): void; toString(): string };
type Query = { get(name: string): string | null };

/** A suspected bot belongs to no state. */
export const PEOPLE_KINDS = [...SUBSCRIPTION_STATES, 'suspect'] as const;
export type PeopleKind = (typeof PEOPLE_KINDS)[number];

/** All conditions that are set must match, of `kinds` any; by default no suspected bots without a `text`. */
export type PeopleFilter = {
  /** A part of the address, in lower case as in the store. */
  text: string;
  kinds: readonly PeopleKind[];
  language: Language | null;
  /** As in `PersonRow`; `DIRECT`: unknown source. */
  source: string | null;
  book: BookId | null;
  /** Whether they get the newsletter. */
  newsletter: GetsNewsletter | null;
};

export const GETS_NEWSLETTER = ['yes', 'no'] as const;
export type GetsNewsletter = (typeof GETS_NEWSLETTER)[number];

/** The filter value for an unknown source. No host and no campaign has this name. */
export const DIRECT = '-';
/** Of people from an imported list, or added by hand. */
export const FROM_LIST = 'import';

/** The longest address. */
const LONGEST_TEXT = 254;
const LONGEST_SOURCE = 200;

/** Parses the query of the page and of the API. Ignores what it does not know. */
export function readFilter(query: Query): PeopleFilter {
  const kinds = (query.get('state') ?? '').split(',');
  const [language, book] = [query.get('language'), query.get('book')];
  return {
    text: (query.get('q') ?? '').trim().toLowerCase().slice(0, LONGEST_TEXT),
    kinds: PEOPLE_KINDS.filter((kind) => kinds.includes(kind)),
    language: isLanguage(language) ? language : null,
    source: query.get('source')?.slice(0, LONGEST_SOURCE) || null,
    book: isBookId(book) ? book : null,
    newsletter: GETS_NEWSLETTER.find((one) => one === query.get('newsletter')) ?? null,
  };
}

/** The inverse: `state=pending,suspect&q=ana`; empty without filters. */
export function writeFilter(filter: PeopleFilter): string {
  const { text, kinds, language, source, book, newsletter } = filter;
  const query = new URLSearchParams();
  if (text !== '') query.set('q', text);
  if (kinds.length > 0) query.set('state', kinds.join(','));
  if (language !== null) query.set('language', language);
  if (source !== null) query.set('source', source);
  if (book !== null) query.set('book', book);
  if (newsletter !== null) query.set('newsletter', newsletter);
  return query.toString();
}

export type PersonRow = {
  id: number;
  address: string;
  kind: PeopleKind;
  language: Language;
  /** The campaign's `utm_source`, else the referring host; null: neither is known. */
  source: string | null;
  since: number;
};

/**
 * Newest first. `next`: ids below it may still match; null: no more. Fewer rows than asked for with a `next`
 * are what one request found in its time: continue from there.
 */
export type PeoplePage = { people: PersonRow[]; next: number | null };

/** If not exact, `n` is a minimum. */
export type PeopleCount = { n: number; isExact: boolean };

/** The choices in the filters. `sources`: of the newest people. */
export type PeopleChoices = { counted: Record<PeopleKind, number>; sources: string[] };

export type MailEnd =
  | 'queued'
  | 'claimed'
  | 'started'
  | 'retry'
  | 'sent'
  /** Written to a file (development): nobody got it. */
  | 'file'
  | 'failed'
  | 'unknown'
  | 'skipped'
  | 'held';

/** How the reply begins of a mail that a provider sent back, or keeps trying to deliver. */
export const CAME_BACK = 'Came back: ';
export const DELAYED = 'Delayed: ';

/** One event. `at`: null if only the order is known. */
export type TimelineEvent = { at: number | null } & (
  | { what: 'visit'; path: string; source: string | null }
  | { what: 'signup'; language: Language }
  /** `words`: null if not kept; `since`: when these words were first shown. */
  | { what: 'agreed'; words: string | null; version: string | null; since: number | null }
  /** To the newsletter. */
  | { what: 'joined'; words: string | null; version: string | null; since: number | null }
  /** `book`: not wanted any more; null: the newsletter. */
  | { what: 'stopped'; book: BookId | null }
  | { what: 'imported' | 'added' | 'confirmed' | 'left' | 'blocked' | 'unreachable' | 'message' }
  | { what: 'book'; book: BookId }
  /** `kind`: null if unknown here. `at`: its end, or when due. `reply`: of the server, or why not sent. */
  | {
      what: 'mail';
      kind: MailKind | 'reminder' | 'ask-news' | null;
      end: MailEnd;
      book: BookId | null;
      reply: string | null;
    }
  /** An announcement. `title`: the heading of a newsletter. */
  | { what: 'told'; purpose: Purpose; title: string; end: MailEnd; reply: string | null }
);

export type Person = PersonRow & {
  /** The stored source columns: `utm_campaign` and others. */
  details: { name: string; value: string }[];
  confirmedAt: number | null;
  /** The purposes agreed to; `told`: when the person was emailed. */
  purposes: { book: BookId | null; told: number | null }[];
  /** Since when they get the newsletter; null: they do not. */
  newsSince: number | null;
  /** Messages that are erased with the person. */
  messages: number;
  /** Newest first. */
  timeline: TimelineEvent[];
};

/** Why the confirmation is not resent: nothing to confirm, one is queued, or too many were sent. */
export type AskedAgain = 'sent' | 'not-waiting' | 'on-its-way' | 'too-often';

export type AddedPerson = { outcome: 'added'; id: number } | { outcome: 'known' | 'left' | 'erased' };

/** `sheet`: all columns; the others in the import format of these services, confirmed people only. */
export const EXPORT_FORMS = ['sheet', 'mailchimp', 'brevo'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/**
 * An export. `proof`: with each person's consent. `all`: for another service also people who did not ask for the
 * newsletter.
 */
export type PeopleExport = { filter: string; form: ExportForm; proof: boolean; all: boolean };

/**
 * The browser splits a list into parts, each within the limits of any request: characters, at three bytes at
 * most.
 */
export const IMPORT_LIMITS = {
  /** The file, in bytes. */
  file: 100 * 1024 * 1024,
  /** One part; it may exceed this by a row. */
  part: 160 * 1024,
  /** Rows in one part. */
  rows: 4_000,
  /** One row, and the header: beyond it a quote was not closed. */
  row: 64 * 1024,
  /** Google's and Outlook's have a hundred. Each row is scanned in all, which blocks the event loop. */
  columns: 500,
  /** Consecutive blank lines. */
  blank: 10_000,
};

/** Mailchimp exports a file per status, told only by its name: these people must not get mail. */
export const NOT_SUBSCRIBED = /^(unsubscribed|nonsubscribed|cleaned)_/i;

/** An answer of `ConsentAnswers`: a date, or a text too long to be one of a few answers. Cells have no tabs at their ends. */
export const OTHER_TEXT = '\t';

/** Answers of a column beyond these count as no. */
export const MOST_ANSWERS = 100;

/**
 * What is in a column that may be about consent. `isOpen`: only the owner understands it. `place`: from 0.
 * `answers`: `cell` as first written, `answer` as compared; `isLeft`: it says that somebody has left.
 */
export type ConsentAnswers = {
  place: number;
  heading: string;
  isOpen: boolean;
  answers: { answer: string; cell: string; n: number; isLeft: boolean }[];
  /** Rows with still other answers. */
  others: number;
};

/** `yes`: the answers that mean consent; null: the column is about something else. */
export type ColumnAnswer = { place: number; yes: string[] | null };

/**
 * What the owner says that the people of a list have agreed to: nothing yet, so each is asked to confirm; this list; or
 * the newsletter, too.
 */
export const IMPORT_CONSENTS = ['ask', 'list', 'news'] as const;
export type ImportConsent = (typeof IMPORT_CONSENTS)[number];

/** How a column without a heading is called, in English. `place`: from 0. */
export function columnAt(place: number): string {
  return `column ${place + 1}`;
}
export const COLUMN_AT = /^column (\d+)$/;

/** How the first part of a list was read. `address`: the place of the column; `headless`: no line names the columns. */
export type ListShape = { address: number; headless: boolean };

/**
 * `head`: the first row; `text`: whole rows, the first at `line`. `shape`: what the first part gave; null in
 * that one. `run`: what the first part of this import gave. `dry`: a dry run, which has its own URL.
 */
export type ImportPart = {
  head: string;
  text: string;
  line: number;
  consent: ImportConsent;
  answers: ColumnAnswer[];
  shape: ListShape | null;
  run: number | null;
  dry: boolean;
};

/** The outcome of a row. `joined`: they were on the list, and get the newsletter now. */
export type ImportFate =
  | 'added'
  | 'confirmed'
  | 'joined'
  | 'known'
  | 'left'
  | 'erased'
  | 'suspect'
  | 'refused';
/** `why`: a code of `Refusal`; `column`, `cell`: the cell that caused it. */
export type ImportLine = {
  line: number;
  address: string;
  fate: ImportFate;
  why?: string;
  column?: string;
  cell?: string;
};

export type ImportedPart =
  | {
      ok: true;
      counts: Record<ImportFate, number>;
      lines: ImportLine[];
      /** Columns that were ignored. */
      unread: string[];
      unclear: { language: number; time: number };
      columns: ConsentAnswers[];
      shape: ListShape;
      /** When the last confirmation mail is due; null: none. */
      lastMail: number | null;
      /** The import that this part belongs to, for the next part and to take it back; null in a dry run. */
      run: number | null;
    }
  | {
      ok: false;
      code:
        | 'empty'
        | 'no-address-column'
        | 'quote-open'
        | 'row-endless'
        | 'blank-lines'
        | 'unanswered'
        | 'taken-back';
      line: number;
      /** The heading or number of the column with the error. */
      column: string;
    };

/** An import that can still be taken back. `n`: people that it added or confirmed; `until`: milliseconds since 1970. */
export type RecentImport = { id: number; at: number; n: number; until: number };

/** `stayed`: who acted by themselves since. */
export type TakenBack = { removed: number; stayed: number };
