import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds for a host to say whether it writes. */
const PROBE_MS = 1_000;
/** Once one writes, the others get so much longer: another may have been promoted since. */
const OTHERS_MS = 300;

/** A former primary that came back writes, too, on an older timeline. */
const TIMELINE = `SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/** Timeline 0 does not write. */
type Answer = { place: number; timeline: number };

/**
 * A client that connects to the host that writes. All of a pool look for it together, and again when a
 * connection ends; then those to another host are closed.
 */
export function clientOfHosts(hosts: readonly pg.ClientConfig[]): typeof pg.Client {
  const addresses = hosts.map((config) => new pg.Client(config)).map(({ host, port }) => ({ host, port }));
  let known: number | null = null;
  let looking: Promise<number> | null = null;
  const open = new Map<pg.Client, number>();

  async function look(): Promise<number> {
    const found = await newest(hosts.map(askHost));
    for (const [client, place] of open) if (place !== found) closeAtOnce(client);
    return (known = found);
  }

  return class extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
    override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<this> | void {
      const connected = this.#connect();
      if (callback === undefined) return connected;
      void connected.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
    }

    async #connect(): Promise<this> {
      const place = known ?? (await (looking ??= look().finally(() => (looking = null))));
      Object.assign(this, addresses[place]);
      this.once('end', () => {
        open.delete(this);
        known = null;
      });
      open.set(this, place);
      try {
        await super.connect();
      } catch (error) {
        open.delete(this);
        known = null;
        throw error;
      }
      return this;
    }
  };
}

/** Without waiting for an answer. */
export function closeAtOnce(client: pg.ClientBase & { connection?: { stream: { destroy(): void } } }): void {
  client.connection?.stream.destroy();
}

/** The place of the host that writes. @throws if none does */
async function newest(asked: readonly Promise<Answer>[]): Promise<number> {
  const answers: Answer[] = [];
  const all = asked.map(async (answer, place) => {
    const { timeline } = await answer;
    if (timeline === 0) throw new Error('a standby');
    answers.push({ place, timeline });
  });
  await Promise.any(all).catch(({ errors }: AggregateError) => {
    throw new Error(`no host of DATABASE_URL writes (${errors.map(({ message }) => message).join(', ')})`);
  });
  await Promise.race([Promise.allSettled(all), wait(OTHERS_MS, null, { ref: false })]);
  return answers.reduce((best, one) => (one.timeline > best.timeline ? one : best)).place;
}

async function askHost(config: pg.ClientConfig, place: number): Promise<Answer> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number }>(TIMELINE);
    return { place, timeline: rows[0]?.timeline ?? 0 };
  } finally {
    void client.end().catch(() => {});
  }
}
