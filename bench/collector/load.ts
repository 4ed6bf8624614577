import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inFolder } from './cleanup.ts';
import { lostOf, type LoadRun, type LoadSize, REAL } from './load-run.ts';
import type { Figure } from './measure.ts';
import { measureOverload, measureSlowDisk } from './overload.ts';
import type { Ours } from './peers.ts';
import {
  compileModules,
  load,
  median,
  obtain,
  peakMegabytes,
  residentMegabytes,
  type Running,
  startServer,
} from './processes.ts';
import { measureRestarts, measureColdStart } from './restarts.ts';
import { measureUnnoticedRestarts } from './unnoticed.ts';
import { coldPage, firstAt, isGood, portOf, subscriber, visit, type Visited, wholeAt } from './visitors.ts';

/** `ours` is null where it could not be measured. */
export type LoadFigures = { figures: Figure[]; notes: string[]; ours: Ours | null };

const SUBSCRIBE = new URL('./subscribe.lua', import.meta.url);
/** Cold page loads a second that a mention on television brings. */
const STEP_RATE = 500;
const RAMP = 5;

/**
 * How the real collector bears what a small site's greatest day brings, as `npm start` runs it, on loopback. Clients
 * share the machine's cores with it, and every time counts from when a request was due.
 * @param dist the built site.
 */
export async function measureLoad(
  dist: string,
  size: LoadSize,
  say: (line: string) => void,
): Promise<LoadFigures> {
  await compileModules();
  return inFolder(async (folder) => {
    const figures: Figure[] = [];
    const add: LoadRun['add'] = (name, unit, samples, goal = null) =>
      figures.push({ name, unit, samples, goal, value: median(samples) });
    const run = { dist, folder, size, add, say, page: [] };
    const notes: string[] = [];
    const ours = await measureUnderLoad(run, notes);
    if (ours !== null) await measureSlowDisk(run, notes);
    await measureRestarts(run);
    await measureUnnoticedRestarts(run, notes);
    await measureColdStart(run);
    return { figures, notes, ours };
  });
}

async function measureUnderLoad(first: LoadRun, notes: string[]): Promise<Ours | null> {
  const { dist, folder, size, say } = first;
  const server = await startServer(REAL, dist, join(folder, 'load'));
  try {
    await wait(1_500);
    const idleMegabytes = residentMegabytes(server.pid);
    const run = { ...first, page: await coldPage(server.address) };
    notes.push(
      `a cold page is ${run.page.length} requests on a connection of its own: the document, its scripts, its font`,
      'double opt-in is on: 300 confirmation mails, the most in an hour, become files, the others wait',
    );
    await measureStep(run, server);
    await measureMost(run, server);
    await measureSubscribers(run, server);
    await measureIdle(run, server);
    if (!obtain('wrk')) {
      notes.push('wrk is not here: overload was not measured');
      return null;
    }
    say('subscriptions as the peers were measured');
    const options = { connections: 16, seconds: Math.min(5, size.steady), script: SUBSCRIBE };
    const create = await load(`${server.address}/api/subscribe`, server.pid, options);
    await measureOverload(run, server);
    return { create, idleMegabytes, startMs: server.startMs };
  } finally {
    await server.stop();
  }
}

async function measureStep({ size, page, add, say }: LoadRun, server: Running): Promise<void> {
  say(`L1: ${STEP_RATE} cold page loads a second`);
  const pace = { port: portOf(server), rate: STEP_RATE, seconds: size.step, ramp: RAMP };
  const visited = await visit({ ...pace, visit: () => ({ label: 'page', requests: page }) });
  const held = visited.filter(isGood).length / visited.length;
  add(`L1: 0 to ${STEP_RATE} cold page loads/s in ${RAMP} s, answered whole`, '%', [held * 100], {
    atLeast: 100,
  });
  add('L1: loads/s completed', 'loads/s', [perSecond(visited, RAMP)]);
  add('L1: document, p50', 'ms', [firstAt(visited, 0.5)], { atMost: 20 });
  add('L1: document, p99', 'ms', [firstAt(visited, 0.99)], { atMost: 150 });
  add('L1: whole load, p99', 'ms', [wholeAt(visited, 0.99)]);
  add('L1: greatest memory until then, RSS', 'MiB', [peakMegabytes(server.pid)], { atMost: 512 });
}

