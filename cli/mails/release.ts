import type { Kysely } from '#kysely';
import { inChunks } from '#server/store/in-chunks.ts';
import { IN_TROUBLE } from '#server/outbox/queue.ts';
import type { Tables } from '#server/store/schema.ts';
import { command, EXIT } from '../command.ts';
import { withStore } from '../store.ts';
import { chosenRows, idsOf, missed } from './chosen.ts';
import { leaveOutOlder, saidOfOlder } from './newer.ts';
import { paceOf } from './pace.ts';

/** Rows released in one transaction. */
const CHUNK = 250;

export const mailsRelease = command({
  name: 'mails release',
  about: 'sends what is held, all or what is named, confirmation mails and books at most 200 an hour each',
  operands: ['[ID|ADDRESS...]'],
  run: async ({ operands, settings, now, say, warn }) => {
    const config = settings();
    return withStore(config, 'write', async ({ query }) => {
      const chosen = operands.length === 0 ? null : await chosenRows(query, operands);
      const only = chosen === null ? undefined : idsOf(chosen);
      const withMessages = config.ownerEmail !== null;
      const { released, older, kept, last } = await release(query, now(), only, withMessages);
      const found = released.size + older.size + kept.size;
      say(found === 0 ? 'Nothing is held.' : `${released.size} released.`);
      if (kept.size > 0) warn(`Contact messages held until OWNER_EMAIL is set: ${kept.size}.`);
      saidOfOlder(older.size).forEach(say);
      if (last > now()) say(`The last one goes out at ${new Date(last).toISOString()}.`);
      const others = chosen === null ? [] : missed(chosen, new Set([...released, ...older, ...kept]));
      if (others.length > 0) warn(`Not in the list of what is held: ${others.join(', ')}.`);
      const allKept = kept.size > 0 && released.size === 0;
      return others.length > 0 || allKept ? EXIT.failed : EXIT.done;
    });
  },
});

/** `only`: these ids; without it all. `withMessages`: false where nobody can get them, who are `kept` then. */
async function release(
  query: Kysely<Tables>,
  now: number,
  only: readonly number[] | undefined,
  withMessages: boolean,
): Promise<{ released: Set<number>; older: Set<number>; kept: Set<number>; last: number }> {
  const pace = { confirm: await paceOf(query, 'confirm', now), book: await paceOf(query, 'book', now) };
  const released = new Set<number>();
  const older = new Set<number>();
  const kept = new Set<number>();
  let last = now;
  // What the worker holds again meanwhile is not released again.
  const held = inChunks((after) =>
    query
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where(IN_TROUBLE)
      .where('held_at', 'is not', null)
      .where('id', '>', after)
      .$if(only !== undefined, (row) => row.where('id', 'in', [...(only ?? [])]))
      .orderBy('id')
      .limit(CHUNK)
      .execute(),
  );
  for await (const rows of held) {
    await query.transaction().execute(async (trx) => {
      const ids = rows.map(({ id }) => id);
      for (const id of await leaveOutOlder(trx, ids, ['held'], now)) older.add(id);
      for (const { id, kind } of rows) {
        if (older.has(id)) continue;
        if (kind === 'message' && !withMessages) {
          kept.add(id);
          continue;
        }
        const toVisitor = kind === 'confirm' || kind === 'book';
        const due = toVisitor ? pace[kind]() : now;
        last = Math.max(last, due);
        const { numUpdatedRows } = await trx
          .updateTable('outbox')
          .set({ state: 'queued', due_at: due, attempt: 0, unknowns: 0, held_at: null, reply: null })
          // Its links count from then, and would be too old otherwise.
          .$if(toVisitor, (row) => row.set({ created_at: due }))
          .where('id', '=', id)
          .where('held_at', 'is not', null)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) released.add(id);
      }
    });
  }
  return { released, older, kept, last };
}
