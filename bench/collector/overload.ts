import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { type LoadRun, REAL } from './load-run.ts';
import { untilMerged } from './merged.ts';
import { load, run, type Running, startServer } from './processes.ts';
import { slowDisk } from './slow-disk.ts';
import {
  coldPage,
  firstAt,
  isGood,
  percentile,
  portOf,
  subscriber,
  visit,
  type Visited,
  wholeAt,
} from './visitors.ts';

const OVERLOAD = fileURLToPath(new URL('./overload.lua', import.meta.url));
const PATIENT = fileURLToPath(new URL('./patient.lua', import.meta.url));
const SUBSCRIBE = new URL('./subscribe.lua', import.meta.url);
/**
 * Each connection asks again as soon as it is answered. Three times the capacity cannot be offered at a fixed rate from
 * the cores the collector runs on itself.
 */
const CONNECTIONS = 3_000;
/** Milliseconds by which each sync takes longer on a slow disk, which is then what is short. */
const SYNC_MS = 100;
/** What then comes in has room in the buffer: draining it would count for the one and not for the other. */
const SLOW_SECONDS = 10;
/** Just below the posts the collector lets in at once; and so many that it cannot let all in. */
const LET_IN = 3_900;
const TOO_MANY = 6_000;
/** Three times as many as it lets in; who is sent away comes back when told to, as people do. */
const PEOPLE = 12_000;
/** Of pages and of subscriptions each second, to feel what a single visitor feels. */
const PROBES = 25;
const SECONDS_AFTER = 10;

type Counted = { accepted: number; later: number; other: number; lost: number; seconds: number };

/** L3 and L4: far more subscriptions than it can store, and the time after. */
export async function measureOverload(loadRun: LoadRun, server: Running): Promise<void> {
  const { size, folder, page, add, say } = loadRun;
  const port = portOf(server);
  const capacity = await measureCapacity(loadRun);
  const before = await probe(port, page, 2);
  say(`L3: overload, ${size.overload} s`);
  const overloaded = await overloadAndProbe(server, page, CONNECTIONS, size.overload);
  const { counted, pages } = overloaded;
  const merging = untilMerged(join(folder, 'load'));
  const all = answeredOf(counted) / counted.seconds / capacity;
  add(`L3: answered / capacity, ${CONNECTIONS} connections that never wait`, '', [all]);
  addOverload('L3', overloaded, add);
  add('L3: document meanwhile, p99', 'ms', [firstAt(pages, 0.99)]);
  say(`L4: ${SECONDS_AFTER} s later`);
  const later = wait((SECONDS_AFTER - 1) * 1_000);
  const seconds = counted.seconds + (await merging);
  add('L3: accepted and merged / capacity', '', [counted.accepted / seconds / capacity], { atLeast: 0.9 });
  await later;
  const after = await probe(port, page, 3);
  add('L4: subscription before the overload, p99', 'ms', [wholeAt(before.posts, 0.99)]);
  add(`L4: subscription ${SECONDS_AFTER} s after it, p99`, 'ms', [wholeAt(after.posts, 0.99)], {
    atMost: 300,
  });
  add(`L4: document ${SECONDS_AFTER} s after it, p99`, 'ms', [firstAt(after.pages, 0.99)], { atMost: 150 });
  const failed = [...after.pages, ...after.posts].filter((one) => !isGood(one)).length;
  add(`L4: failed ${SECONDS_AFTER} s after it`, '', [failed], { atMost: 0 });
}

/**
 * What it can do without end: for as long as the overload, on a store that grows as far, all of it merged into its
 * tables. Subscriptions a second.
 */
async function measureCapacity({ dist, folder, size, add, say }: LoadRun): Promise<number> {
  const connections = 64;
  const seconds = size.overload;
  say(`L3: capacity, ${seconds} s`);
  const dataDir = join(folder, 'capacity');
  const { address, pid, stop } = await startServer(REAL, dist, dataDir);
  try {
    const options = { connections, seconds, script: SUBSCRIBE };
    const full = await load(`${address}/api/subscribe`, pid, options);
    const capacity = full.requests / (seconds + (await untilMerged(dataDir)));
    const name = `L3: capacity, ${connections} connections for ${seconds} s, all merged into their tables`;
    add(name, 'subscriptions/s', [capacity]);
    return capacity;
  } finally {
    await stop();
  }
}

