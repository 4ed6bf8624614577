import { PATHS } from '#contract/pages.ts';
import { NEWS } from '#contract/newsletter.ts';
import { DAY } from '#contract/time.ts';
import type { SubscriptionRow } from './database.ts';

// SQL that SQLite and PostgreSQL share for storing a subscription.

/** The columns of a person's first source. */
export const SOURCE_COLUMNS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer',
  'path',
] as const;

/** The columns of `subscription` that a new row fills. */
export const COLUMNS = [
  'key',
  'address',
  'language',
  'state',
  'suspect',
  'consent',
  ...SOURCE_COLUMNS,
  'created_at',
  'confirmed_at',
] as const satisfies (keyof SubscriptionRow)[];

/** Unfinished rows of the outbox. Verbatim as in the index: SQLite uses it only then. */
export const OPEN = "state IN ('queued', 'retry', 'claimed', 'started') AND held_at IS NULL";

/** A receipt about the list, not about the newsletter alone. `r`: the alias of `consent_receipt`. */
export const ofList = (r: string) => `${r}.topic IS NULL`;

const POSTED = 'CAST(:created_at AS BIGINT)';
const AGREED = 'CAST(:receipt_at AS BIGINT)';
const BOOK = 'CAST(:book AS TEXT)';

/**
 * In so many days before `at`. Excludes dates from a clock that was ahead, which would count until then;
 * clocks of other machines may be ahead a little.
 */
const within = (days: number, column: string, at = POSTED) =>
  `(${column} > ${at} - ${days * DAY} AND ${column} < ${at} + ${DAY})`;

/** Of the latest receipt of an event, or -1. */
const latest = (column: 'id' | 'at', event: 'confirmed' | 'withdrawn') =>
  `coalesce((SELECT max(l.${column}) FROM consent_receipt l WHERE l.subscription_id = s.id AND l.event = '${event}'
    AND ${ofList('l')}), -1)`;

/** Confirmation mails per address: nobody may flood somebody else's mailbox with the form. */
const MAILS_A_DAY = 1;
const MAILS_A_MONTH = 3;
/** Counts mails queued, sent or pending in these days; not those skipped before sending, or on hold. */
const mailsIn = (days: number, sent: string, at: string) => `(SELECT count(*) FROM outbox o
  WHERE o.subject_id = s.id AND o.kind = 'confirm'
    AND (((${within(days, 'o.created_at', at)} AND o.state <> 'skipped' AND o.held_at IS NULL
        OR ${within(days, 'o.started_at', at)}) AND ${sent})
      OR ${OPEN}))`;
/**
 * Whether `s` may get another confirmation mail. A mail of today that was answered does not count: somebody
 * who has confirmed, left and come back needs another.
 */
export const mayBeAsked = (at: string) =>
  `${mailsIn(1, `o.created_at > ${latest('at', 'confirmed')}`, at)} < ${MAILS_A_DAY}
    AND ${mailsIn(30, 'TRUE', at)} < ${MAILS_A_MONTH}`;

/** When the mail of this post is due. Without double opt-in only people who come back get one. */
const mailDue = `coalesce(CAST(:confirm_at AS BIGINT), ${AGREED})`;

/** Receipts per address and day: more would let anybody fill the disk. */
const RECEIPTS_A_DAY = 3;
const receiptsToday = `FROM consent_receipt r
  WHERE r.subscription_id = s.id AND r.event = 'given' AND ${within(1, 'r.at')}`;

/** Of the receipt of a post. */
export const topicOf = (interest: string) => `CASE WHEN ${interest} = '${NEWS}' THEN '${NEWS}' END`;
const INTEREST = 'CAST(:interest AS TEXT)';
const asksForNews = `${INTEREST} IS NOT DISTINCT FROM '${NEWS}'`;
/** A stranger may have posted a confirmed address: for the newsletter its owner is asked (`list/news.ts`). */
const maySay = `(s.state = 'pending' OR s.state = 'confirmed' AND NOT ${asksForNews})`;

const isNewInterest = `(${INTEREST} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM interest i
  WHERE i.subscription_id = s.id AND i.product = :interest))`;

/** `s` has left, and has not asked for a book since. */
export const LEFT_SINCE = `EXISTS (SELECT 1 FROM consent_receipt w
  WHERE w.subscription_id = s.id AND w.event = 'withdrawn' AND ${ofList('w')}
  AND NOT EXISTS (SELECT 1 FROM consent_receipt r
    WHERE r.subscription_id = s.id AND r.event = 'given' AND r.page = '${PATHS.products}' AND r.id > w.id))`;

/** Queues a mail with `book` to `s`, a confirmed address. Both databases have locked its row before. */
export const bookMailTo = (book: string, at: string, due: string) =>
  `INSERT INTO outbox (kind, subject_id, payload, due_at, created_at)
    SELECT 'book', s.id, ${book}, ${due}, ${at} FROM subscription s`;

/**
 * One mail per book and day, even if somebody requests it for others' addresses. A mail skipped because they
 * had left does not count: they have come back.
 */
export const mayGetBook = (book: string, at: string) => `s.state = 'confirmed' AND s.suspect IS NULL
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = s.id AND o.kind = 'book' AND o.payload = ${book}
    AND (${within(1, 'o.created_at', at)} AND o.state <> 'skipped' AND o.held_at IS NULL
      OR ${within(1, 'o.started_at', at)} OR ${OPEN}))`;

/** `:name` is a value of the row. Runs only if the value `when` is not null. */
type Renewal = { when: keyof SubscriptionRow; sql: string };

/**
 * What a post for a known address does, on both databases, in this order. The first source stays. A person's
 * post updates the rest, a suspect's nothing. An address whose owner said "that was not me" (suppressed) gets
 * no mail any more, whoever asks.
 */
