import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import type { Interest } from '#contract/subscribe.ts';
import type { MailWhy } from './mails.ts';

/** What an announcement is for: nobody is written to for any other, and once for each (docs/owner.md). */
export type Purpose = 'launch' | `book:${Interest}`;

export type AnnouncementState = 'draft' | 'scheduled' | 'undo' | 'sending' | 'paused' | 'done' | 'stopped';

type Level = 'ok' | 'warning' | 'problem';
export type FindingGroup = 'mails' | 'site' | 'domain' | 'test' | 'backup';

/** What a rehearsal may find: where it stands, and how bad it is. The words for each are the reader's. */
export const FINDINGS = {
  'settings-ok': ['site', 'ok'],
  /** `says`: the code of what the doctor says, with its values. */
  'setting-careless': ['site', 'warning'],
  'setting-wrong': ['site', 'problem'],
  'pages-ok': ['site', 'ok'],
  'pages-old': ['site', 'warning'],
  'pages-broken': ['site', 'problem'],
  /** `part`: a TemplatePart, `text`: where to change it. */
  'template-kept': ['site', 'warning'],
  'words-ok': ['mails', 'ok'],
  'words-lacking': ['mails', 'problem'],
  'mails-ok': ['mails', 'ok'],
  'mails-nobody': ['mails', 'warning'],
  'not-made': ['mails', 'problem'],
  'no-address': ['mails', 'problem'],
  'no-subject': ['mails', 'problem'],
  'value-missing': ['mails', 'problem'],
  'bad-header': ['mails', 'problem'],
  'no-unsubscribe': ['mails', 'problem'],
  'bad-link': ['mails', 'problem'],
  'too-large': ['mails', 'problem'],
  'server-ok': ['mails', 'ok'],
  'server-files': ['mails', 'ok'],
  'server-refuses': ['mails', 'problem'],
  'spf-ok': ['domain', 'ok'],
  'spf-missing': ['domain', 'problem'],
  'spf-several': ['domain', 'problem'],
  'spf-too-many': ['domain', 'problem'],
  'spf-broken': ['domain', 'problem'],
  'dkim-ok': ['domain', 'ok'],
  'dkim-missing': ['domain', 'problem'],
  'dkim-revoked': ['domain', 'problem'],
  'dkim-other-key': ['domain', 'problem'],
  'dkim-other-domain': ['domain', 'warning'],
  'dkim-unnamed': ['domain', 'warning'],
  'dmarc-ok': ['domain', 'ok'],
  'dmarc-none': ['domain', 'warning'],
  'dmarc-missing': ['domain', 'warning'],
  'mx-ok': ['domain', 'ok'],
  'mx-missing': ['domain', 'warning'],
  'dns-away': ['domain', 'warning'],
  'test-ok': ['test', 'ok'],
  'test-spf': ['test', 'warning'],
  'test-dkim': ['test', 'problem'],
  'test-dmarc': ['test', 'problem'],
  'test-dmarc-silent': ['test', 'warning'],
  'test-leaving-ok': ['test', 'ok'],
  'test-leaving': ['test', 'problem'],
  'test-todo': ['test', 'warning'],
  'backup-ok': ['backup', 'ok'],
  'backup-postgres': ['backup', 'warning'],
  'backup-failed': ['backup', 'problem'],
} as const satisfies Record<string, readonly [FindingGroup, Level]>;
export type FindingCode = keyof typeof FINDINGS;

/** `values` are what the words need; `text` in them is for whoever looks after the server. */
export type Finding = { code: FindingCode; values: Record<string, string | number> };

export function groupOf({ code }: Finding): FindingGroup {
  return FINDINGS[code][0];
}

export function levelOf({ code }: Finding): Level {
  return FINDINGS[code][1];
}

/** By which the owner says to have seen it. */
export function nameOf({ code, values }: Finding): string {
  const { text = '' } = values;
  return `${code}:${text}`;
}

/** `isOld`: words, settings or pages have changed since. `stopped`: also where the server ended in the middle. */
export type Rehearsal = {
  state: 'running' | 'ended' | 'stopped';
  isOld: boolean;
  startedAt: number;
  endedAt: number | null;
  /** What is looked at now. */
  doing: FindingGroup | null;
  /** Mails made, of how many. */
  made: { n: number; total: number };
  findings: Finding[];
};

/** When it is to open, as the owner chose it. `at`: wall time such as `2026-12-01 09:00`. */
export type When = { is: 'now'; zone: string } | { is: 'at'; at: string; zone: string; opensAt: number };

/** What then happens, and when. `enough`: of the first day, `next`: so many more on each of so many days. */
export type PlanStep =
  | { is: 'open' | 'done'; at: number }
  | { is: 'wave' | 'enough'; at: number; n: number }
  | { is: 'pace'; at: number; aMinute: number }
  | { is: 'next'; at: number; n: number; days: number }
  | { is: 'rest'; at: number; n: number; until: number };

