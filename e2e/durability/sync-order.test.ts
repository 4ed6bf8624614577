import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeFolders, startCollector, startLoad } from './collector.ts';
import { readSyncOrder, type SyncOrder } from './sync-order.ts';

const WEAKENED = fileURLToPath(new URL('./weakened.ts', import.meta.url));
const ENOUGH = 500;
const CALLS = 'trace=read,write,writev,pwrite64,fsync,fdatasync';
const traceable = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
const skip = traceable
  ? false
  : 'strace is missing or not allowed here: the order of sync and answer is NOT proven';

/** Runs the collector under strace and a load until `ENOUGH` addresses are acknowledged. */
async function trace(t: TestContext, program?: string[]): Promise<SyncOrder> {
  const folders = makeFolders(t);
  const file = join(folders.dist, '..', 'trace');
  const under = ['strace', '-f', '-y', '-s', '4096', '-e', CALLS, '-o', file];
  const collector = await startCollector(t, { ...folders, under, ...(program && { program }) });
  const enough = Promise.withResolvers<void>();
  const load = startLoad(collector.port, 64, 'sync', () => {
    if (load.acked.length >= ENOUGH) enough.resolve();
  });
  await Promise.race([enough.promise, collector.ended]);
  await load.stop();
  // The trace is complete once the collector, not strace alone, has ended.
  process.kill(
    Number(readFileSync(`/proc/${collector.child.pid}/task/${collector.child.pid}/children`, 'utf8')),
  );
  await collector.ended;
  const order = readSyncOrder(readFileSync(file, 'utf8'));
  t.diagnostic(`${order.acknowledged} acknowledged, ${order.unproven.length} of them before their sync`);
  assert.equal(order.acknowledged, load.acked.length, 'every acknowledgement was seen in the trace');
  return order;
}

test('every 202 goes out after the sync that covers its row (D2)', { skip }, async (t) => {
  assert.deepEqual((await trace(t)).unproven, []);
});

for (const fault of ['NORMAL', 'OFF', 'ack-first']) {
  test(`the same proof fails with the fault ${fault}`, { skip }, async (t) => {
    assert.ok((await trace(t, [WEAKENED, fault])).unproven.length > 0);
  });
}
