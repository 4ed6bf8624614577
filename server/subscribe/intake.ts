import type { Intake } from '#server/db/intake.ts';
import type { SqlValue } from '#server/db/messages.ts';
import type { NewSubscription } from './subscription.ts';

/** What follows from a subscription, by the settings. */
export type FollowUp = { doubleOptIn: boolean; forward: boolean };

/** Confirmation mails to one address: whoever sends the form with somebody else's must not flood them. */
const MAILS_A_DAY = 1;
const MAILS_A_MONTH = 3;
const DAY = 24 * 60 * 60 * 1000;
const since = (days: number) => `o.created_at > CAST(:created_at AS BIGINT) - ${days * DAY}`;
const CONFIRMATIONS = `FROM outbox o WHERE o.subject = s.id AND o.kind = 'confirm' AND`;

/** First touch stands: for a known address only what its owner needs changes. */
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
    // Not null: its time, and that it is to happen at all. A suspected bot has none of them.
    { name: 'receipt_at', type: 'bigint', column: false },
    { name: 'confirm_at', type: 'bigint', column: false },
    { name: 'forward_at', type: 'bigint', column: false },
  ],
  following: [
    {
      table: 'consent_receipt',
      columns: [
        { name: 'subscription_id', from: 'id' },
        { name: 'event', from: { text: 'given' } },
        { name: 'version', from: { field: 'consent' } },
        { name: 'language', from: { field: 'language' } },
        { name: 'page', from: { text: '/soon' } },
        { name: 'at', from: { field: 'receipt_at' } },
      ],
      onlyIf: 'receipt_at',
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
    // A person whose first try looked like a bot's.
    `UPDATE subscription SET suspect = NULL
     WHERE key = :key AND suspect IS NOT NULL AND CAST(:suspect AS TEXT) IS NULL`,
    // Somebody who had left comes back. Who said "that was not me" (suppressed) does not, whoever asks.
    `UPDATE subscription SET state = :state, language = :language, consent = :consent, left_at = NULL,
       confirmed_at = CAST(:confirmed_at AS BIGINT)
     WHERE key = :key AND state = 'unsubscribed' AND CAST(:suspect AS TEXT) IS NULL`,
    // One receipt a day is evidence enough; more would let anybody fill the disk with one address.
    `INSERT INTO consent_receipt (subscription_id, event, version, language, page, at)
     SELECT s.id, 'given', :consent, :language, '/soon', CAST(:receipt_at AS BIGINT) FROM subscription s
     WHERE s.key = :key AND s.state IN ('pending', 'confirmed') AND CAST(:receipt_at AS BIGINT) IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = s.id AND r.event = 'given'
         AND r.at > CAST(:created_at AS BIGINT) - ${DAY})`,
    // Never a flood of mails to one address, however often a form is sent with it.
    `INSERT INTO outbox (kind, subject, due_at, created_at)
     SELECT 'confirm', s.id, CAST(:confirm_at AS BIGINT), CAST(:created_at AS BIGINT) FROM subscription s
     WHERE s.key = :key AND s.state = 'pending' AND s.suspect IS NULL AND CAST(:confirm_at AS BIGINT) IS NOT NULL
       AND (SELECT count(*) ${CONFIRMATIONS} ${since(1)}) < ${MAILS_A_DAY}
       AND (SELECT count(*) ${CONFIRMATIONS} ${since(30)}) < ${MAILS_A_MONTH}`,
  ],
};

/** The values of one subscription in the order of the fields above. */
export function intakeRow(
  { key, address, language, consent, source, suspect }: NewSubscription,
  { doubleOptIn, forward }: FollowUp,
  now: number,
): SqlValue[] {
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent, referrer, path } = source;
  const genuine = suspect === null ? now : null;
  const confirmed = doubleOptIn ? null : genuine;
  const state = confirmed === null ? 'pending' : 'confirmed';
  const origin = [utmSource, utmMedium, utmCampaign, utmTerm, utmContent, referrer, path];
  const columns = [key, address, language, state, suspect, consent, ...origin, now, confirmed];
  return [...columns, genuine, doubleOptIn ? genuine : null, forward ? genuine : null];
}
