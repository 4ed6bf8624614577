import { DatabaseSync } from 'node:sqlite';
import { damageIn, immutable } from './inspect.ts';
import { assertOurs, marksOf } from './migrations.ts';
import { damaged, RefusedError, refusalOf, RESTORE } from './refusal.ts';
import { rowsInBuffer } from './write-buffer.ts';

/** What nobody would want to lose. */
export type Contents = { subscriptions: number; messages: number; erasures: number };

/**
 * Reads a whole store that nobody writes to and counts what is in it; leaves no trace beside it. `name`: what the operator
 * calls it, where it is a copy of that.
 * @throws RefusedError when it is damaged, foreign or newer than this program.
 */
export function checkBackup(file: string, name: string = file): Contents {
  try {
    using db = new DatabaseSync(immutable(file));
    assertOurs(marksOf(db), name);
    const damage = damageIn(db);
    if (damage !== null) throw damaged(name, damage);
    return contentsOf(db);
  } catch (error) {
    const { code, message } = refusalOf(error, name);
    // That advice is for a store, not for a backup of one.
    const advice = 'Nothing was changed. Take another backup, or another copy of it.';
    throw new RefusedError(code, message.replace(RESTORE, advice));
  }
}

export function contentsOf(db: DatabaseSync): Contents {
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  return {
    subscriptions: count('subscription') + rowsInBuffer(db),
    messages: count('message'),
    erasures: count('erasure'),
  };
}

export function counted({ subscriptions, messages }: Contents): string {
  return `${subscriptions} subscriptions, ${messages} messages`;
}