/** Of some rates, the highest that the machine holds, client included. */
async function measureMost({ size, page, add, say }: LoadRun, server: Running): Promise<void> {
  let most = 0;
  for (const rate of [125, 250, 500, 1_000, 1_500]) {
    say(`L1: what is held, ${rate} loads a second`);
    const pace = { port: portOf(server), rate, seconds: Math.min(3, size.step) };
    const visited = await visit({ ...pace, visit: () => ({ label: 'page', requests: page }) });
    if (!visited.every(isGood) || firstAt(visited, 0.99) > 150) break;
    most = rate;
  }
  add('L1: most cold loads/s tried with p99 within 150 ms and none failed', 'loads/s', [most]);
}

async function measureSubscribers({ size, folder, add, say }: LoadRun, server: Running): Promise<void> {
  const port = portOf(server);
  say('L2: 200 subscriptions a second, then 1 000');
  const steady = await visit({ port, rate: 200, seconds: size.steady, visit: subscriber });
  const burst = await visit({ port, rate: 1_000, seconds: size.burst, visit: subscriber });
  add(`L2: 200 subscriptions/s for ${size.steady} s, p99`, 'ms', [wholeAt(steady, 0.99)], { atMost: 300 });
  add(`L2: 1 000 subscriptions/s for ${size.burst} s, p99`, 'ms', [wholeAt(burst, 0.99)], { atMost: 1_000 });
  const all = [...steady, ...burst];
  add('L2: not accepted', '', [all.filter((one) => !isGood(one)).length], { atMost: 0 });
  const lost = await lostOf(all, join(folder, 'load'));
  add(`L2: accepted and not in the store, of ${all.filter(isGood).length}`, '', [lost], { atMost: 0 });
}

/** Idle connections, each of which has had one answer. */
async function measureIdle({ size, page, add, say }: LoadRun, server: Running): Promise<void> {
  say(`L6: ${size.idleConnections} idle connections`);
  const pace = { port: portOf(server), rate: STEP_RATE / 10, seconds: size.idle };
  const pages = () => visit({ ...pace, visit: () => ({ label: 'page', requests: page }) });
  const before = await pages();
  const idle: Socket[] = [];
  while (idle.length < size.idleConnections) {
    const some = Math.min(200, size.idleConnections - idle.length);
    idle.push(...(await Promise.all(Array.from({ length: some }, () => keepAlive(pace.port)))));
  }
  const beside = await pages();
  const open = idle.filter((socket) => !socket.closed).length;
  for (const socket of idle) socket.destroy();
  const after = await pages();
  const without = (firstAt(before, 0.99) + firstAt(after, 0.99)) / 2;
  add('L6: idle connections still open at the end', '', [open], { atLeast: size.idleConnections });
  add(`L6: document at ${pace.rate} loads/s without them, p99`, 'ms', [without]);
  add('L6: document beside them, p99', 'ms', [firstAt(beside, 0.99)]);
  add('L6: p99 beside / without', '', [firstAt(beside, 0.99) / without], { atMost: 2 });
}

function keepAlive(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    );
    socket.once('data', () => resolve(socket));
    // An idle connection may be closed; how many stay is measured.
    socket.on('error', reject);
  });
}

/** Once the ramp is over. */
function perSecond(visited: readonly Visited[], ramp: number): number {
  const begun = (visited[0]?.due ?? 0) + ramp * 1_000;
  const good = visited.filter((one) => isGood(one) && one.due >= begun);
  // The long form has more of them than a function takes arguments.
  const end = good.reduce((latest, { due, wholeMs }) => Math.max(latest, due + wholeMs), begun);
  return (good.length / (end - begun)) * 1_000;
}
