import { languageFor } from '#contract/announcement.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { Sums, Purpose } from '#contract/owner/launch.ts';
import { HAS_BOOK, IS_FILE } from '#server/outbox/conditions.ts';
import type { Database } from '#server/store/database.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { RecipientState, Tables } from '#server/store/schema.ts';
import { inChunks } from '#server/store/in-chunks.ts';
import type { Announcement } from './rows.ts';
import { NEWS } from '#contract/newsletter.ts';
import { getsNews } from '#server/list/news.ts';
import type { Recipient } from './rows.ts';
import { isBeforeOpening } from '#server/stage/opening.ts';
import { rulesOf } from './purposes.ts';

/**
 * People in one transaction. SQLite writes one after the other: 2 to 3 ms of work, so that sign-ups do not notice. With
 * PostgreSQL nobody waits, and most of a small part would be round trips.
 */
const PART = { sqlite: 500, postgres: 5_000 };
const CHUNK = 500;

/**
 * Queues one part of the recipients: confirmed people who are not suspected bots, and asked for it. Safe to repeat. Returns false once all are queued.
 */
export async function enqueuePart(
  { kind, write }: Pick<Database, 'kind' | 'write'>,
  announcement: Announcement,
): Promise<boolean> {
  const { id, armed_at, enqueue_cursor, enqueue_end } = announcement;
  if (enqueue_end === null || armed_at === null || enqueue_cursor >= enqueue_end) return false;
  await write.transaction().execute(async (trx) => {
    const upTo = await endOfPart(trx, PART[kind], enqueue_cursor, enqueue_end);
    const { numUpdatedRows } = await trx
      .updateTable('announcement')
      .set({ enqueue_cursor: upTo })
      .where('id', '=', id)
      // Fails if another process has queued this part, or the launch was undone.
      .where('enqueue_cursor', '=', enqueue_cursor)
      .where('armed_at', '=', armed_at)
      .where('state', 'in', ['undo', 'sending', 'paused'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    // SQLite runs one write transaction at a time.
    if (kind === 'postgres') await awaitConfirming(trx, enqueue_cursor, upTo);
    await forgetEarlier(trx, id, enqueue_cursor, upTo, armed_at);
    const part = audience(trx, announcement, { after: enqueue_cursor, upTo });
    const at = sql<number>`CAST(${armed_at} AS BIGINT)`;
    await trx
      .insertInto('announcement_recipient')
      .columns(['announcement_id', 'subscription_id', 'state', 'due_at', 'language', 'consent', 'added_at'])
      .expression(
        part.select([
          sql<number>`CAST(${id} AS BIGINT)`.as('announcement_id'),
          's.id',
          sql<RecipientState>`'queued'`.as('state'),
          at.as('due_at'),
          's.language',
          's.consent',
          at.as('added_at'),
        ]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return true;
}

/** Waits for confirmations begun before the announcement was opened: they have not added their person. */
async function awaitConfirming(trx: Transaction<Tables>, after: number, upTo: number): Promise<void> {
  await trx
    .selectFrom('subscription')
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('state', '=', 'pending')
    .forShare()
    .execute();
}

/** The people of one part, by id. */
type Part = { after: number; upTo: number };

const isIn = (part: Part | null, id: string) =>
  part === null
    ? sql<boolean>`TRUE`
    : sql<boolean>`(${sql.ref(id)} > ${part.after} AND ${sql.ref(id)} <= ${part.upTo})`;

/** Returns whether recipients may still have to be queued. */
export function isEnqueuing({ state, enqueue_cursor, enqueue_end }: Announcement): boolean {
  return ['undo', 'sending', 'paused'].includes(state) && enqueue_cursor < (enqueue_end ?? 0);
}

async function endOfPart(
  trx: Transaction<Tables>,
  people: number,
  after: number,
  end: number,
): Promise<number> {
  const last = await trx
    .selectFrom('subscription')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .offset(people - 1)
    .limit(1)
    .executeTakeFirst();
  return Math.min(last?.id ?? end, end);
}

/** Deletes the recipients from before an undo. */
async function forgetEarlier(
  trx: Transaction<Tables>,
  announcement: number,
  after: number,
  upTo: number,
  armedAt: number,
): Promise<void> {
  await trx
    .deleteFrom('announcement_recipient')
    .where('announcement_id', '=', announcement)
    .where('subscription_id', '>', after)
    .where('subscription_id', '<=', upTo)
    .where('added_at', '<', armedAt)
    .execute();
}

/** How many mails of each announcement were sent, by its id; without those whose rows are deleted. */
export async function countSent(query: Kysely<Tables>): Promise<Map<number, number>> {
  const rows = await query
    .selectFrom('announcement_recipient')
    .select(['announcement_id as id', (row) => row.fn.countAll<number>().as('n')])
    .where(sql<boolean>`(state = 'sent' AND NOT ${IS_FILE})`)
    .groupBy('announcement_id')
    .execute();
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}

export async function countRecipients(query: Kysely<Tables>, announcement: number): Promise<Sums> {
  return sumsOf(await countByState(query, announcement));
}

export type ByState = Partial<Record<RecipientState | 'files', number>>;

export const END = sql<RecipientState | 'files'>`CASE WHEN ${IS_FILE} THEN 'files' ELSE state END`;

/** With those whose rows are deleted. */
export async function countByState(query: Kysely<Tables>, announcement: number): Promise<ByState> {
  const rows = await query
    .selectFrom('announcement_recipient')
    .select([END.as('end'), (row) => row.fn.countAll<number>().as('n')])
    .where('announcement_id', '=', announcement)
    .groupBy('end')
    .execute();
  const one = query.selectFrom('announcement').select('sums').where('id', '=', announcement);
  return withEnds(
    (await one.executeTakeFirst())?.sums ?? null,
    rows.map(({ end, n }) => [end, Number(n)]),
  );
}

/** `sums`: as stored. */
export function withEnds(sums: string | null, ends: readonly [end: keyof ByState, n: number][]): ByState {
  const all = JSON.parse(sums ?? '{}') as ByState;
  for (const [end, n] of ends) all[end] = (all[end] ?? 0) + n;
  return all;
}

export function sumsOf(byState: ByState): Sums {
  const { queued = 0, retry = 0, started = 0, sent = 0, files = 0 } = byState;
  const { failed = 0, unknown = 0, skipped = 0 } = byState;
  const waiting = queued + retry;
  const all = waiting + started + sent + files + failed + unknown + skipped;
  return { all, waiting, started, sent, files, failed, unknown, skipped };
}

/** What is announced: who gets it depends on the languages in which it is written. */
export type Told = Pick<Announcement, 'purpose' | 'words'>;

/** Counts who would be emailed if it were opened now. */
export async function countAudience(query: Kysely<Tables>, told: Told): Promise<number> {
  return countRows(audience(query, told));
}

/** Counts who asked for it, by the language they read. */
export async function countAudienceByLanguage(
  query: Kysely<Tables>,
  purpose: Purpose,
): Promise<Record<Language, number>> {
  const rows = await asking(query, purpose)
    .select(['s.language', (row) => row.fn.countAll<number>().as('n')])
    .groupBy('s.language')
    .execute();
  const counted = new Map(rows.map(({ language, n }) => [language, Number(n)]));
  return inEach((language) => counted.get(language) ?? 0);
}

/** Yields the same people in chunks. */
export function readAudience(query: Kysely<Tables>, told: Told): AsyncGenerator<Recipient[]> {
  return inChunks((after) =>
    audience(query, told, { after, upTo: Number.MAX_SAFE_INTEGER })
      .select(['s.id', 's.key', 's.address', 's.language', 's.created_at as askedAt'])
      .select([sql<number>`0`.as('attempt'), getsNews('s').as('getsNews')])
      .orderBy('s.id')
      .limit(CHUNK)
      .execute(),
  );
}

/** Those of `asking` who get it in some language. */
function audience(query: Kysely<Tables>, { purpose, words }: Told, part: Part | null = null) {
  const left = LANGUAGES.filter((language) => languageFor(purpose, words, language) === null);
  return asking(query, purpose, part).$if(left.length > 0, (all) => all.where('s.language', 'not in', left));
}

/**
 * The launch is announced to those who came before it, a book to those who asked for it and have not got it yet, a newsletter
 * to its readers. `part` also bounds what is joined: PostgreSQL would read all of it for each part.
 */
function asking(query: Kysely<Tables>, purpose: Purpose, part: Part | null = null) {
  const { book, opensSite } = rulesOf(purpose);
  return query
    .selectFrom('subscription as s')
    .where('s.state', '=', 'confirmed')
    .where('s.suspect', 'is', null)
    .where(isIn(part, 's.id'))
    .$if(opensSite, (all) => all.where(isBeforeOpening('s.created_at')))
    .$if(!opensSite, (all) =>
      all
        .innerJoin('interest as i', 'i.subscription_id', 's.id')
        .where('i.product', '=', book ?? NEWS)
        .where(isIn(part, 'i.subscription_id')),
    )
    .$if(book !== null, (all) =>
      all.where(
        sql<boolean>`NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = s.id
          AND o.kind = 'book' AND o.payload = ${book} AND ${HAS_BOOK} AND ${isIn(part, 'o.subject_id')})`,
      ),
    );
}
