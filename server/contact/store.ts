import type { Database } from '#server/db/database.ts';
import type { MessageStore, NewMessage } from './message.ts';

/** Contact messages into the store, each with the mail to the owner in the same transaction. */
export function createMessageStore(
  { query }: Pick<Database, 'query'>,
  now: () => number,
  /** The store's trouble, for the log; what was posted is not in it. */
  onError: (error: unknown) => void,
): MessageStore {
  async function insert(message: NewMessage): Promise<void> {
    const { key, bodyHash, name, company, address, phone, website, language, suspect } = message;
    await query.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('message')
        .values({
          key,
          body_hash: bodyHash,
          name,
          company,
          email: address,
          phone,
          website,
          message: message.message,
          language,
          suspect,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added || suspect !== null) return;
      await trx
        .insertInto('outbox')
        .values({ kind: 'message', subject: added.id, due_at: now(), created_at: now() })
        .execute();
    });
  }

  async function add(message: NewMessage) {
    try {
      await insert(message);
      const kept = await query
        .selectFrom('message')
        .select('body_hash')
        .where('key', '=', message.key)
        .executeTakeFirst();
      return kept?.body_hash === message.bodyHash ? 'stored' : 'conflict';
    } catch (error) {
      onError(error);
      return 'unavailable';
    }
  }

  return { add };
}
