import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { closeAtOnce } from './postgres-hosts.ts';

/** Milliseconds. An answer that takes longer may be waiting for a standby; then others are refused at once. */
const SOON_MS = 600;
const LOOK_MS = 250;

/** A commit waits for a standby that does not answer, perhaps forever: what waits behind it is refused. */
export class CommitsWait extends Error {
  constructor() {
    super('Commits wait for a standby.');
  }
}

/** Of our own role: others' queries are hidden. */
const WAITS = `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE usename = current_user
  AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '500 ms') AS waits`;

type Silent = { client: pg.ClientBase; until: number; refuse: (error: Error) => void };

/**
 * PostgreSQL keeps a connection that was given up while its commit waits for a standby: with a new one in its
 * place, they would add up until none is left. So a connection that does not answer is kept, and its place in
 * the pool with it, until it answers, or a look by another one finds no commit that waits: then its answer is
 * lost.
 */
export class Patience {
  /** A pool of one connection, for the looks. */
  readonly #asking: pg.Pool;
  readonly #silent = new Set<Silent>();
  #isLooking = false;
  #isHanging = false;
  /** Those who wait for a connection of a pool. */
  readonly #queue = new Set<(error: Error) => void>();

  constructor(asking: pg.Pool) {
    this.#asking = asking;
  }

  /** @throws CommitsWait, or if `answer` takes longer than `ms` */
  async awaiting<T>(client: pg.ClientBase, answer: Promise<T>, ms: number): Promise<T> {
    const given = rejectable();
    const entry = { client, until: performance.now() + ms, refuse: given.reject };
    const soon = setTimeout(() => {
      this.#silent.add(entry);
      void this.#look();
    }, SOON_MS);
    const late = setTimeout(() => given.reject(new Error('PostgreSQL did not answer in time.')), ms);
    const isAnswered = answer.finally(() => {
      clearTimeout(soon);
      this.#silent.delete(entry);
      if (this.#silent.size === 0) this.#setHanging(false);
    });
    try {
      return await Promise.race([isAnswered, given.promise]);
    } finally {
      clearTimeout(late);
    }
  }

  /** @throws CommitsWait if all connections are taken by what waits */
  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const isFull = pool.idleCount === 0 && pool.totalCount >= (pool.options.max ?? Infinity);
    if (this.#isHanging && isFull) throw new CommitsWait();
    const connecting = pool.connect();
    const given = rejectable();
    this.#queue.add(given.reject);
    try {
      return await Promise.race([connecting, given.promise]);
    } catch (error) {
      void connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    } finally {
      this.#queue.delete(given.reject);
    }
  }

  assertNoneWaits(): void {
    if (this.#isHanging) throw new CommitsWait();
  }

  /** Gives up what has not been answered. */
  async end(): Promise<void> {
    for (const { client } of this.#silent) closeAtOnce(client);
    await this.#asking.end();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#silent.size > 0) {
      const waits = await this.#doCommitsWait();
      if (this.#silent.size > 0 && waits !== null) this.#setHanging(waits);
      for (const { client, until, refuse } of this.#silent) {
        if (waits === true) refuse(new CommitsWait());
        if (waits === false && performance.now() > until) closeAtOnce(client);
      }
      await wait(LOOK_MS);
    }
    this.#isLooking = false;
  }

  /** Null if nobody answers: a new connection would not be answered either. */
  async #doCommitsWait(): Promise<boolean | null> {
    try {
      const { rows } = await this.#asking.query<{ waits: boolean }>(WAITS);
      return rows[0]?.waits ?? null;
    } catch {
      return null;
    }
  }

  #setHanging(is: boolean): void {
    if (is && !this.#isHanging) for (const refuse of this.#queue) refuse(new CommitsWait());
    this.#isHanging = is;
  }
}

/** Nobody needs to wait for it. */
function rejectable() {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  return { promise, reject };
}