export const RENEWALS: readonly Renewal[] = [
  {
    // First, while the row still shows that this submission differs from the one it came from.
    when: 'forward_at',
    sql: `INSERT INTO outbox (kind, subject_id, due_at, created_at)
      SELECT 'forward', s.id, CAST(:forward_at AS BIGINT), ${POSTED} FROM subscription s
      WHERE s.key = :key AND (s.suspect IS NOT NULL OR s.state = 'unsubscribed')`,
  },
  {
    // For a former suspect, a person who had left, or a repeat with other words. Words and language go
    // together: a post without words keeps the stored ones.
    when: 'receipt_at',
    sql: `UPDATE subscription SET state = 'pending', suspect = NULL, left_at = NULL,
        confirmed_at = CASE WHEN undeliverable_at IS NULL THEN NULL ELSE confirmed_at END,
        language = CASE WHEN CAST(:consent AS TEXT) IS NULL AND consent IS NOT NULL THEN language
          ELSE CAST(:language AS TEXT) END,
        consent = coalesce(CAST(:consent AS TEXT), consent)
      WHERE key = :key AND state IN ('pending', 'unsubscribed')`,
  },
  {
    // Without double opt-in. Not for people who had left or bounced, or asked for the newsletter: anybody can send the form.
    when: 'confirmed_at',
    sql: `UPDATE subscription SET state = 'confirmed', confirmed_at = CAST(:confirmed_at AS BIGINT)
      WHERE key = :key AND state = 'pending' AND undeliverable_at IS NULL AND NOT EXISTS (SELECT 1 FROM consent_receipt r
        WHERE r.subscription_id = subscription.id AND r.event = 'withdrawn' AND ${ofList('r')})
        AND NOT EXISTS (SELECT 1 FROM interest i WHERE i.subscription_id = subscription.id AND i.product = '${NEWS}')`,
  },
  {
    // The same words may be agreed to once for each book, and again after leaving.
    when: 'receipt_at',
    sql: `INSERT INTO consent_receipt (subscription_id, event, version, language, page, at, topic)
      SELECT s.id, 'given', :consent, :language, :page, ${AGREED}, ${topicOf(INTEREST)} FROM subscription s
      WHERE s.key = :key AND ${maySay}
        AND (SELECT count(*) ${receiptsToday}) < ${RECEIPTS_A_DAY}
        AND (${isNewInterest} OR NOT EXISTS (SELECT 1 ${receiptsToday}
          AND r.id > ${latest('id', 'withdrawn')}
          AND r.version IS NOT DISTINCT FROM CAST(:consent AS TEXT) AND r.language = :language))`,
  },
  {
    // After the receipt, which checks whether the interest is new.
    when: 'interest',
    sql: `INSERT INTO interest (subscription_id, product, at)
      SELECT s.id, :interest, ${AGREED} FROM subscription s
      WHERE s.key = :key AND ${maySay} AND ${AGREED} IS NOT NULL AND ${isNewInterest}`,
  },
  {
    // For people on an imported list, or in a burst, who sign up again before their mail is due.
    when: 'receipt_at',
    sql: `UPDATE outbox SET due_at = ${mailDue}, created_at = ${POSTED}
      WHERE kind = 'confirm' AND state IN ('queued', 'retry') AND held_at IS NULL AND attempt = 0
        AND due_at > ${mailDue}
        AND subject_id = (SELECT s.id FROM subscription s WHERE s.key = :key AND s.state = 'pending')`,
  },
  {
    when: 'receipt_at',
    sql: `INSERT INTO outbox (kind, subject_id, due_at, created_at)
      SELECT 'confirm', s.id, ${mailDue}, ${POSTED} FROM subscription s
      WHERE s.key = :key AND s.state = 'pending'
        AND ${mayBeAsked(POSTED)}`,
  },
  {
    // A confirmed address, whoever posted it, is asked; not once it has the newsletter.
    when: 'receipt_at',
    sql: `INSERT INTO outbox (kind, subject_id, payload, due_at, created_at)
      SELECT 'confirm', s.id, '${NEWS}', ${mailDue}, ${POSTED} FROM subscription s
      WHERE s.key = :key AND s.state = 'confirmed' AND s.suspect IS NULL AND ${asksForNews} AND ${isNewInterest}
        AND ${mayBeAsked(POSTED)}`,
  },
  {
    // People who agreed to these words today and have left since agree again: they came back for a book.
    when: 'book',
    sql: `INSERT INTO consent_receipt (subscription_id, event, version, language, page, at)
      SELECT s.id, 'given', :consent, :language, :page, ${POSTED} FROM subscription s
      WHERE s.key = :key AND s.state = 'pending' AND ${LEFT_SINCE}`,
  },
  {
    // Only now: this very post may have confirmed the address.
    when: 'book',
    sql: `${bookMailTo(BOOK, POSTED, 'coalesce(CAST(:confirm_at AS BIGINT), CAST(:book_at AS BIGINT))')}
      WHERE s.key = :key AND ${mayGetBook(BOOK, POSTED)}`,
  },
  {
    // People confirmed by this very post may have asked for other books, when double opt-in was on.
    when: 'confirmed_at',
    sql: `${bookMailTo('i.product', POSTED, `coalesce(CAST(:book_at AS BIGINT), ${POSTED})`)}
      JOIN interest i ON i.subscription_id = s.id AND i.product <> '${NEWS}'
      WHERE s.key = :key AND s.confirmed_at = CAST(:confirmed_at AS BIGINT) AND ${mayGetBook('i.product', POSTED)}`,
  },
];
