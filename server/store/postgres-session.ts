import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Patience } from './postgres-patience.ts';

export type SessionStep = { name?: string | undefined; text: string; values?: unknown[] };

/** Milliseconds. A server that does not answer must not hold requests beyond their own timeout. */
export const ANSWER_MS = 6_000;

/**
 * What every transaction begins with: a pooler in transaction mode drops the settings of a connection. A 2xx
 * depends on `synchronous_commit`, whatever the server's default.
 */
export const BEGIN: SessionStep = {
  text: `BEGIN; SET LOCAL statement_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 10000;
    SET LOCAL synchronous_commit = on`,
};
/** For what may be forgotten in a crash: its commit waits for nothing. */
export const BEGIN_UNSYNCED: SessionStep = { text: BEGIN.text.replace('= on', '= off') };
export const COMMIT: SessionStep = { text: 'COMMIT' };

/** Sends pipelined statements: a single round trip. */
function pipeline(client: pg.ClientBase, steps: readonly SessionStep[]) {
  // Wait for all before resending: a statement prepared after a failed one does not exist.
  return Promise.allSettled(steps.map((step) => client.query(step)));
}

/** Throws the first error. */
function resultsOf(ends: readonly PromiseSettledResult<pg.QueryResult>[]): pg.QueryResult[] {
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/** Where connections come from. */
export type SessionSource = { pool: pg.Pool; patience: Patience };

/** A connection of a pool, until it is released. */
export class PostgresSession {
  readonly #client: pg.PoolClient & { processID?: number };
  readonly #patience: Patience;
  #unanswered: ReturnType<typeof pipeline> | null = null;

  private constructor(client: pg.PoolClient, patience: Patience) {
    this.#client = client;
    this.#patience = patience;
  }

  static async open({ pool, patience }: SessionSource): Promise<PostgresSession> {
    return new PostgresSession(await patience.connect(pool), patience);
  }

  /**
   * Sends pipelined statements. Throws the first error, or if they are not answered within `ms`; then nothing
   * more can be sent.
   */
  async send(steps: readonly SessionStep[], ms: number = ANSWER_MS): Promise<pg.QueryResult[]> {
    if (this.#unanswered !== null) throw new Error('An earlier statement has no answer yet.');
    const all = (this.#unanswered = pipeline(this.#client, steps));
    const ends = await this.#patience.awaiting(this.#client, all, ms);
    this.#unanswered = null;
    return resultsOf(ends);
  }

  /** Whether no pooler is in between, which may run the next transaction where no statement is prepared. */
  isDirect(ms: number): Promise<boolean> {
    const known = direct.get(this.#client);
    if (known !== undefined) return known;
    const asked = this.send([{ text: 'SELECT pg_backend_pid() AS pid' }], ms);
    const found = asked.then(([is]) => is?.rows[0]?.pid === this.#client.processID);
    direct.set(this.#client, found);
    return found;
  }

  assertNoneWaits(): void {
    this.#patience.assertNoneWaits();
  }

  /** Keeps its place in the pool until it has answered. `isBroken`: not to be used again. */
  release(isBroken: boolean): void {
    if (this.#unanswered === null) return this.#client.release(isBroken);
    void this.#unanswered.then((ends) =>
      this.#client.release(ends.some(({ status }) => status === 'rejected')),
    );
  }
}

const direct = new WeakMap<pg.ClientBase, Promise<boolean>>();

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
export async function runUnsynced(pool: pg.Pool, step: SessionStep): Promise<pg.QueryResult | undefined> {
  const client = await pool.connect();
  try {
    return (
      await untilItsTurn(async () => resultsOf(await pipeline(client, [BEGIN_UNSYNCED, step, COMMIT])))
    )[1];
  } finally {
    client.release();
  }
}
