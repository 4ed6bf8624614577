import type pg from 'pg';
import { closeAtOnce } from './postgres-hosts.ts';

/** Milliseconds. An answer that takes longer may be waiting for a standby; then others are refused at once. */
const SOON_MS = 600;
const LOOK_MS = 250;

/** A commit waits for a standby that does not answer, perhaps for ever: what waits behind it is refused. */
export class CommitsWait extends Error {
  constructor() {
    super('Commits wait for a standby.');
  }
}

/** Of our own role: others' queries are hidden. */
const WAITS = `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE usename = current_user
  AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '500 ms') AS waits`;

type Silent = { client: pg.ClientBase; until: number; refuse: (error: Error) => void };

export type Patience = ReturnType<typeof createPatience>;

/**
 * PostgreSQL keeps a connection that was given up while its commit waits for a standby: with a new one in its
 * place, they would add up until none is left. So a connection that does not answer is kept, and its place in
 * the pool with it, until it answers, or a look by another one finds no commit that waits: then its answer is
 * lost. `asking`: a pool of one for these looks.
 */
export function createPatience(asking: pg.Pool) {
  const silent = new Set<Silent>();
  let isLooking = false;
  let isHanging = false;
  let hangs = Promise.withResolvers<never>();
  hangs.promise.catch(() => {});

  function setHanging(is: boolean): void {
    if (is === isHanging) return;
    isHanging = is;
    if (is) return hangs.reject(new CommitsWait());
    hangs = Promise.withResolvers<never>();
    hangs.promise.catch(() => {});
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (silent.size > 0) {
      const waits = await asking.query<{ waits: boolean }>(WAITS).then(
        ({ rows }) => rows[0]?.waits,
        // Nobody answers: a new connection would not be answered either.
        () => undefined,
      );
      if (silent.size > 0 && waits !== undefined) setHanging(waits);
      for (const { client, until, refuse } of silent) {
        if (waits === true) refuse(new CommitsWait());
        if (waits === false && performance.now() > until) closeAtOnce(client);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    isLooking = false;
  }

  /** @throws CommitsWait, or if `answer` takes longer than `ms` */
  async function awaiting<T>(client: pg.ClientBase, answer: Promise<T>, ms: number): Promise<T> {
    const given = Promise.withResolvers<never>();
    const entry = { client, until: performance.now() + ms, refuse: given.reject };
    const soon = setTimeout(() => {
      silent.add(entry);
      void look();
    }, SOON_MS);
    const late = setTimeout(() => given.reject(new Error('PostgreSQL did not answer in time.')), ms);
    const isAnswered = answer.finally(() => {
      clearTimeout(soon);
      silent.delete(entry);
      if (silent.size === 0) setHanging(false);
    });
    try {
      return await Promise.race([isAnswered, given.promise]);
    } finally {
      clearTimeout(late);
    }
  }

  /** @throws CommitsWait if all connections are taken by what waits */
  async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const isFull = pool.idleCount === 0 && pool.totalCount >= (pool.options.max ?? Infinity);
    if (isHanging && isFull) throw new CommitsWait();
    const connecting = pool.connect();
    if (isHanging) return connecting;
    let isLate = false;
    void connecting.then(
      (client) => isLate && client.release(),
      () => {},
    );
    return Promise.race([connecting, hangs.promise]).catch((error: unknown) => {
      isLate = true;
      throw error;
    });
  }

  return {
    awaiting,
    connect,
    assertNoneWaits(): void {
      if (isHanging) throw new CommitsWait();
    },
    /** Gives up what has not been answered. */
    async end(): Promise<void> {
      for (const { client } of silent) closeAtOnce(client);
      await asking.end();
    },
  };
}
