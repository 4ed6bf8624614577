import { PATHS } from '#contract/pages.ts';
import type { Intake } from '#server/store/intake.ts';
import type { SqlValue } from '#server/store/messages.ts';
import { dueAfter } from '#server/outbox/room.ts';
import type { NewSubscription } from './subscription.ts';

/** What follows from a subscription, by the settings. */
export type FollowUp = { doubleOptIn: boolean; forward: boolean };

const DAY = 24 * 60 * 60 * 1000;
/**
 * In so many days before `at`. Not what a clock that was ahead has dated: it would count until then. Those of other
 * machines may be ahead a little.
 */
export const within = (days: number, column: string, at = 'CAST(:created_at AS BIGINT)') =>
  `(${column} > ${at} - ${days * DAY} AND ${column} < ${at} + ${DAY})`;

/** Of the latest receipt of an event, or -1. */
const latest = (column: 'id' | 'at', event: 'confirmed' | 'withdrawn') =>
  `coalesce((SELECT max(l.${column}) FROM consent_receipt l WHERE l.subscription_id = s.id AND l.event = '${event}'), -1)`;

/** Confirmation mails to one address: whoever sends the form with somebody else's must not flood them. */
const MAILS_A_DAY = 1;
const MAILS_A_MONTH = 3;
/** Written, sent, or still to be sent in these days; not what was stopped before it began to leave, or waits for the owner. */
const mailsIn = (days: number, sent: string) => `(SELECT count(*) FROM outbox o
  WHERE o.subject = s.id AND o.kind = 'confirm'
    AND (((${within(days, 'o.created_at')} AND o.state NOT IN ('skipped', 'held') OR ${within(days, 'o.started_at')}) AND ${sent})
      OR o.state IN ('queued', 'retry', 'claimed', 'started')))`;
/** One that was answered does not count: who has confirmed, left and comes back needs another. */
const mailsToday = mailsIn(1, `o.created_at > ${latest('at', 'confirmed')}`);
const mailsThisMonth = mailsIn(30, 'TRUE');

/** When the mail of this post is due. Without double opt-in only who comes back gets one. */
const mailDue = 'coalesce(CAST(:confirm_at AS BIGINT), CAST(:receipt_at AS BIGINT))';

/** Receipts of one address in a day: more would let anybody fill the disk with it. */
const RECEIPTS_A_DAY = 3;
const receiptsToday = `FROM consent_receipt r
  WHERE r.subscription_id = s.id AND r.event = 'given' AND ${within(1, 'r.at')}`;

const isNewInterest = `(CAST(:interest AS TEXT) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM interest i
  WHERE i.subscription_id = s.id AND i.product = :interest))`;

/**
 * Where somebody came from first, stands. Of a known address a person's post changes the rest, a suspect's nothing.
 * Who said "that was not me" (suppressed) gets no mail any more, whoever asks.
 */
