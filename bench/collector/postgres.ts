import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '#test/fixtures/postgres.ts';
import { inFolder, mustEnd } from './cleanup.ts';
import { type Figures, newFigures } from './figures.ts';
import { load, obtain, startServer } from './processes.ts';

/** `seconds` of each load. */
export const POSTGRES_SIZES = {
  quick: { seconds: 2, repeats: 2 },
  short: { seconds: 4, repeats: 5 },
  long: { seconds: 10, repeats: 9 },
} as const;

/** Sends no mail meanwhile. */
const PROGRAM = fileURLToPath(new URL('./echo.ts', import.meta.url));
const SUBSCRIBE = new URL('./subscribe.lua', import.meta.url);
/** Compiling costs two processes twice as much: it is not what is measured. */
const WARM_SECONDS = 4;
/** With few, what is measured is that no answer comes within 5 ms (server/list/subscribe.ts). */
const CONNECTIONS = 256;

/** Measures accepted, thus durable, subscriptions on PostgreSQL and on SQLite in turn, on this machine. */
export async function measurePostgres(
  dist: string,
  { seconds, repeats }: (typeof POSTGRES_SIZES)[keyof typeof POSTGRES_SIZES],
  say: (line: string) => void,
): Promise<Figures> {
  const { add, ...found } = newFigures();
  if (!obtain('wrk')) return { ...found, notes: ['wrk is not here: nothing was measured'] };
  await inFolder(async (folder) => {
    const ends: (() => Promise<void>)[] = [];
    const postgres = await startPostgres({ after: (end) => void ends.push(mustEnd(end)) });
    let stores = 0;
    /** Accepted in a second by so many processes on one new store. */
    async function accepted(processes: number, isPostgres: boolean): Promise<number> {
      const dataDir = join(folder, `${stores++}`);
      const url = isPostgres ? await postgres.createDatabase() : '';
      const settings = { DATABASE_URL: url, SECRET_KEYS: isPostgres ? 'k'.repeat(40) : '' };
      const all = { length: processes };
      const servers = await Promise.all(Array.from(all, () => startServer(PROGRAM, dist, dataDir, settings)));
      const subscribe = (during: number) =>
        Promise.all(
          servers.map(({ address, pid }) => {
            const options = { connections: CONNECTIONS / processes, seconds: during, script: SUBSCRIBE };
            return load(`${address}/api/subscribe`, pid, options);
          }),
        );
      await subscribe(WARM_SECONDS);
      const loads = await subscribe(seconds);
      for (const server of servers) await server.stop();
      const failed = loads.reduce((sum, one) => sum + one.failed, 0);
      if (failed > 0) found.notes.push(`${failed} answers were no success`);
      return loads.reduce((sum, { perSecond }) => sum + perSecond, 0);
    }
    const [sqlite, one, two]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < repeats; i++) {
      say(`subscriptions on SQLite, on PostgreSQL by one process and by two: ${i + 1} of ${repeats}`);
      sqlite.push(await accepted(1, false));
      one.push(await accepted(1, true));
      two.push(await accepted(2, true));
    }
    const ratio = (over: number[], under: number[]) => over.map((rate, i) => rate / (under[i] ?? Number.NaN));
    add('PostgreSQL / SQLite, one process', '', ratio(one, sqlite), { atLeast: 0.45 });
    add('PostgreSQL, two processes / one', '', ratio(two, one), { atLeast: 1 });
    add('SQLite', 'requests/s', sqlite);
    add('PostgreSQL, one process', 'requests/s', one);
    add('PostgreSQL, two processes', 'requests/s', two);
    for (const end of ends.toReversed()) await end();
  });
  return found;
}
