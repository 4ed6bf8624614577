import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { rowsInBuffer } from '#server/store/write-buffer.ts';
import { assertOurs, marksOf, readPragma } from '#server/store/migrations.ts';
import { refusalOf } from '#server/store/refusal.ts';
import { Failed } from '../command.ts';

/** What nobody would want to lose. */
export type Contents = { subscriptions: number; messages: number; erasures: number };

/**
 * Reads a whole store that nobody writes to and counts what is in it; leaves no trace beside it. `name`: what the operator
 * calls it, where it is a copy of that.
 * @throws Failed when it is damaged, foreign or newer than this program.
 */
export function check(file: string, name: string = file): Contents {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(immutable(file), { readOnly: true });
    assertOurs(marksOf(db), name);
    const finding = readPragma(db, 'integrity_check(1)');
    if (finding !== 'ok') throw new Failed(damaged(name, String(finding).replaceAll('\n', ' ')));
    return contentsOf(db);
  } catch (error) {
    if (error instanceof Failed) throw error;
    const { code, message } = refusalOf(error, name);
    // Its advice is for a store, not for a backup of one.
    throw new Failed(code === 'corrupt' && error instanceof Error ? damaged(name, error.message) : message);
  } finally {
    db?.close();
  }
}

function damaged(name: string, finding: string): string {
  return `${name} is damaged (${finding}). Nothing was changed. Take another backup, or another copy of it.`;
}

/** The address of a file that SQLite shall take as it is: without its log, and without a trace beside it. */
function immutable(file: string): URL {
  return new URL(`${pathToFileURL(file).href}?immutable=1`);
}

export function contentsOf(db: DatabaseSync): Contents {
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  return {
    subscriptions: count('subscription') + rowsInBuffer(db),
    messages: count('message'),
    erasures: count('erasure'),
  };
}

export function inWords({ subscriptions, messages }: Contents): string {
  return `${subscriptions} subscriptions, ${messages} messages`;
}
