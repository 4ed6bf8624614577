import { type Kysely, sql } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import type { Language } from '#contract/language.ts';
import type { Subscribe } from '#contract/subscribe.ts';
import { erasedOf } from '#server/list/erase.ts';
import { IMPORTED } from '#server/list/subscription.ts';

/** `agreedAt`: when they did, as far as the file says. */
export type Person = Pick<Subscribe, 'address' | 'key' | 'language'> & { agreedAt: number | null };

/** What became of some persons. */
export type Counts = { added: number; known: number; left: number; erased: number };

/** Who of `people` may be added; the others are counted. People whose key comes twice count as known. */
export async function sift(
  query: Kysely<Tables>,
  people: Person[],
): Promise<{ fresh: Person[]; counts: Counts }> {
  const counts = { added: 0, known: 0, left: 0, erased: 0 };
  if (people.length === 0) return { fresh: [], counts };
  const keys = people.map(({ key }) => key);
  const rows = await query
    .selectFrom('subscription')
    .select(['key', 'state'])
    .where('key', 'in', keys)
    .execute();
  const states = new Map(rows.map(({ key, state }) => [key, state]));
  const erased = await erasedOf(query, keys);
  const fresh = new Map<string, Person>();
  for (const person of people) {
    const state = states.get(person.key);
    if (state === 'unsubscribed' || state === 'suppressed') counts.left += 1;
    else if (state !== undefined || fresh.has(person.key)) counts.known += 1;
    else if (erased.has(person.key)) counts.erased += 1;
    else fresh.set(person.key, person);
  }
  return { fresh: [...fresh.values()], counts };
}

/**
 * `nextMail`: null when those added need not confirm; else, asked in the transaction that adds them, it tells when each
 * confirmation mail is due.
 */
export type AddOptions = { nextMail: ((trx: Kysely<Tables>) => Promise<() => number>) | null; now: number };

/** Posts of the same people may come in meanwhile, from several servers. */
const TRIES = 5;

/** Adds people in one transaction, each with a receipt and, unless confirmed, with a confirmation mail to come. */
export async function add(query: Kysely<Tables>, people: Person[], options: AddOptions): Promise<Counts> {
  return tryAgain(() => addOnce(query, people, options));
}

/** `work`: one transaction. */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !isConflict(error)) throw error;
    }
  }
}

/** PostgreSQL has ended a circle of waiting, or what it could not put in a row: nothing is stored, and it may be tried again. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}

async function addOnce(
  query: Kysely<Tables>,
  people: Person[],
  { nextMail, now }: AddOptions,
): Promise<Counts> {
  return query.transaction().execute(async (trx) => {
    const { fresh, counts } = await sift(trx, people);
    if (fresh.length === 0) return counts;
    const rows = await trx
      .insertInto('subscription')
      .values(
        (await inOrder(trx, fresh)).map(({ address, key, language, agreedAt }) => ({
          address,
          key,
          language,
          state: nextMail ? ('pending' as const) : ('confirmed' as const),
          consent: IMPORTED,
          // Who does not confirm goes some days after this time.
          created_at: nextMail ? now : (agreedAt ?? now),
          confirmed_at: nextMail ? null : now,
        })),
      )
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning(['id', 'key', 'language'])
      .execute();
    counts.added = rows.length;
    counts.known += fresh.length - rows.length;
    if (rows.length === 0) return counts;
    const agreed = new Map(fresh.map(({ key, agreedAt }) => [key, agreedAt]));
    await keepReceipts(trx, rows, ({ key }) => agreed.get(key) ?? now);
    if (nextMail) {
      const next = await nextMail(trx);
      const mails = rows.map(({ id }) => {
        const due = next();
        // The links in the mail count from its creation, and would be too old otherwise.
        return { kind: 'confirm' as const, subject: id, due_at: due, created_at: due };
      });
      await trx.insertInto('outbox').values(mails).execute();
    }
    return counts;
  });
}

type Row = { id: number; key: string; language: Language };

/** That the owner says these people agreed, and when. */
export async function keepReceipts(
  trx: Kysely<Tables>,
  rows: readonly Row[],
  at: (row: Row) => number,
): Promise<void> {
  const receipts = rows.map((row) => ({
    subscription_id: row.id,
    event: 'given' as const,
    version: IMPORTED,
    language: row.language,
    page: IMPORTED,
    at: at(row),
  }));
  await trx.insertInto('consent_receipt').values(receipts).execute();
}

/** By key, as the database sorts: so does the intake, and neither then waits in a circle for the other. */
async function inOrder(query: Kysely<Tables>, people: Person[]): Promise<Person[]> {
  const places = people.map(({ key }, place) => sql`(${key}, CAST(${place} AS INTEGER))`);
  const sorted = sql<{ place: number }>`SELECT column2 AS place FROM (VALUES ${sql.join(places)}) AS people
    ORDER BY column1`;
  const { rows } = await sorted.execute(query);
  return rows.flatMap(({ place }) => people[place] ?? []);
}
