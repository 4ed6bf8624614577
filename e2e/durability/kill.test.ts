import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeFolders, readStore, startCollector, startLoad } from './collector.ts';
import { startCrowd } from './crowd.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 20);
const CLIENTS = 64;
const WEAKENED = fileURLToPath(new URL('./weakened.ts', import.meta.url));

type Load = { acked: string[]; stop(): Promise<void> };
type Result = {
  acked: string[];
  lost: string[];
  repeated: number;
  /** Kills that left rows in the inbox. */
  unmerged: number;
  integrity: unknown;
};
type Options = { rounds: number; program?: string[]; load(port: number, prefix: string): Load };

const ofMany = (port: number, prefix: string): Load => startLoad(port, CLIENTS, prefix);

/** Kills the collector without warning, `rounds` times at random moments under load, and compares. */
async function killUnderLoad(t: TestContext, { rounds, program, load: start }: Options): Promise<Result> {
  const folders = makeFolders(t);
  const acked: string[] = [];
  let unmerged = 0;
  for (let round = 0; round < rounds; round++) {
    const collector = await startCollector(t, { ...folders, ...(program && { program }) });
    const load = start(collector.port, `r${round}`);
    await wait(20 + Math.random() * 300);
    collector.child.kill('SIGKILL');
    await collector.ended;
    await load.stop();
    acked.push(...load.acked);
    if (readStore(folders.dataDir).waiting > 0) unmerged++;
  }
  // What was in the inbox is merged at the next start.
  const { child, ended } = await startCollector(t, folders);
  child.kill('SIGTERM');
  await ended;
  const { addresses, integrity } = readStore(folders.dataDir);
  const stored = new Set(addresses);
  const lost = acked.filter((address) => !stored.has(address));
  return { acked, lost, repeated: addresses.length - stored.size, unmerged, integrity };
}

test(`no acknowledged address is lost in ${ROUNDS} kills under load (D1)`, async (t) => {
  const result = await killUnderLoad(t, { rounds: ROUNDS, load: ofMany });
  assertWhole(t, result, ROUNDS);
});

test('nor of a crowd, whose addresses wait in the inbox (D1; fault: it is emptied before it is merged)', async (t) => {
  const result = await killUnderLoad(t, { rounds: 5, load: startCrowd });
  assertWhole(t, result, 5);
  assert.ok(result.unmerged > 0, 'the inbox was in use');
});

function assertWhole(t: TestContext, { acked, lost, repeated, integrity }: Result, rounds: number): void {
  t.diagnostic(`${acked.length} acknowledged, ${lost.length} lost`);
  assert.ok(acked.length > rounds, 'there was a load');
  assert.deepEqual(lost, []);
  assert.equal(repeated, 0);
  assert.equal(integrity, 'ok');
}

test('the same test finds lost addresses when the answer goes out before the commit', async (t) => {
  const { acked, lost } = await killUnderLoad(t, {
    rounds: 5,
    program: [WEAKENED, 'ack-first'],
    load: ofMany,
  });
  t.diagnostic(`${acked.length} acknowledged, ${lost.length} lost`);
  assert.ok(lost.length > 0);
});
