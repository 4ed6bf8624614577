import type { MailKind } from '#contract/mails.ts';
import type { SubjectType } from '#server/store/schema.ts';
import type { Handler } from './worker.ts';

/** How many rows are under way at once, by lane: what hangs in one holds up nothing in another. */
export const LANES = {
  confirmations: 4,
  others: 2,
  /** What a form service bears. */
  forwards: 5,
} as const;

export type Lane = keyof typeof LANES;

/** What the outbox goes by with one kind of row. It never knows what the row carries. */
export type KindRules = {
  /** In the column `kind`; never given to another one. */
  name: string;
  /** What its rows are about: they are stopped when the subscriber leaves, and deleted with the subscriber or the message. */
  subjectType: SubjectType | null;
  lane: Lane;
  /** So many an hour may always leave (send-rate.ts). */
  anHour: number;
  /** How often it is tried again after attempts whose end nobody knows. */
  unknownTries: number;
  /** Days that its row is kept after its end. */
  keptDays: number;
  /** What was sent is kept as long as its person. */
  keepsSent?: true;
  /** A mail to a visitor, with links that count from its date: what the owner sends again is dated anew, and spread (send-rate.ts). */
  toVisitor: boolean;
  /** All such mails to one person do the same, so that only the newest goes. */
  newestOnly: boolean;
  /** The alarm that tells the owner when it fails. */
  alarm: 'alarm-mail' | 'alarm-forward' | null;
};

/** One entry in kinds.ts. `handler`: null where the settings ask for no such row. */
export type Kind<Deps> = KindRules & {
  name: MailKind;
  handler(deps: Deps): Handler | null | Promise<Handler | null>;
};

/** As far back as a post looks on mails sent to one address (store/subscription-sql.ts), and some days. */
export const KEPT_DAYS = 35;
