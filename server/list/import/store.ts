import { type Kysely, sql, type Transaction } from '#kysely';
import type { Subscribe } from '#contract/subscribe.ts';
import type { Language } from '#contract/language.ts';
import { becomeConfirmed } from '#server/list/confirm.ts';
import { erasedOf } from '#server/list/erase.ts';
import { IMPORTED, keepReceipts, WITHDRAWN_AT } from '#server/list/receipts.ts';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';

/** `agreedAt`: when they did, as far as the file says. */
export type Person = Pick<Subscribe, 'address' | 'key' | 'language'> & { agreedAt: number | null };

/** What became of some persons. */
export type Counts = { added: number; known: number; left: number; erased: number };

export type Sorted = {
  /** Who may be added. */
  fresh: Person[];
  /** Who is pending, suspects too. Who had left or was erased comes back by a mail alone. */
  waiting: { id: number; key: string }[];
  counts: Counts;
};

/** Changes nothing. Whose key comes twice counts as known by the second time. */
export async function sortOut(query: Kysely<Tables>, people: readonly Person[]): Promise<Sorted> {
  const counts = { added: 0, known: 0, left: 0, erased: 0 };
  if (people.length === 0) return { fresh: [], waiting: [], counts };
  const keys = people.map(({ key }) => key);
  const rows = await query
    .selectFrom('subscription')
    .select(['id', 'key', 'state', WITHDRAWN_AT.as('withdrawn_at')])
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
  counts.added = fresh.size;
  const waiting = rows.filter(
    ({ key, state, withdrawn_at }) => state === 'pending' && withdrawn_at === null && !erased.has(key),
  );
  return { fresh: [...fresh.values()], waiting, counts };
}

/**
 * `nextMail`: null when those added need not confirm; else, asked in the transaction that adds them, it tells when each
 * confirmation mail is due.
 */
export type AddOptions = {
  nextMail: ((trx: Transaction<Tables>) => Promise<() => number>) | null;
  now: number;
};

/** Adds people in one transaction, each with a receipt and, unless confirmed, with a confirmation mail to come. */
export function addPeople(
  query: Kysely<Tables>,
  people: readonly Person[],
  { nextMail, now }: AddOptions,
): Promise<Counts> {
  return tryAgain(query, async (trx) => {
    const { fresh, counts } = await sortOut(trx, people);
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
    const agreed = new Map(fresh.map(({ key, agreedAt }) => [key, agreedAt]));
    await keepOwnersWord(
      trx,
      rows.map((row) => ({ ...row, at: agreed.get(row.key) ?? now })),
    );
    if (nextMail && rows.length > 0) {
      const next = await nextMail(trx);
      const mails = rows.map(({ id }) => {
        const due = next();
        // The links in the mail count from its creation, and would be too old otherwise.
        return { kind: 'confirm' as const, subject: id, due_at: due, created_at: due };
      });
      await trx.insertInto('outbox').values(mails).execute();
    }
    return { ...counts, added: rows.length, known: counts.known + fresh.length - rows.length };
  });
}

/**
 * Confirms those of `people` who wait for it, each with a receipt, and gives their number. A transaction of its own: one
 * that adds others as well would lock rows out of their order.
 */
export function confirmWaiting(
  { kind, write }: Pick<Database, 'kind' | 'write'>,
  people: readonly Person[],
  now: number,
): Promise<number> {
  return tryAgain(write, async (trx) => {
    // As posts do, so that neither waits in a circle for the other; and what is read next is what they did until then.
    if (kind === 'postgres')
      await trx
        .selectFrom('subscription')
        .select('id')
        .where(
          'key',
          'in',
          people.map(({ key }) => key),
        )
        .orderBy('key')
        .forNoKeyUpdate()
        .execute();
    const { waiting } = await sortOut(trx, people);
    if (waiting.length === 0) return 0;
    const rows = await becomeConfirmed(
      trx,
      waiting.map(({ id }) => id),
      now,
    );
    await keepOwnersWord(
      trx,
      rows.map((row) => ({ ...row, at: now })),
    );
    return rows.length;
  });
}

/** The owner says that these people agreed, and when. */
function keepOwnersWord(trx: Transaction<Tables>, rows: { id: number; language: Language; at: number }[]) {
  const agreeing = rows.map((row) => ({ ...row, consent: IMPORTED }));
  return keepReceipts(trx, 'given', agreeing, IMPORTED);
}

/** By key, as the database sorts: so do posts, and neither then waits in a circle for the other. */
async function inOrder(query: Kysely<Tables>, people: Person[]): Promise<Person[]> {
  const places = people.map(({ key }, place) => sql`(${key}, CAST(${place} AS INTEGER))`);
  const sorted = sql<{ place: number }>`SELECT column2 AS place FROM (VALUES ${sql.join(places)}) AS people
    ORDER BY column1`;
  const { rows } = await sorted.execute(query);
  return rows.flatMap(({ place }) => people[place] ?? []);
}

/** Posts of the same people may come in meanwhile, from several servers. */
const TRIES = 5;

async function tryAgain<T>(
  query: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await query.transaction().execute(work);
    } catch (error) {
      if (left === 1 || !isConflict(error)) throw error;
    }
  }
}

/** PostgreSQL has ended a circle of waiting, or what it could not put in a row: nothing is stored, and it may be tried again. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}
