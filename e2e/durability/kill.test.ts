import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeFolders, readStore, startCollector, startLoad } from './collector.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 20);
const CLIENTS = 64;
const WEAKENED = fileURLToPath(new URL('./weakened.ts', import.meta.url));

type Result = { acked: string[]; lost: string[]; repeated: number; integrity: unknown };

/** Kills the collector without warning, `rounds` times at random moments under load, and compares. */
async function killUnderLoad(t: TestContext, rounds: number, program?: string[]): Promise<Result> {
  const folders = makeFolders(t);
  const acked: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const collector = await startCollector(t, { ...folders, ...(program && { program }) });
    const load = startLoad(collector.port, CLIENTS, `r${round}`);
    await wait(20 + Math.random() * 300);
    collector.child.kill('SIGKILL');
    await collector.ended;
    await load.stop();
    acked.push(...load.acked);
  }
  const { addresses, integrity } = readStore(folders.dataDir);
  const stored = new Set(addresses);
  const lost = acked.filter((address) => !stored.has(address));
  return { acked, lost, repeated: addresses.length - stored.size, integrity };
}

test(`no acknowledged address is lost in ${ROUNDS} kills under load (D1)`, async (t) => {
  const { acked, lost, repeated, integrity } = await killUnderLoad(t, ROUNDS);
  t.diagnostic(`${acked.length} acknowledged, ${lost.length} lost`);
  assert.ok(acked.length > ROUNDS, 'there was a load');
  assert.deepEqual(lost, []);
  assert.equal(repeated, 0);
  assert.equal(integrity, 'ok');
});

test('the same test finds lost addresses when the answer goes out before the commit', async (t) => {
  const { acked, lost } = await killUnderLoad(t, 5, [WEAKENED, 'ack-first']);
  t.diagnostic(`${acked.length} acknowledged, ${lost.length} lost`);
  assert.ok(lost.length > 0);
});
