import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export type Step = { name?: string | undefined; text: string; values?: unknown[] };

/** Milliseconds. A server that does not answer must not hold requests beyond their own timeout. */
export const ANSWER_MS = 6_000;

/**
 * What every transaction begins with: a pooler in transaction mode drops the settings of a connection. A 2xx
 * depends on `synchronous_commit`, whatever the server's default.
 */
export const BEGIN: Step = {
  text: `BEGIN; SET LOCAL statement_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 10000;
    SET LOCAL synchronous_commit = on`,
};
/** For what may be forgotten in a crash: its commit waits for nothing. */
export const BEGIN_UNSYNCED: Step = { text: BEGIN.text.replace('= on', '= off') };
export const COMMIT: Step = { text: 'COMMIT' };

/**
 * Sends pipelined statements: a single round trip. Throws the first error, or if they are not answered within
 * `ms`; then the connection is not to be used again.
 */
export async function send(
  client: pg.ClientBase,
  steps: readonly Step[],
  ms: number = ANSWER_MS,
): Promise<pg.QueryResult[]> {
  // Wait for all before resending: a statement prepared after a failed one does not exist.
  const ends = await Promise.allSettled(
    // pg reads `query_timeout` per query, but its types lack it.
    steps.map((step) => client.query({ query_timeout: ms, ...step } as pg.QueryConfig)),
  );
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

const direct = new WeakMap<pg.ClientBase, Promise<boolean>>();

/** Whether no pooler is in between, which may run the next transaction where no statement is prepared. */
export function isDirect(client: pg.ClientBase & { processID?: number }, ms: number): Promise<boolean> {
  const known = direct.get(client);
  if (known !== undefined) return known;
  const asked = send(client, [{ text: 'SELECT pg_backend_pid() AS pid' }], ms);
  const found = asked.then(([is]) => is?.rows[0]?.pid === client.processID);
  direct.set(client, found);
  return found;
}

/** PostgreSQL ended the transaction for another one (serialization failure, deadlock): nothing is stored. */
const ENDED_FOR_ANOTHER: unknown[] = ['40001', '40P01'];
const TRIES = 5;
/** Times the tries so far: lets the other one go first, else both may meet again. */
const GIVE_WAY_MS = 25;

/** Runs a transaction again, as a whole, while PostgreSQL ends it for another one. */
export async function untilItsTurn<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await transaction();
    } catch (error) {
      const isEnded = error instanceof pg.DatabaseError && ENDED_FOR_ANOTHER.includes(error.code);
      if (!isEnded || tried === TRIES) throw error;
    }
    await wait(tried * GIVE_WAY_MS);
  }
}

/** Runs a statement whose outcome may be forgotten in a crash, in a transaction of its own. */
export async function runUnsynced(pool: pg.Pool, step: Step): Promise<pg.QueryResult | undefined> {
  const client = await pool.connect();
  try {
    const results = await untilItsTurn(() => send(client, [BEGIN_UNSYNCED, step, COMMIT]));
    return results[1];
  } finally {
    client.release();
  }
}
