import { createHash } from 'node:crypto';
import type { Transaction } from '#kysely';
import { CONTACT_FIELDS, type Contact } from '#contract/contact.ts';
import type { MailWait } from '#server/outbox/send-rate.ts';
import type { Database, NotStored } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import { clearSuspicion, queueMail } from './release.ts';

/** One accepted contact message, before it has a row. */
export type NewMessage = Omit<Contact, 'key'> & {
  /** Unique in the store; 8 to 64 characters of A-Z, a-z, 0-9 and `-`. */
  key: string;
  /** SHA-256 in hex of what the person wrote: tells the same message sent again from another one under its key. */
  bodyHash: string;
  /** Why it may come from a program; kept without mail to anybody. Null for all others. */
  suspect: string | null;
  /** How long its mail has to wait; not at all unless told. */
  mailWait?: MailWait;
};

/**
 * `stored`: the row is committed and fsynced, now or by an earlier request with the same key and body.
 * `conflict`: the key belongs to another body; nothing was stored.
 * Otherwise nothing is promised and the person may try again.
 */
export type MessageOutcome = 'stored' | 'conflict' | NotStored;

export type MessageStore = {
  add(message: NewMessage): Promise<MessageOutcome>;
};

/**
 * Gives the message its identity. Without a key of the form (no JavaScript) the same words sent twice on one day (UTC)
 * are one message. `now`: milliseconds since 1970.
 */
export function identifyMessage(contact: Contact, suspect: string | null, now: number): NewMessage {
  const bodyHash = sha256(JSON.stringify(CONTACT_FIELDS.map((field) => contact[field])));
  const day = new Date(now).toISOString().slice(0, 10);
  return { ...contact, key: contact.key ?? sha256(`${day} ${bodyHash}`), bodyHash, suspect };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Messages that wait for the store: whoever posts is answered after a while, but a disk that hangs keeps what it was given. */
export const MOST_UNDER_WAY = 500;

/** Contact messages into the store, each with the mail to the owner in the same transaction. */
export function createMessageStore({ write }: Pick<Database, 'write'>, now: () => number): MessageStore {
  let underWay = 0;
  return {
    async add(message) {
      if (underWay >= MOST_UNDER_WAY) return { why: 'overloaded' };
      underWay++;
      try {
        return await write.transaction().execute((trx) => keep(trx, message, now()));
      } catch (error) {
        return { why: 'database', error };
      } finally {
        underWay--;
      }
    },
  };
}

async function keep(
  trx: Transaction<Tables>,
  { bodyHash, mailWait, ...message }: NewMessage,
  now: number,
): Promise<MessageOutcome> {
  const added = await trx
    .insertInto('message')
    .values({ ...message, body_hash: bodyHash, created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) {
    if (message.suspect === null) await queueMail(trx, added.id, now, mailWait);
    return 'stored';
  }
  // Gone in between: thrown, so that its writer tries again.
  const kept = await trx
    .selectFrom('message')
    .select(['id', 'body_hash'])
    .where('key', '=', message.key)
    .executeTakeFirstOrThrow();
  if (kept.body_hash !== bodyHash) return 'conflict';
  // Sent again, and this time as a person does.
  if (message.suspect === null) await clearSuspicion(trx, kept.id, now, mailWait);
  return 'stored';
}