/** L3 where syncing is what takes long. */
export async function measureSlowDisk({ dist, folder, add, say }: LoadRun, notes: string[]): Promise<void> {
  const disk = `disk ${SYNC_MS} ms slower`;
  const under = slowDisk(SYNC_MS);
  if (under === null) return void notes.push('strace is not here: a slow disk was not measured');
  const dataDir = join(folder, 'slow-disk');
  const server = await startServer(REAL, dist, dataDir, {}, under);
  try {
    const target = `${server.address}/api/subscribe`;
    const page = await coldPage(server.address);
    say(`L3, ${disk}: capacity`);
    const full = await overload(target, LET_IN, SLOW_SECONDS);
    await untilMerged(dataDir);
    say(`L3, ${disk}: overload, ${SLOW_SECONDS} s`);
    const overloaded = await overloadAndProbe(server, page, TOO_MANY, SLOW_SECONDS);
    const { counted } = overloaded;
    const capacity = full.accepted / full.seconds;
    const share = counted.accepted / counted.seconds / capacity;
    add(`L3, ${disk}: capacity, ${LET_IN} connections`, 'subscriptions/s', [capacity]);
    add(`L3, ${disk}: accepted / capacity, ${TOO_MANY} connections`, '', [share], { atLeast: 0.9 });
    addOverload(`L3, ${disk}`, overloaded, add);
    say(`L3, ${disk}: ${PEOPLE} people, ${SLOW_SECONDS} s`);
    const people = await overloadAndProbe(server, page, PEOPLE, SLOW_SECONDS, PATIENT);
    addOverload(`L3, ${disk}, ${PEOPLE} who come back when told`, people, add);
  } finally {
    await server.stop();
  }
}

type Overloaded = { counted: Counted } & Probed;

/** The answers that the burst got, and the answers to one more visitor meanwhile. */
async function overloadAndProbe(
  server: Running,
  page: readonly string[],
  connections: number,
  seconds: number,
  script = OVERLOAD,
): Promise<Overloaded> {
  const [counted, probed] = await Promise.all([
    overload(`${server.address}/api/subscribe`, connections, seconds, script),
    // All of it within the overload.
    wait(1_000).then(() => probe(portOf(server), page, seconds - 2)),
  ]);
  return { counted, ...probed };
}

/** What an overload must keep to on any disk. */
function addOverload(name: string, { counted, pages, posts }: Overloaded, add: LoadRun['add']): void {
  const refusals = posts.filter(({ status }) => status === 503).map(({ wholeMs }) => wholeMs);
  const unanswered = pages.filter((one) => !isGood(one)).length;
  add(`${name}: sent away with 503 and Retry-After`, '%', [(counted.later / answeredOf(counted)) * 100]);
  add(`${name}: any other answer, or none`, '', [counted.other + counted.lost], { atMost: 0 });
  add(`${name}: accepted subscription of one more visitor, p99`, 'ms', [wholeAt(posts, 0.99)], {
    atMost: 1_000,
  });
  if (refusals.length > 0)
    add(`${name}: 503 of one more visitor, p99`, 'ms', [percentile(refusals, 0.99)], { atMost: 50 });
  add(`${name}: pages not answered`, '', [unanswered], { atMost: 0 });
}

function answeredOf({ accepted, later, other }: Counted): number {
  return accepted + later + other;
}

async function overload(
  target: string,
  connections: number,
  seconds: number,
  script = OVERLOAD,
): Promise<Counted> {
  // Also who waits before they come back counts as unanswered after the time.
  const patience = script === PATIENT ? '60s' : '15s';
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', patience, '-s', script, target];
  const stdout = await run('wrk', args);
  return JSON.parse(/\{"accepted".*\}/.exec(stdout)?.[0] ?? '') as Counted;
}

type Probed = { pages: Visited[]; posts: Visited[] };

async function probe(port: number, page: readonly string[], seconds: number): Promise<Probed> {
  const pace = { port, rate: PROBES, seconds };
  const [pages, posts] = await Promise.all([
    visit({ ...pace, visit: () => ({ label: 'page', requests: page.slice(0, 1) }) }),
    visit({ ...pace, visit: subscriber }),
  ]);
  return { pages, posts };
}