/** How it goes on by itself while it is sent. `looking`: at what comes back of the first wave. */
export type Outlook =
  | { is: 'looking'; n: number; until: number }
  | { is: 'enough'; goesOnAt: number }
  | { is: 'going'; aMinute: number; lastAt: number }
  | { is: 'share'; aMinute: number; until: number; goesOnAt: number; lastAt: number };

export type Sums = {
  /** All who are or were to be told. */
  all: number;
  waiting: number;
  started: number;
  sent: number;
  failed: number;
  unknown: number;
  /** Had left before, or was erased. */
  skipped: number;
};

/**
 * Who takes mails, by the part of the address behind the @; of several, which are not named, `domains` says how many.
 * `slowed`: it has asked us to slow down.
 */
export type Provider = {
  name: string;
  domains: number;
  sent: number;
  waiting: number;
  failed: number;
  pace: 'normal' | 'slowed' | 'refused';
};

/** Why it stands still. The words for each are the reader's. */
export type PauseReason =
  | { why: 'owner'; by?: string }
  /** Its hour was more than six hours ago when the server saw it. */
  | { why: 'late' }
  /** The clock leapt while it waited for its hour. */
  | { why: 'clock' }
  /** The store is not where it was when the launch was set: restored, or copied. */
  | { why: 'moved' }
  | { why: 'failed' | 'unknown'; of: number; n: number }
  /** The book is not handed out. */
  | { why: 'book' }
  /** One provider refuses us, not the people. */
  | { why: 'refused'; provider: string; reply: string }
  /** The mail server lets us send nothing: wrong password, or this sender may not. */
  | { why: 'locked-out'; reply: string };

/** The whole truth about one announcement, as the server knows it. Times are milliseconds since 1970. */
export type AnnouncementNow = {
  /** The server's clock. */
  now: number;
  purpose: Purpose;
  state: AnnouncementState;
  isOpen: boolean;
  siteUrl: string;
  /** Of the mails' domain. */
  domain: string;
  /** Where mails to the owner go; null: nowhere. */
  ownerEmail: string | null;
  /** Changes with each change of the words. */
  wordsVersion: string;
  words: { at: number | null; behind: Language[]; lacking: Language[] };
  rehearsal: Rehearsal | null;
  when: When | null;
  /** Who would be told now. */
  people: number;
  byLanguage: Record<Language, number>;
  undoMs: number;
  plan: PlanStep[];
  reason: (PauseReason & { at: number | null }) | null;
  /** Null before it is open. */
  progress: Progress | null;
};

/** How far it is, once it is open. */
export type Progress = {
  armedBy: string;
  armedAt: number;
  undoUntil: number;
  /** Since when mails may leave. */
  sendingAt: number | null;
  endedAt: number | null;
  sums: Sums;
  /** Of those who wait: tried once, and again later. */
  later: number;
  /** Told as they confirmed later. */
  came: number;
  /** Until when who confirms is told too. */
  comeUntil: number;
  /** Null while nothing is sent. */
  outlook: Outlook | null;
  providers: Provider[];
};

export type Book = {
  purpose: Purpose;
  book: Interest;
  asked: number;
  isOut: boolean;
  state: AnnouncementState;
};

/** `suggested`: what stands there before the owner writes. */
export type WordsNow = {
  words: AnnouncementWords;
  suggested: AnnouncementWords;
  version: string;
  by: string | null;
  behind: Language[];
};

/** The mail in words that are not kept yet. */
export type TypedPreview = { html: string };

/** Somebody who was not told, and why, also in the mail server's own words. `canBeTold`: is still on the list, and can be reached. */
export type Untold = {
  id: number;
  address: string | null;
  why: MailWhy;
  reply: string | null;
  canBeTold: boolean;
};
/** `tellable`: how many of all of them can be told. */
export type UntoldPage = { people: Untold[]; next: number | null; tellable: number };

/** "Did she get it?" */
export type Asked =
  | { is: 'nobody' | 'not-asked' }
  | {
      is: 'sent' | 'late' | 'failed' | 'unknown' | 'skipped' | 'waiting';
      at: number | null;
      reply: string | null;
    };

/** What becomes of an hour that the owner names. `doubled`: of the two moments the owner says which. */
export type TimeAnswer =
  | { is: 'fine' | 'kept'; when: When; plan: PlanStep[] }
  | { is: 'unreadable' | 'zone' | 'past' | 'far' }
  | { is: 'skipped'; from: string; to: string }
  | { is: 'doubled'; choices: [number, number] };

/** `seen`: findings to look at that the owner has seen (`nameOf`); `people`: the number on the button. */
export type OpenOrder = { people: number; version: string; seen: string[]; isNow?: boolean };

/** The receiver of a test mail: whether it was one of ours, and what it says. */
export type SourceAnswer = { is: 'no-source' | 'other-mail' | 'not-rehearsed' | 'read' };

/** A test mail: `file`, without a mail server, `refused` in the server's words. */
export type TestAnswer = { is: 'sent' | 'file' } | { is: 'refused'; reply: string };
