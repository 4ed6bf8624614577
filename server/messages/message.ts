import { createHash } from 'node:crypto';
import type { Transaction } from '#kysely';
import { CONTACT_FIELDS, type Contact } from '#contract/contact.ts';
import type { MailWait } from '#server/outbox/send-rate.ts';
import type { Database, NotStored } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import { clearSuspicion, queueMail } from './release.ts';

/** An accepted contact message, before it has a row. */
export type NewMessage = Omit<Contact, 'key'> & {
  /** Unique in the store; 8 to 64 characters of A-Z, a-z, 0-9 and `-`. */
  key: string;
  /** SHA-256 in hex of the content: tells a resent message from another one under its key. */
  bodyHash: string;
  /** Why it looks automated; null: it does not. A suspect is stored, and mailed to nobody. */
  suspect: string | null;
  /** How long its mail has to wait; by default not at all. */
  mailWait?: MailWait;
};

/**
 * `stored`: the row is committed and fsynced, now or by an earlier request with the same key and body.
 * `conflict`: the key belongs to another body; nothing was stored.
 * Otherwise nothing is guaranteed and the person may retry.
 */
export type MessageOutcome = 'stored' | 'conflict' | NotStored;

export type MessageStore = {
  add(message: NewMessage): Promise<MessageOutcome>;
};

/**
 * Identifies the message. Without a key from the form (no JavaScript) the same words twice on one day (UTC)
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

/** Maximum of messages in progress: a post times out, but a hanging disk still holds its message. */
export const MOST_UNDER_WAY = 500;

/** Stores contact messages, each with the mail to the owner in the same transaction. */
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
  // Deleted in between: throws, so that the writer retries.
  const kept = await trx
    .selectFrom('message')
    .select(['id', 'body_hash'])
    .where('key', '=', message.key)
    .executeTakeFirstOrThrow();
  if (kept.body_hash !== bodyHash) return 'conflict';
  // Sent again, and not suspect this time.
  if (message.suspect === null) await clearSuspicion(trx, kept.id, now, mailWait);
  return 'stored';
}
