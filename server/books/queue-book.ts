import { type Kysely, sql } from '#kysely';
import { PATHS } from '#contract/pages.ts';
import type { Interest } from '#contract/subscribe.ts';
import type { Intake } from '#server/store/intake.ts';
import type { SqlValue } from '#server/store/messages.ts';
import type { Tables } from '#server/store/schema.ts';
import { dueAfter } from '#server/outbox/room.ts';
import { type FollowUp, within } from '#server/list/intake.ts';
import type { NewSubscription } from '#server/list/subscription.ts';

// The row of the outbox stands in the same transaction as what it follows from: a post of a confirmed address, or the
// press that confirms it.

/**
 * A mail with `book` to `s`, a confirmed address; one in a day, whoever asks for it with the address of others. One that
 * was skipped, as they had left, does not count: they have come back. Both databases have the row of `s` locked before.
 * `at`: the time.
 */
const mailTo = (
  book: string,
  at: string,
  due: string | number,
) => `INSERT INTO outbox (kind, subject, payload, due_at, created_at)
  SELECT 'book', s.id, ${book}, ${due}, ${at} FROM subscription s`;
const isWelcome = (book: string, at: string) => `s.state = 'confirmed' AND s.suspect IS NULL
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject = s.id AND o.kind = 'book' AND o.payload = ${book}
    AND (${within(1, 'o.created_at', at)} AND o.state NOT IN ('skipped', 'held') OR ${within(1, 'o.started_at', at)}
      OR o.state IN ('queued', 'retry', 'claimed', 'started')))`;

/** `s` has left, and did not ask for a book since. */
const LEFT_SINCE = `EXISTS (SELECT 1 FROM consent_receipt w
  WHERE w.subscription_id = s.id AND w.event = 'withdrawn' AND NOT EXISTS (SELECT 1 FROM consent_receipt r
    WHERE r.subscription_id = s.id AND r.event = 'given' AND r.page = '${PATHS.products}' AND r.id > w.id))`;

const POSTED = 'CAST(:created_at AS BIGINT)';
const ASKED = 'CAST(:book AS TEXT)';
const DUE = 'coalesce(CAST(:confirm_at AS BIGINT), CAST(:book_at AS BIGINT))';

/** The intake where books are handed out. Without any it stays as it was: most addresses come for the opening alone. */
export function withBooks(intake: Intake): Intake {
  return {
    ...intake,
    fields: [
      ...intake.fields,
      // Not null: asked for by a person, and handed out.
      { name: 'book', type: 'text', column: false },
      // When its mail is due, where a new address counts at once.
      { name: 'book_at', type: 'bigint', column: false },
    ],
    following: [
      ...intake.following,
      {
        table: 'outbox',
        columns: [
          { name: 'kind', from: { text: 'book' } },
          { name: 'subject', from: 'id' },
          { name: 'payload', from: { field: 'book' } },
          { name: 'due_at', from: { field: 'book_at' } },
          { name: 'created_at', from: { field: 'created_at' } },
        ],
        onlyIf: 'book_at',
      },
    ],
    known: [
      ...intake.known,
      {
        // Who agreed to these words today already, but has left since, agrees anew; it tells that they came back for a book.
        onlyIf: 'book',
        sql: `INSERT INTO consent_receipt (subscription_id, event, version, language, page, at)
          SELECT s.id, 'given', :consent, :language, :page, ${POSTED} FROM subscription s
          WHERE s.key = :key AND s.state = 'pending' AND ${LEFT_SINCE}`,
      },
      {
        // Last: the address may have been confirmed by this very post.
        onlyIf: 'book',
        sql: `${mailTo(ASKED, POSTED, DUE)} WHERE s.key = :key AND ${isWelcome(ASKED, POSTED)}`,
      },
    ],
  };
}

/** The values of the fields that `withBooks` adds. `books`: those that are handed out. */
export function bookValues(
  { interest, suspect, mailWait }: NewSubscription,
  { doubleOptIn }: FollowUp,
  books: readonly Interest[],
  now: number,
): SqlValue[] {
  const book = suspect === null && interest !== undefined && books.includes(interest) ? interest : null;
  return [book, book === null || doubleOptIn ? null : dueAfter(now, mailWait)];
}

/**
 * Queues the books that people have asked for whose addresses have just been confirmed. `trx`: the transaction of that.
 * Who had left and came back without asking for a book gets none.
 */
export async function queueBooks(
  trx: Kysely<Tables>,
  ids: readonly number[],
  books: readonly Interest[],
): Promise<void> {
  if (ids.length === 0 || books.length === 0) return;
  await sql`${sql.raw(mailTo('i.product', 's.confirmed_at', 's.confirmed_at'))}
    JOIN interest i ON i.subscription_id = s.id
    WHERE s.id IN (${sql.join(ids)}) AND i.product IN (${sql.join(books)})
      AND ${sql.raw(isWelcome('i.product', 's.confirmed_at'))} AND NOT ${sql.raw(LEFT_SINCE)}
    ORDER BY s.id, i.product`.execute(trx);
}
