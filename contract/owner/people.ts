import { isLanguage, type Language } from '#contract/language.ts';
import type { MailKind } from '#contract/mails.ts';
import { SUBSCRIPTION_STATES } from '#contract/pages.ts';
import { type Interest, isInterest } from '#contract/subscribe.ts';

declare const URLSearchParams: new () => { set(name: string, value: string): void; toString(): string };
type Query = { get(name: string): string | null };

/** A suspected robot belongs to no state. */
export const PEOPLE_KINDS = [...SUBSCRIPTION_STATES, 'suspect'] as const;
export type PeopleKind = (typeof PEOPLE_KINDS)[number];

/** Who is shown: all that is set must fit, of `kinds` one; none: all but suspected robots, and with a `text` them too. */
export type PeopleFilter = {
  /** A part of the address, as in the store: small letters. */
  text: string;
  kinds: readonly PeopleKind[];
  language: Language | null;
  /** As `PersonRow` has it; `DIRECT`: who came from nowhere that is known. */
  source: string | null;
  book: Interest | null;
};

/** Stands for no source in a filter. No host and no campaign is called so. */
export const DIRECT = '-';

/** Longer than any address. */
const LONGEST_TEXT = 254;
const LONGEST_SOURCE = 200;

/** What stands in the URL of the page, and of the API. What is not understood is left out. */
export function readFilter(query: Query): PeopleFilter {
  const kinds = (query.get('state') ?? '').split(',');
  const [language, book] = [query.get('language'), query.get('book')];
  return {
    text: (query.get('q') ?? '').trim().toLowerCase().slice(0, LONGEST_TEXT),
    kinds: PEOPLE_KINDS.filter((kind) => kinds.includes(kind)),
    language: isLanguage(language) ? language : null,
    source: query.get('source')?.slice(0, LONGEST_SOURCE) || null,
    book: isInterest(book) ? book : null,
  };
}

/** The other way round: `state=pending,suspect&q=ana`; empty without any filter. */
export function writeFilter({ text, kinds, language, source, book }: PeopleFilter): string {
  const query = new URLSearchParams();
  if (text !== '') query.set('q', text);
  if (kinds.length > 0) query.set('state', kinds.join(','));
  if (language !== null) query.set('language', language);
  if (source !== null) query.set('source', source);
  if (book !== null) query.set('book', book);
  return query.toString();
}

export type PersonRow = {
  id: number;
  address: string;
  kind: PeopleKind;
  language: Language;
  /** The campaign's `utm_source`, else the host of the page that linked here; null: neither is known. */
  source: string | null;
  since: number;
};

/**
 * The newest first. `next`: ids below it may still fit; null: these are all. Fewer rows than asked for with a `next` are what
 * was found in the time of one request: ask on from there.
 */
export type PeoplePage = { people: PersonRow[]; next: number | null };

/** Not exact: at least so many. */
export type PeopleCount = { n: number; isExact: boolean };

/** What the filters offer. `sources`: those of the newest people. */
export type PeopleChoices = { counted: Record<PeopleKind, number>; sources: string[] };

export type MailEnd =
  | 'queued'
  | 'claimed'
  | 'started'
  | 'retry'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'skipped'
  | 'held';

/** One thing that happened. `at`: null where only the order is known. */
export type TimelineEvent = { at: number | null } & (
  | { what: 'visit'; path: string; source: string | null }
  | { what: 'signup'; language: Language }
  /** `words`: null when they are not kept; `since`: when these words were first shown. */
  | { what: 'agreed'; words: string | null; version: string | null; since: number | null }
  | { what: 'imported' | 'added' | 'confirmed' | 'left' | 'blocked' | 'unreachable' | 'message' }
  | { what: 'book'; book: Interest }
  /** `kind`: null for one that this release does not know. `at`: of its end, or when it is due. `reply`: of the mail server, or why it was not sent. */
  | {
      what: 'mail';
      kind: MailKind | 'reminder' | null;
      end: MailEnd;
      book: Interest | null;
      reply: string | null;
    }
  /** An announcement: `book` null for the launch. */
  | { what: 'told'; book: Interest | null; end: MailEnd; reply: string | null }
);

export type Person = PersonRow & {
  /** Where from, as it is kept: `utm_campaign` and others. */
  details: { name: string; value: string }[];
  confirmedAt: number | null;
  /** What may be written about; `told`: when it was. */
  purposes: { book: Interest | null; told: number | null }[];
  /** Messages that go with them when they are erased. */
  messages: number;
  /** The newest first. */
  timeline: TimelineEvent[];
};

/** Why the confirmation is not sent again: nobody to ask, one is on its way, or too many were sent. */
export type AskedAgain = 'sent' | 'not-waiting' | 'on-its-way' | 'too-often';

export type AddedPerson = { outcome: 'added'; id: number } | { outcome: 'known' | 'left' | 'erased' };

/** `sheet`: all columns; the others as these services import them, and confirmed people alone. */
export const EXPORT_FORMS = ['sheet', 'mailchimp', 'brevo'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** What is exported. `proof`: with what each of them agreed to. */
export type PeopleExport = { filter: string; form: ExportForm; proof: boolean };

/**
 * A list is read by the browser and sent in parts, each within the limits of any other request: characters, at three bytes
 * at most.
 */
export const IMPORT_LIMITS = {
  /** Of the file, in bytes. */
  file: 100 * 1024 * 1024,
  /** Of one part; a row more at most. */
  part: 160 * 1024,
  /** Rows of one part. */
  rows: 4_000,
  /** Of one row, and of the first line: beyond it a quote was not closed. */
  row: 64 * 1024,
  /** Google's and Outlook's have a hundred. Each row is looked at in all of them, while everybody waits. */
  columns: 500,
  /** Lines without any text, one after the other. */
  blank: 10_000,
};

/** Mailchimp's export is a file for each status, and only its name says which: people who must not get mail. */
export const NOT_SUBSCRIBED = /^(unsubscribed|nonsubscribed|cleaned)_/i;

/**
 * `head`: the first line, which names the columns; `text`: whole rows, of which the first begins at `line`. `dry`: only looked
 * at, which has an address of its own.
 */
export type ImportPart = { head: string; text: string; line: number; confirmed: boolean; dry: boolean };

/** What became of a row. */
export type ImportFate = 'added' | 'confirmed' | 'known' | 'left' | 'erased' | 'suspect' | 'refused';
/** `why`: a code of `Refusal`; `column`, `cell`: what stands against it. */
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
      /** Columns of which nothing is kept. */
      unread: string[];
      unclear: { language: number; time: number };
      /** When the last confirmation mail goes; null: none. */
      lastMail: number | null;
    }
  | {
      ok: false;
      code: 'empty' | 'no-address-column' | 'quote-open' | 'row-endless' | 'blank-lines';
      line: number;
      /** The heading of the column where it goes wrong, or its number. */
      column: string;
    };
