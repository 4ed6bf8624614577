import { type Kysely, sql, type Transaction } from '#kysely';
import { NEWS } from '#contract/newsletter.ts';
import type { Language } from '#contract/language.ts';
import type { SubscriptionState } from '#contract/pages.ts';
import type { Subscribe } from '#contract/subscribe.ts';
import { becomeConfirmed } from '#server/list/confirm.ts';
import { erasedOf, keepHashesOf } from '#server/list/erase.ts';
import { addReaders, forgetUnproved } from '#server/list/news.ts';
import { IMPORTED, keepReceipts, WITHDRAWN_AT } from '#server/list/receipts.ts';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import { holdImport } from './runs.ts';

/** `agreedAt`: time of consent, if the file has it. */
export type ImportedPerson = Pick<Subscribe, 'address' | 'key' | 'language'> & { agreedAt: number | null };

/** The outcome for one person. */
export type Fate = 'added' | 'known' | 'left' | 'erased';

type Known = {
  key: string;
  id: number;
  language: Language;
  state: SubscriptionState | null;
  suspect: string | null;
  withdrawn_at: number | null;
  undeliverable_at: number | null;
  /** They get the newsletter, or left it. */
  chose_news: boolean | number;
};

const CHOSE_NEWS = sql<boolean | number>`(EXISTS (SELECT 1 FROM interest i
    WHERE i.subscription_id = subscription.id AND i.product = ${NEWS})
  OR EXISTS (SELECT 1 FROM consent_receipt r
    WHERE r.subscription_id = subscription.id AND r.event = 'withdrawn' AND r.topic = ${NEWS}))`;

export type Sorted = {
  /** People who may be added. */
  fresh: ImportedPerson[];
  /** Pending people, suspects too. Anyone who left, bounced or was erased can return only by confirming a mail. */
  waiting: Known[];
  /** Confirmed people who have left nothing, and were not asked about the newsletter or said nothing. */
  joining: Known[];
  /** One for each input, in order. */
  fates: Fate[];
};

/**
 * Classifies people without changing anything. The second occurrence of a key counts as known. Sorted by key
 * as the database sorts, like posts, so that the two cannot deadlock.
 */
export async function sortOut(query: Kysely<Tables>, people: readonly ImportedPerson[]): Promise<Sorted> {
  if (people.length === 0) return { fresh: [], waiting: [], joining: [], fates: [] };
  const first = new Map(people.toReversed().map((person) => [person.key, person]));
  const keys = [...first.keys()];
  const { rows } = await sql<Known>`WITH wanted (key) AS (VALUES ${sql.join(
    keys.map((key) => sql`(CAST(${key} AS TEXT))`),
  )}) SELECT wanted.key, id, language, state, suspect, undeliverable_at, ${WITHDRAWN_AT} AS withdrawn_at, ${CHOSE_NEWS} AS chose_news
    FROM wanted LEFT JOIN subscription ON subscription.key = wanted.key ORDER BY wanted.key`.execute(query);
  const erased = await erasedOf(query, keys);
  const byKey = new Map<string, Fate>();
  for (const { key, state } of rows) {
    const hasLeft = state === 'unsubscribed' || state === 'suppressed';
    const barred = erased.get(key);
    byKey.set(
      key,
      hasLeft || (state === null && barred?.isLeft)
        ? 'left'
        : state !== null
          ? 'known'
          : barred !== undefined
            ? 'erased'
            : 'added',
    );
  }
  const fresh = rows.flatMap(({ key }) => (byKey.get(key) === 'added' ? (first.get(key) ?? []) : []));
  const fates = people.map(({ key }) => {
    const fate = byKey.get(key) ?? 'known';
    if (fate === 'added') byKey.set(key, 'known');
    return fate;
  });
  const staying = rows.filter(
    ({ key, withdrawn_at, undeliverable_at }) =>
      withdrawn_at === null && undeliverable_at === null && !erased.has(key),
  );
  const waiting = staying.filter(({ state }) => state === 'pending');
  const joining = staying.filter(
    (one) => one.state === 'confirmed' && one.suspect === null && !one.chose_news,
  );
  return { fresh, waiting, joining, fates };
}

export type AddOptions = {
  /** Runs in the adding transaction; returns when each mail is due. Null: they need not confirm. */
  nextMail: ((trx: Transaction<Tables>) => Promise<() => number>) | null;
  now: number;
  /** The page in their receipts; by default an imported list. */
  page?: string;
  /** The import, by which it can be taken back. */
  run?: number;
  /** Whether they get the newsletter, by the owner's word; only of confirmed people. */
  getNews?: boolean;
};

