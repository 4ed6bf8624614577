import type { ExpressionBuilder, Kysely, Transaction } from '#kysely';
import { inChunks } from '#server/store/in-chunks.ts';
import type { OutboxState, Tables } from '#server/store/schema.ts';
import type { KindRules } from './kind.ts';
import { spread } from './send-rate.ts';
import { HAS_ISSUE } from './conditions.ts';

/** Rows in one transaction. */
const CHUNK = 250;

/**
 * `older`: not sent, because a newer mail to the same person replaces them. `kept`: messages that stay on
 * hold, as no owner can get them. `last`: when the last one is due.
 */
export type SentAgain = { sent: number[]; older: number[]; kept: number[]; last: number };

/**
 * Selects rows on hold, or failed and unknown ones. `only`: among these ids; null: all on hold, or all that
 * failed. Unknown ones may have arrived, so they must be named.
 */
type Which = { held: boolean; only: readonly number[] | null };

/** Requeues failed and unknown rows among these ids; null: all that failed. */
export function retry(
  query: Kysely<Tables>,
  kinds: readonly KindRules[],
  only: readonly number[] | null,
  now: number,
  most?: number,
): Promise<SentAgain> {
  return sendAgain(query, kinds, { held: false, only }, { now, dueOf: () => now, toOwner: true, most });
}

/** Releases rows on hold: these ids, or all. `toOwner`: an owner can get messages. `most`: at most. */
export async function releaseMails(
  query: Kysely<Tables>,
  kinds: readonly KindRules[],
  only: readonly number[] | null,
  { now, toOwner, most }: { now: number; toOwner: boolean; most?: number | undefined },
): Promise<SentAgain> {
  const times = new Map<string, () => number>();
  for (const { name, toVisitor } of kinds) if (toVisitor) times.set(name, await spread(query, name, now));
  const dueOf = (kind: string) => times.get(kind)?.() ?? now;
  return sendAgain(query, kinds, { held: true, only }, { now, dueOf, toOwner, most });
}

type How = { now: number; dueOf: (kind: string) => number; toOwner: boolean; most?: number | undefined };

async function sendAgain(
  query: Kysely<Tables>,
  kinds: readonly KindRules[],
  which: Which,
  { now, dueOf, toOwner, most = Infinity }: How,
): Promise<SentAgain> {
  const toVisitors = kinds.filter((kind) => kind.toVisitor).map(({ name }) => name);
  const done: SentAgain = { sent: [], older: [], kept: [], last: now };
  // In id order: rows that the worker puts on hold again meanwhile are not released twice.
  for await (const rows of inChunks((after) => select(query, which, after))) {
    // It may run again, so it changes nothing here.
    const part = await query.transaction().execute(async (trx) => {
      const ids = rows.map(({ id }) => id);
      const older = await skipOlder(trx, kinds, ids, which, now);
      const [sent, kept, dues]: [number[], number[], number[]] = [[], [], []];
      for (const { id, kind, subject_type } of rows.filter((row) => !older.includes(row.id))) {
        if (subject_type === 'message' && !toOwner) {
          kept.push(id);
          continue;
        }
        const due = dueOf(kind);
        if (await requeue(trx, id, due, toVisitors.includes(kind))) sent.push(id);
        dues.push(due);
      }
      return { sent, older, kept, last: Math.max(done.last, ...dues) };
    });
    for (const what of ['sent', 'older', 'kept'] as const) done[what].push(...part[what]);
    done.last = part.last;
    if (done.sent.length + done.older.length + done.kept.length >= most) break;
  }
  return done;
}

function select(query: Kysely<Tables>, { held, only }: Which, after: number) {
  return (
    query
      .selectFrom('outbox')
      .select(['id', 'kind', 'subject_type'])
      .where(HAS_ISSUE)
      .where('held_at', held ? 'is not' : 'is', null)
      .where('id', '>', after)
      // PostgreSQL rejects an empty list, and no row has id 0.
      .$if(only !== null, (row) => row.where('id', 'in', [0, ...(only ?? [])]))
      .$if(only === null && !held, (row) => row.where('state', '=', 'failed'))
      .orderBy('id')
      .limit(CHUNK)
      .execute()
  );
}

/** `again`: dates the mail now, as its links would be too old. Returns false if somebody else requeued it. */
async function requeue(trx: Transaction<Tables>, id: number, due: number, anew: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ state: 'queued', due_at: due, attempt: 0, unknown_attempts: 0 })
    .set({ held_at: null, finished_at: null, reply: null })
    .$if(anew, (row) => row.set({ created_at: due }))
    .where('id', '=', id)
    .where(HAS_ISSUE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** States of mails that reached the person, may have, or may yet: excludes failed and skipped. */
const REACHES: OutboxState[] = ['sent', 'unknown', 'queued', 'retry', 'claimed', 'started'];

/**
 * Skips those of `ids` whose person has a newer mail of the kind that reaches them or is resent too: both
 * links do the same, and nobody should get two. Returns their ids.
 */
async function skipOlder(
  trx: Transaction<Tables>,
  kinds: readonly KindRules[],
  ids: readonly number[],
  { held, only }: Which,
  now: number,
): Promise<number[]> {
  const newestOnly = kinds.filter((kind) => kind.newestOnly).map(({ name }) => name);
  const failedToo = (one: ExpressionBuilder<Tables & { newer: Tables['outbox'] }, 'newer'>) =>
    held ? one.lit(false) : only === null ? one.lit(true) : one('newer.id', 'in', [0, ...only]);
  const skipped = await trx
    .updateTable('outbox')
    .set({ state: 'skipped', held_at: null, finished_at: now })
    .set({ reply: 'A newer confirmation mail has taken its place.' })
    .where('id', 'in', ids)
    .where('kind', 'in', newestOnly)
    .where(HAS_ISSUE)
    .where((row) =>
      row.exists(
        row
          .selectFrom('outbox as newer')
          .select('newer.id')
          .whereRef('newer.subject_id', '=', 'outbox.subject_id')
          .whereRef('newer.kind', '=', 'outbox.kind')
          .whereRef('newer.id', '>', 'outbox.id')
          .where((one) =>
            one.or([
              one('newer.state', 'in', REACHES),
              one.and([failedToo(one), one('newer.state', '=', 'failed')]),
            ]),
          ),
      ),
    )
    .returning('id')
    .execute();
  return skipped.map(({ id }) => id);
}
