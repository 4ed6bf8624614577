import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeWords } from '#test/fixtures/written-words.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import { withStore } from '#server/store/existing.ts';
import { openForReading } from '#server/store/open.ts';
import { LAUNCH_WORDS, open } from '#test/fixtures/launch.ts';
import { fillStore } from './fill-store.ts';
import { REAL, type Running, startServer } from './processes.ts';
import { firstAt, isGood, portOf, subscriber, visit, type Visited } from './visitors.ts';

/** Seconds until all are queued; p99 of a subscription in milliseconds, before that and meanwhile. */
type Gathered = { seconds: number; aloneMs: number; meanwhileMs: number };

export const SUBSCRIBERS_A_SECOND = 100;
const SLICE_SECONDS = 1;
const WARM_SLICES = 5;
const ALONE_SLICES = 10;
/** Longer than the measurement, so that no mail is sent. */
const UNDO_MS = 3_600_000;
const LOOK_MS = 100;

/** Queues `people` in a collector of its own, several times, while others subscribe over HTTP. */
export async function measureGathering(
  dist: string,
  folder: string,
  { people, repeats }: { people: number; repeats: number },
  say: (line: string) => void,
): Promise<Gathered[]> {
  const filled = join(folder, 'people');
  fillStore(filled, people);
  const gathered: Gathered[] = [];
  for (let i = 0; i < repeats; i += 1) {
    say(`launch: ${people} people are gathered, ${i + 1} of ${repeats}`);
    const dataDir = join(folder, `people-${i}`);
    cpSync(filled, dataDir, { recursive: true });
    const server = await startServer(REAL, dist, dataDir);
    gathered.push(await gather(server, dataDir));
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
  return gathered;
}

async function gather(server: Running, dataDir: string): Promise<Gathered> {
  await slices(server, WARM_SLICES);
  const alone = await slices(server, ALONE_SLICES);
  await openLaunch(dataDir);
  const begun = performance.now();
  let seconds = NaN;
  const gathered = untilGathered(dataDir).then(() => void (seconds = (performance.now() - begun) / 1_000));
  const meanwhile = await subscribersDuring(server, gathered);
  return { seconds, aloneMs: firstAt(alone, 0.99), meanwhileMs: firstAt(meanwhile, 0.99) };
}

/** Lets people subscribe while `work` runs. @returns those who came before its end. */
export async function subscribersDuring(server: Running, work: Promise<void>): Promise<Visited[]> {
  const ended = { at: Infinity };
  const ending = work.finally(() => (ended.at = performance.now()));
  const visited: Visited[] = [];
  while (ended.at === Infinity) visited.push(...(await slices(server, 1)));
  await ending;
  return visited.filter(({ due }) => due < ended.at);
}

/** `count` seconds of subscriptions. @throws if one was not accepted. */
export async function slices(server: Running, count: number): Promise<Visited[]> {
  const pace = {
    port: portOf(server),
    rate: SUBSCRIBERS_A_SECOND,
    seconds: SLICE_SECONDS,
    visit: subscriber,
  };
  const visited: Visited[] = [];
  for (let i = 0; i < count; i += 1) visited.push(...(await visit(pace)));
  const bad = visited.filter((one) => !isGood(one)).length;
  if (bad > 0) throw new Error(`${bad} could not subscribe`);
  return visited;
}

const FILES = { is: 'files' } as const;

/** Like the command, which runs beside the server. */
function openLaunch(dataDir: string): Promise<void> {
  return withStore({ dataDir, databaseUrl: null }, 'write', async (store) => {
    const now = Date.now();
    await writeWords(store.write, 'launch', LAUNCH_WORDS, { by: 'a test', now });
    const storeId = await storeIdOf(store, dataDir);
    const order = {
      by: 'the bench',
      undoMs: UNDO_MS,
      wave: 0,
      maxPerMinute: 1_000_000,
      mailRoute: FILES,
      storeId,
      isLive: true,
      now,
    };
    const opened = await open(store.write, 'launch', order);
    if (!opened.ok) throw new Error('it could not be opened');
  });
}

async function untilGathered(dataDir: string): Promise<void> {
  using db = openForReading(dataDir);
  const left = db.prepare(`SELECT 1 FROM announcement WHERE enqueue_cursor < enqueue_end`);
  while (left.get() !== undefined) await wait(LOOK_MS);
}
