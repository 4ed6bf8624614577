import type { MailKind } from '#contract/mails.ts';
import type { SubjectType } from '#server/store/schema.ts';
import type { Delivery } from './delivery.ts';

/** Concurrency by lane: a hanging delivery blocks no other lane. */
export const LANES = {
  confirmations: 4,
  others: 2,
  /** What a form service can take. */
  forwards: 5,
} as const;

export type Lane = keyof typeof LANES;

/** The rules for one kind of row. The outbox never knows what a row contains. */
export type KindRules = {
  /** The value of column `kind`; never reused. */
  name: string;
  /** The subject of its rows: they are cancelled when the subscriber leaves, and deleted with the subject. */
  subjectType: SubjectType | null;
  lane: Lane;
  /** Mails an hour that are always allowed (send-rate.ts). */
  anHour: number;
  /** Maximum retries after unknown outcomes. */
  unknownTries: number;
  /** Retention of ended rows in days. */
  keptDays: number;
  /** Sent rows are kept as long as their person. */
  keepsSent?: true;
  /** A mail to a visitor, whose links expire: resends get a new date, and are spread out (send-rate.ts). */
  toVisitor: boolean;
  /** All such mails to a person do the same, so only the newest is sent. */
  newestOnly: boolean;
  /** The alarm raised when it fails. */
  alarm: 'alarm-mail' | 'alarm-forward' | null;
};

/** Everything in the outbox is a mail, but for forwards to a form service. */
export function isMail({ lane }: KindRules): boolean {
  return lane !== 'forwards';
}

/** A row that a worker has claimed. */
export type Job = {
  id: number;
  kind: string;
  subjectId: number | null;
  payload: string | null;
  /** 1 for the first. */
  attempt: number;
  /** Earlier attempts with an unknown outcome. */
  unknownAttempts: number;
  createdAt: number;
  lease: string;
};

/** How a job ended; `skipped`: its subject is gone, `held`: it waits for the owner's approval. */
export type Outcome = Delivery | { outcome: 'skipped' | 'held'; reply: string };

/**
 * The handler of a kind: reads what is needed, changes nothing, and returns a function that sends. The job is
 * marked as started in between.
 */
export type Handler = (job: Job) => Promise<(() => Promise<Outcome>) | Outcome>;

/** One entry in kinds.ts. `handler`: null if the settings need no such rows. */
export type Kind<Deps> = KindRules & {
  name: MailKind;
  handler(deps: Deps): Handler | null;
};

/** As far back as a post counts mails to one address (store/subscription-sql.ts), plus some days. */
export const KEPT_DAYS = 35;
