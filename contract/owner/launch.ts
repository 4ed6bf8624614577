import type { AnnouncementWords, LetterPicture, WordsField } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import type { BookId } from '#contract/books.ts';
import type { A_MONTH } from '#contract/newsletter.ts';
import type { AccountHeld, MailsGo, MailWhy } from './delivery.ts';
import type { DraftRow, Presence } from './site.ts';

/** The purposes of announcements: people are emailed for no other, and once for each (docs/owner.md). */
export type Purpose = 'launch' | `book:${BookId}` | `letter:${number}`;

export type AnnouncementState = 'draft' | 'scheduled' | 'undo' | 'sending' | 'paused' | 'done' | 'stopped';

type Level = 'ok' | 'warning' | 'problem';
export type FindingGroup = 'mails' | 'site' | 'domain' | 'test' | 'backup';

/** The findings of a launch check: group and severity. The reader supplies the words. */
export const FINDINGS = {
  'settings-ok': ['site', 'ok'],
  /** `says`: the code of a health check finding, with its values. */
  'setting-careless': ['site', 'warning'],
  'setting-wrong': ['site', 'problem'],
  'pages-ok': ['site', 'ok'],
  'pages-old': ['site', 'warning'],
  'pages-broken': ['site', 'problem'],
  /** `part`: a TemplatePart, `text`: where to change it. */
  'template-kept': ['site', 'warning'],
  /** Nobody decided whether the mail asks for the newsletter. `text`: where to. */
  'not-asked': ['site', 'warning'],
  /** More newsletters than promised. `last`: when the last one went out, `from`: from when on this one keeps the promise. */
  'too-soon': ['mails', 'warning'],
  'words-ok': ['mails', 'ok'],
  'words-lacking': ['mails', 'problem'],
  /** `link`: where it may not lead. */
  'words-link': ['mails', 'problem'],
  'picture-missing': ['mails', 'problem'],
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
  /** Development: `folder`. */
  'server-files': ['mails', 'warning'],
  'server-none': ['mails', 'problem'],
  'server-sealed': ['mails', 'problem'],
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

/** `values` fill the words; `text` among them is for the server administrator. */
export type LaunchFinding<Code extends FindingCode = FindingCode> = {
  code: Code;
  values: Record<string, string | number>;
};

/** Of the check itself: not of a test email, nor of what the dashboard alone sends. */
export type CheckFinding = LaunchFinding<Exclude<FindingCode, `test-${string}` | 'too-soon'>>;

export function groupOf({ code }: LaunchFinding): FindingGroup {
  return FINDINGS[code][0];
}

export function levelOf({ code }: LaunchFinding): Level {
  return FINDINGS[code][1];
}

/** The name by which the owner marks it as seen. */
export function findingName({ code, values }: LaunchFinding): string {
  const { text = '' } = values;
  return `${code}:${text}`;
}

/** `isOld`: words, settings or pages have changed since. `stopped`: also if the server ended midway. */
export type Rehearsal = {
  state: 'running' | 'ended' | 'stopped';
  isOld: boolean;
  startedAt: number;
  endedAt: number | null;
  /** The group being checked. */
  doing: FindingGroup | null;
  /** Mails built so far, and in total. */
  made: { n: number; total: number };
  findings: LaunchFinding[];
};

/** The launch time that the owner chose. `at`: wall time such as `2026-12-01 09:00`. */
export type LaunchTime =
  | { is: 'now'; zone: string }
  | { is: 'at'; at: string; zone: string; opensAt: number };

/** The planned steps. `enough`: the daily cap of the first day, `next`: this many more on each later day. */
export type PlanStep =
  | { is: 'open' | 'done'; at: number }
  | { is: 'wave' | 'enough'; at: number; n: number }
  | { is: 'pace'; at: number; aMinute: number }
  | { is: 'next'; at: number; n: number; days: number }
  | { is: 'rest'; at: number; n: number; until: number };

/** The outlook while it is being sent. `looking`: waits for delivery events of the first wave. */
export type Outlook =
  | { is: 'looking'; n: number; until: number }
  | { is: 'enough'; goesOnAt: number }
  /** The owner's mail account refuses all mails. */
  | ({ is: 'refused' } & AccountHeld)
  | { is: 'going'; aMinute: number; lastAt: number }
  | { is: 'share'; aMinute: number; until: number; goesOnAt: number; lastAt: number };

export type Sums = {
  /** All recipients. */
  all: number;
  waiting: number;
  started: number;
  /** Accepted by a mail server. */
  sent: number;
  /** Written to files (development): nobody got them. */
  files: number;
  failed: number;
  unknown: number;
  /** Had left before, or were erased. */
  skipped: number;
};

/** Those with nothing left to do. */
export function endedOf({ all, waiting, started }: Sums): number {
  return all - waiting - started;
}

/**
 * A mail provider, by email domain; the unnamed rest is one entry, with the number of its `domains`.
 * `slowed`: it asked us to slow down.
 */
export type Provider = {
  name: string;
  domains: number;
  sent: number;
  waiting: number;
  failed: number;
  pace: 'normal' | 'slowed' | 'refused';
};

/** Why it is paused. The reader supplies the words. */
export type PauseReason =
  | { why: 'owner'; by?: string }
  /** Its scheduled time was more than six hours ago when the server noticed. */
  | { why: 'late' }
  /** The clock jumped while it was scheduled. */
  | { why: 'clock' }
  /** The store is not the one in which the launch was set: restored, or copied. */
  | { why: 'moved' }
  | { why: 'failed' | 'unknown'; of: number; n: number }
  /** The book is not available. */
  | { why: 'book' }
  /** The store lacks the file of its picture. */
  | { why: 'picture' }
  /** The page of a newsletter did not come in time. */
  | { why: 'page' }
  /** The site, to which a newsletter leads, is not live. */
  | { why: 'closed' }
  /** By an older version: one provider refuses us, not the recipients. The account's refusals pause nothing now. */
  | { why: 'refused'; provider: string; reply: string }
  /** No mail server is set, or its account cannot be opened. */
  | { why: 'mail-server' }
  /** The mail server lets us send nothing: wrong password, or the sender is not allowed. */
  | { why: 'locked-out'; reply: string };

/** The page of a newsletter. `isShown`: its owner wants it; `isUp`: it answers. `loads`: pages that were opened from its emails; `signups`: confirmed people who came by those. */
export type LetterPageNow = { slug: string; isShown: boolean; isUp: boolean; loads: number; signups: number };

/** The full state of one announcement. Times are milliseconds since 1970. */
export type AnnouncementNow = {
  /** The server's clock. */
  now: number;
  purpose: Purpose;
  state: AnnouncementState;
  isOpen: boolean;
  siteUrl: string;
  mailsGo: MailsGo;
  /** The domain of the sender. */
  domain: string;
  /** The address for mails to the owner; null: none. */
  ownerEmail: string | null;
  /** The heading of a newsletter, as far as it is written; empty for others. */
  title: string;
  /** What forbids to send it now; `title`: of the newsletter that is under way. */
  waitsFor: { is: 'site' } | { is: 'letter'; title: string } | null;
  /** Changes with each change of the words. */
  wordsVersion: string;
  words: { at: number | null; behind: Language[]; lacking: Language[]; written: Language[] };
  rehearsal: Rehearsal | null;
  when: LaunchTime | null;
  /** The current number of recipients, and in which language they get it. */
  people: number;
  byLanguage: Record<Language, number>;
  /** Who asked for it, by the language they read; some may get it in another one, or not at all. */
  readers: Record<Language, number>;
  undoMs: number;
  plan: PlanStep[];
  reason: (PauseReason & { at: number | null }) | null;
  /** Null: it is not a newsletter. */
  page: LetterPageNow | null;
  /** Null before it is open. */
  progress: Progress | null;
};

/** The progress once it is open. */
export type Progress = {
  armedBy: string;
  armedAt: number;
  undoUntil: number;
  /** Since when mails may leave. */
  sendingAt: number | null;
  endedAt: number | null;
  sums: Sums;
  /** Who got it is deleted, as promised; the sums stay. */
  isForgotten: boolean;
  /** Waiting for a retry. */
  later: number;
  /** Left the list since their mail began, or the newsletter if it was one. */
  left: number;
  /** Emailed because they confirmed later. */
  came: number;
  /** Until when late confirmations still get the mail. */
  comeUntil: number;
  /** Null while nothing is sent. */
  outlook: Outlook | null;
  providers: Provider[];
};

/** A book by its title in each language. */
export type BookTitle = { book: BookId; title: Record<Language, string> };

/** An announcement: a newsletter, a book, or the launch unless it is a draft. `at`: when it was written, goes out, or went out. */
export type LetterRow = {
  purpose: Purpose;
  state: AnnouncementState;
  /** Its heading in the first language that has one; of another announcement its subject; of a book not announced its title. */
  title: string;
  written: Language[];
  lacking: Language[];
  behind: Language[];
  at: number | null;
  sent: number;
  /** Pages that were opened from it; 0 for others than newsletters. */
  loads: number;
  /** Of a book: how many asked for it, and whether it is handed out. */
  book: { asked: number; isOut: boolean } | null;
};

/** `isOpen`: whether the site is live. `people`: who gets the newsletter. */
export type LettersNow = {
  isOpen: boolean;
  aMonth: (typeof A_MONTH)[number] | null;
  people: Record<Language, number>;
  letters: LetterRow[];
};

/** POST /letters: the draft that was made. */
export type LetterMade = { purpose: Purpose };

/** `suggested`: the default before the owner writes. */
export type WordsNow = {
  words: AnnouncementWords;
  suggested: AnnouncementWords;
  /** The fields that somebody has written, by their names (AnnouncementField). */
  rows: DraftRow[];
  /** Those whose other language has changed since, or the picture that they describe. */
  checks: WordsField[];
  /** Other owners who edit right now. */
  others: Presence[];
};

/** POST /picture: what is saved as the field `picture`. */
export type PictureDrawn = LetterPicture;

/** POST /words/save, with a `SavePosted`. `conflict`: somebody else has written the field since; null: it is not stored any more. */
export type WordsSaved = { is: 'saved'; row: DraftRow } | { is: 'conflict'; current: DraftRow | null };

/** A person who was not emailed, and why. `canBeTold`: is still on the list and reachable. */
export type NotReached = {
  id: number;
  address: string | null;
  why: MailWhy;
  reply: string | null;
  canBeTold: boolean;
};
/** `tellable`: how many can be emailed in total. */
export type UntoldPage = { people: NotReached[]; next: number | null; tellable: number };

/** "Did she get it?" */
export type RecipientAnswer =
  | { is: 'nobody' | 'not-asked' }
  | {
      is: 'sent' | 'late' | 'file' | 'failed' | 'unknown' | 'skipped' | 'waiting';
      at: number | null;
      reply: string | null;
    };

/** The answer to a chosen time. `doubled`: the owner picks one of two moments. */
export type TimeAnswer =
  | { is: 'fine' | 'kept'; when: LaunchTime; plan: PlanStep[] }
  | { is: 'unreadable' | 'zone' | 'past' | 'far' }
  | { is: 'skipped'; from: string; to: string }
  | { is: 'doubled'; choices: [number, number] };

/** `seen`: warnings that the owner has seen (`findingName`); `people`: the number on the button; `opensAt`: the stored time, null: none. */
export type OpenOrder = {
  people: number;
  opensAt: number | null;
  version: string;
  seen: string[];
  isNow?: boolean;
};

/** The answer to a pasted test mail: whether it was ours, and could be read. */
export type SourceAnswer = { is: 'no-source' | 'other-mail' | 'not-rehearsed' | 'read' };

/** The result of a test mail: `file`: there is no mail server; `refused`: in the server's words. */
export type TestAnswer = { is: 'sent' | 'file' } | { is: 'refused'; reply: string };
