import type { Transaction } from '#kysely';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import { clearSuspicion, queueMail } from './release.ts';
import type { MessageOutcome, MessageStore, NewMessage } from './message.ts';

/** Messages that wait for the store: whoever posts is answered after a while, but a disk that hangs keeps what it was given. */
export const MOST_UNDER_WAY = 500;

/** Contact messages into the store, each with the mail to the owner in the same transaction. */
export function createMessageStore({ write }: Pick<Database, 'write'>, now: () => number): MessageStore {
  async function keep(trx: Transaction<Tables>, message: NewMessage): Promise<MessageOutcome> {
    const { bodyHash, mailWait, ...columns } = message;
    const { key, suspect } = columns;
    const added = await trx
      .insertInto('message')
      .values({
        ...columns,
        body_hash: bodyHash,
        created_at: now(),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) {
      if (suspect === null) await queueMail(trx, added.id, now(), mailWait);
      return 'stored';
    }
    // Gone in between: thrown, so that its writer tries again.
    const kept = await trx
      .selectFrom('message')
      .select(['id', 'body_hash'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (kept.body_hash !== bodyHash) return 'conflict';
    // Sent again, and this time as a person does.
    if (suspect === null) await clearSuspicion(trx, kept.id, now(), mailWait);
    return 'stored';
  }

  let underWay = 0;
  async function add(message: NewMessage): Promise<MessageOutcome> {
    if (underWay >= MOST_UNDER_WAY) return { why: 'overloaded' };
    underWay++;
    try {
      return await write.transaction().execute((trx) => keep(trx, message));
    } catch (error) {
      return { why: 'database', error };
    } finally {
      underWay--;
    }
  }

  return { add };
}
