import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { assertOurs, marksOf, readPragma } from './migrations.ts';
import { RefusedError, refusalOf } from './refusal.ts';
import { rowsInBuffer } from './write-buffer.ts';

/** What nobody would want to lose. */
export type Contents = { subscriptions: number; messages: number; erasures: number };

/**
 * Reads a whole store that nobody writes to and counts what is in it; leaves no trace beside it. `name`: what the operator
 * calls it, where it is a copy of that.
 * @throws RefusedError when it is damaged, foreign or newer than this program.
 */
export function checkBackup(file: string, name: string = file): Contents {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(immutable(file), { readOnly: true });
    assertOurs(marksOf(db), name);
    const finding = readPragma(db, 'integrity_check(1)');
    if (finding !== 'ok') throw damaged(name, String(finding).replaceAll('\n', ' '));
    return contentsOf(db);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    const { code, message } = refusalOf(error, name);
    // Its advice is for a store, not for a backup of one.
    throw code === 'corrupt' && error instanceof Error
      ? damaged(name, error.message)
      : new RefusedError(code, message);
  } finally {
    db?.close();
  }
}

function damaged(name: string, finding: string): RefusedError {
  return new RefusedError(
    'corrupt',
    `${name} is damaged (${finding}). Nothing was changed. Take another backup, or another copy of it.`,
  );
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

export function counted({ subscriptions, messages }: Contents): string {
  return `${subscriptions} subscriptions, ${messages} messages`;
}