/** Adds people in one transaction, each with a receipt and, unless confirmed, a queued confirmation mail. */
export function addPeople(
  query: Kysely<Tables>,
  people: readonly ImportedPerson[],
  { nextMail, now, page = IMPORTED, run, getNews = false }: AddOptions,
): Promise<Fate[]> {
  return query.transaction().execute(async (trx) => {
    if (run !== undefined) await holdImport(trx, run);
    const { fresh, fates } = await sortOut(trx, people);
    if (fresh.length === 0) return fates;
    const rows = await trx
      .insertInto('subscription')
      .values(
        fresh.map(({ address, key, language }) => ({
          address,
          key,
          language,
          state: nextMail ? ('pending' as const) : ('confirmed' as const),
          consent: IMPORTED,
          // The receipt says when they agreed. The day of the import is when they came here, which decides what a launch sends.
          created_at: now,
          confirmed_at: nextMail ? null : now,
        })),
      )
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning(['id', 'key', 'language', 'consent'])
      .execute();
    const agreed = new Map(fresh.map(({ key, agreedAt }) => [key, agreedAt]));
    const agreeing = rows.map((row) => ({ ...row, at: agreed.get(row.key) ?? now }));
    await keepOwnersWord(trx, agreeing, page);
    if (getNews && !nextMail) await joinByWord(trx, agreeing, now);
    if (run !== undefined) await noteRun(trx, run, rows);
    if (nextMail && rows.length > 0) {
      const next = await nextMail(trx);
      const mails = rows.map(({ id }) => {
        const due = next();
        // Links expire from the mail's creation, and would be too old otherwise.
        return { kind: 'confirm' as const, subject_id: id, due_at: due, created_at: due };
      });
      await trx.insertInto('outbox').values(mails).execute();
    }
    const stored = new Set(rows.map(({ key }) => key));
    // Added concurrently by another process.
    return fates.map((fate, place) =>
      fate === 'added' && !stored.has(people[place]?.key ?? '') ? 'known' : fate,
    );
  });
}

/** The keys of people who were on the list before. */
export type Moved = { confirmed: string[]; joined: string[] };

/**
 * Confirms the pending ones among `people` and, with `getNews`, gives the newsletter to the others who may join it, each
 * with a receipt. In its own transaction: one that also adds people would lock rows out of order.
 */
export function moveKnown(
  { kind, write }: Pick<Database, 'kind' | 'write'>,
  people: readonly ImportedPerson[],
  { now, run, getNews }: Moving & { getNews: boolean },
): Promise<Moved> {
  const keys = people.map(({ key }) => key);
  return write.transaction().execute(async (trx) => {
    await holdImport(trx, run);
    // Locks in the same order as posts, so that they cannot deadlock; the next read then sees current rows.
    if (kind === 'postgres')
      await sql`SELECT id FROM subscription WHERE key = ANY(${keys}) ORDER BY key FOR NO KEY UPDATE`.execute(
        trx,
      );
    const { waiting, joining } = await sortOut(trx, people);
    return {
      joined: getNews ? await joinKnown(trx, joining, { now, run }) : [],
      confirmed: await confirmKnown(trx, waiting, { now, run, getNews }),
    };
  });
}

type Moving = { now: number; run: number };

async function joinKnown(
  trx: Transaction<Tables>,
  joining: readonly Known[],
  { now, run }: Moving,
): Promise<string[]> {
  await noteRun(
    trx,
    run,
    joining.map(({ id }) => ({ id, was: 'confirmed' })),
  );
  await joinByWord(
    trx,
    joining.map(({ id, language }) => ({ id, language, consent: null, at: now })),
    now,
  );
  return joining.map(({ key }) => key);
}

async function confirmKnown(
  trx: Transaction<Tables>,
  waiting: readonly Known[],
  { now, run, getNews }: Moving & { getNews: boolean },
): Promise<string[]> {
  if (waiting.length === 0) return [];
  const rows = await becomeConfirmed(
    trx,
    waiting.map(({ id }) => id),
    now,
  );
  const suspects = new Map(waiting.map(({ id, suspect }) => [id, suspect]));
  await noteRun(
    trx,
    run,
    rows.map(({ id }) => ({ id, was: 'pending', suspect: suspects.get(id) ?? null })),
  );
  const agreeing = rows.map((row) => ({ ...row, at: now }));
  await keepOwnersWord(trx, agreeing, IMPORTED);
  await forgetUnproved(
    trx,
    rows.map(({ id }) => id),
  );
  if (getNews) await joinByWord(trx, agreeing, now);
  return rows.map(({ key }) => key);
}

/** Records the owner's word that these people agreed, and when. */
function keepOwnersWord(
  trx: Transaction<Tables>,
  people: Agreeing,
  page: string,
  topic: typeof NEWS | null = null,
) {
  const agreeing = people.map((person) => ({ ...person, consent: IMPORTED }));
  return keepReceipts(trx, 'given', agreeing, page, topic);
}

type Agreeing = Parameters<typeof keepReceipts>[2];

/** Gives the newsletter to people who have not left it. */
async function joinByWord(trx: Transaction<Tables>, people: Agreeing, now: number): Promise<void> {
  if (people.length === 0) return;
  await addReaders(
    trx,
    people.map(({ id }) => id),
    now,
  );
  await keepOwnersWord(trx, people, IMPORTED, NEWS);
}

/** Remembers who has left elsewhere, so that no list adds them, this one included. */
export function keepLeft(
  query: Kysely<Tables>,
  keys: readonly string[],
  options: { at: number; run: number },
): Promise<void> {
  return query.transaction().execute(async (trx) => {
    await holdImport(trx, options.run);
    await keepHashesOf(trx, [...new Set(keys)], options);
  });
}

type Came = { id: number; was?: 'pending' | 'confirmed'; suspect?: string | null };

async function noteRun(trx: Transaction<Tables>, run: number, rows: readonly Came[]): Promise<void> {
  if (rows.length === 0) return;
  const people = rows.map(({ id, was = null, suspect = null }) => {
    return { subscription_id: id, import_id: run, was, suspect };
  });
  await trx
    .insertInto('list_import_person')
    .values(people)
    // An earlier part brought them.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