export const SUBSCRIPTION_INTAKE: Intake = {
  table: 'subscription',
  key: 'key',
  fields: [
    ...[
      'key',
      'address',
      'language',
      'state',
      'suspect',
      'consent',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'referrer',
      'path',
    ].map((name) => ({ name, type: 'text' as const, column: true })),
    { name: 'created_at', type: 'bigint', column: true },
    { name: 'confirmed_at', type: 'bigint', column: true },
    // Not null: when it is due, and that it is to happen at all. A suspected bot has none of them.
    { name: 'receipt_at', type: 'bigint', column: false },
    { name: 'confirm_at', type: 'bigint', column: false },
    { name: 'forward_at', type: 'bigint', column: false },
    { name: 'page', type: 'text', column: false },
    { name: 'interest', type: 'text', column: false },
  ],
  following: [
    {
      table: 'consent_receipt',
      columns: [
        { name: 'subscription_id', from: 'id' },
        { name: 'event', from: { text: 'given' } },
        { name: 'version', from: { field: 'consent' } },
        { name: 'language', from: { field: 'language' } },
        { name: 'page', from: { field: 'page' } },
        { name: 'at', from: { field: 'receipt_at' } },
      ],
      onlyIf: 'receipt_at',
    },
    {
      // Also of a suspect: should the owner let it in, it is still known what it was about.
      table: 'interest',
      columns: [
        { name: 'subscription_id', from: 'id' },
        { name: 'product', from: { field: 'interest' } },
        { name: 'at', from: { field: 'created_at' } },
      ],
      onlyIf: 'interest',
    },
    ...(['confirm', 'forward'] as const).map((kind) => ({
      table: 'outbox',
      columns: [
        { name: 'kind', from: { text: kind } },
        { name: 'subject', from: 'id' as const },
        { name: 'due_at', from: { field: `${kind}_at` } },
        { name: 'created_at', from: { field: 'created_at' } },
      ],
      onlyIf: `${kind}_at`,
    })),
  ],
  known: [
    {
      // First, while the row still tells that this submission is another one than the one it came from.
      onlyIf: 'forward_at',
      sql: `INSERT INTO outbox (kind, subject, due_at, created_at)
        SELECT 'forward', s.id, CAST(:forward_at AS BIGINT), CAST(:created_at AS BIGINT) FROM subscription s
        WHERE s.key = :key AND (s.suspect IS NOT NULL OR s.state = 'unsubscribed')`,
    },
    {
      // A person whose first try looked like a bot's, somebody who had left, or another try with other words. They and their
      // language are one: who names none, takes away none.
      onlyIf: 'receipt_at',
      sql: `UPDATE subscription SET state = 'pending', suspect = NULL, confirmed_at = NULL, left_at = NULL,
          language = CASE WHEN CAST(:consent AS TEXT) IS NULL AND consent IS NOT NULL THEN language
            ELSE CAST(:language AS TEXT) END,
          consent = coalesce(CAST(:consent AS TEXT), consent)
        WHERE key = :key AND state IN ('pending', 'unsubscribed')`,
    },
    {
      // Without double opt-in. Not who had left: a form, which anybody can send, must not undo that.
      onlyIf: 'confirmed_at',
      sql: `UPDATE subscription SET state = 'confirmed', confirmed_at = CAST(:confirmed_at AS BIGINT)
        WHERE key = :key AND state = 'pending' AND NOT EXISTS (SELECT 1 FROM consent_receipt r
          WHERE r.subscription_id = subscription.id AND r.event = 'withdrawn')`,
    },
    {
      // The same words may be agreed to once for each book, and again by who has left.
      onlyIf: 'receipt_at',
      sql: `INSERT INTO consent_receipt (subscription_id, event, version, language, page, at)
        SELECT s.id, 'given', :consent, :language, :page, CAST(:receipt_at AS BIGINT) FROM subscription s
        WHERE s.key = :key AND s.state IN ('pending', 'confirmed')
          AND (SELECT count(*) ${receiptsToday}) < ${RECEIPTS_A_DAY}
          AND (${isNewInterest} OR NOT EXISTS (SELECT 1 ${receiptsToday}
            AND r.id > ${latest('id', 'withdrawn')}
            AND r.version IS NOT DISTINCT FROM CAST(:consent AS TEXT) AND r.language = :language))`,
    },
    {
      // After the receipt, which asks whether it is new.
      onlyIf: 'interest',
      sql: `INSERT INTO interest (subscription_id, product, at)
        SELECT s.id, :interest, CAST(:receipt_at AS BIGINT) FROM subscription s
        WHERE s.key = :key AND s.state IN ('pending', 'confirmed') AND CAST(:receipt_at AS BIGINT) IS NOT NULL
          AND ${isNewInterest}`,
    },
    {
      // Who is on an imported list, or came among many, and asks again before it was that mail's turn.
      onlyIf: 'receipt_at',
      sql: `UPDATE outbox SET due_at = ${mailDue}, created_at = CAST(:created_at AS BIGINT)
        WHERE kind = 'confirm' AND state IN ('queued', 'retry') AND attempt = 0 AND due_at > ${mailDue}
          AND subject = (SELECT s.id FROM subscription s WHERE s.key = :key AND s.state = 'pending')`,
    },
    {
      onlyIf: 'receipt_at',
      sql: `INSERT INTO outbox (kind, subject, due_at, created_at)
        SELECT 'confirm', s.id, ${mailDue}, CAST(:created_at AS BIGINT) FROM subscription s
        WHERE s.key = :key AND s.state = 'pending'
          AND ${mailsToday} < ${MAILS_A_DAY} AND ${mailsThisMonth} < ${MAILS_A_MONTH}`,
    },
  ],
};

/** The values of one subscription in the order of the fields above. */
export function intakeRow(
  { key, address, language, consent, interest, source, suspect, mailWait }: NewSubscription,
  { doubleOptIn, forward }: FollowUp,
  now: number,
): SqlValue[] {
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent, referrer, path } = source;
  const genuine = suspect === null ? now : null;
  const confirmed = doubleOptIn ? null : genuine;
  const state = confirmed === null ? 'pending' : 'confirmed';
  const origin = [utmSource, utmMedium, utmCampaign, utmTerm, utmContent, referrer, path];
  const columns = [key, address, language, state, suspect, consent, ...origin, now, confirmed];
  const page = interest === undefined ? PATHS.soon : PATHS.products;
  const confirmDue = genuine !== null && doubleOptIn ? dueAfter(now, mailWait) : null;
  const follows = [genuine, confirmDue, forward ? genuine : null];
  return [...columns, ...follows, page, interest ?? null];
}
