import { setTimeout as wait } from 'node:timers/promises';
import { NEWSLETTER_PATH, PATHS } from '#contract/pages.ts';
import type { BookId } from '#contract/books.ts';
import { NEWS } from '#contract/newsletter.ts';
import type { Subscribe } from '#contract/subscribe.ts';
import type { Suspicion } from '#server/abuse/suspicion.ts';
import { dueAfter, type MailWait } from '#server/outbox/send-rate.ts';
import type { CommitOutcome, Database, SubscriptionRow } from '#server/store/database.ts';

/** An accepted subscription, before it has a row. */
export type NewSubscription = Subscribe & {
  /** Why it looks like a bot's; null: it does not. A suspect is stored, and gets no mail. */
  suspect: Suspicion | null;
  /** How long its mail has to wait; by default not at all. */
  mailWait?: MailWait;
};

export type SubscribeStore = {
  /**
   * `stored`: the row is committed and fsynced, now or by an earlier request for the same key. Otherwise
   * nothing is guaranteed and the person may retry.
   */
  add(subscription: NewSubscription): Promise<CommitOutcome>;
};

/** Minimum response time, longer than any without load: time must not show whether an address is known. */
const LEAST_MS = 5;
/** With SQLite more posts than this share a commit, so the time reveals nothing; none is delayed then. */
const FEW = 8;

/** What a subscription triggers, by the settings. `books`: those that are available. */
export type FollowUp = { doubleOptIn: boolean; forward: boolean; books?: readonly BookId[] };

/** Stores subscriptions, with all that must follow from them in the same transaction. */
export function createSubscribeStore(
  database: Pick<Database, 'kind' | 'add'>,
  follow: FollowUp,
  now: () => number,
): SubscribeStore {
  const most = database.kind === 'sqlite' ? FEW : Infinity;
  let underWay = 0;
  return {
    async add(subscription) {
      const least = underWay < most ? wait(LEAST_MS) : null;
      underWay++;
      try {
        const outcome = await database.add(subscriptionRow(subscription, follow, now()));
        await least;
        return outcome;
      } finally {
        underWay--;
      }
    },
  };
}

/** Builds the row for a subscription that arrives at `now`. */
export function subscriptionRow(
  { key, address, language, consent, source, suspect, mailWait, ...about }: NewSubscription,
  { doubleOptIn, forward, books = [] }: FollowUp,
  now: number,
): SubscriptionRow {
  const interest = about.interest ?? null;
  const genuine = suspect === null ? now : null;
  const asksFirst = mustConfirm(interest, doubleOptIn);
  const confirmed = asksFirst ? null : genuine;
  const due = genuine === null ? null : dueAfter(now, mailWait);
  const book = genuine !== null && interest !== null && books.includes(interest) ? interest : null;
  return {
    key,
    address,
    language,
    state: confirmed === null ? 'pending' : 'confirmed',
    suspect,
    consent,
    utm_source: source.utmSource,
    utm_medium: source.utmMedium,
    utm_campaign: source.utmCampaign,
    utm_term: source.utmTerm,
    utm_content: source.utmContent,
    referrer: source.referrer,
    path: source.path,
    created_at: now,
    confirmed_at: confirmed,
    receipt_at: genuine,
    confirm_at: asksFirst ? due : null,
    forward_at: forward ? genuine : null,
    page: formPageOf(interest),
    interest,
    book,
    book_at: book === null || doubleOptIn ? null : due,
  };
}

/** Who asks for the newsletter confirms in any case: it comes for years. */
export function mustConfirm(interest: string | null, doubleOptIn: boolean): boolean {
  return doubleOptIn || interest === NEWS;
}

/** The page with the form that asks for it. */
export function formPageOf(interest: string | null): string {
  if (interest === null) return PATHS.soon;
  return interest === NEWS ? NEWSLETTER_PATH : PATHS.products;
}
