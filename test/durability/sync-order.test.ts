import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeFolders, startCollector, startMixedLoad } from './collector.ts';
import { readSyncOrder, type SyncOrder } from './sync-order.ts';

const WEAKENED = fileURLToPath(new URL('./weakened.ts', import.meta.url));
const ENOUGH = { addresses: 500, messages: 20 };
const CALLS = 'trace=read,write,writev,pwrite64,fsync,fdatasync';
const traceable = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
const skip = traceable
  ? false
  : 'strace is missing or not allowed here: the order of sync and answer is NOT proven';

/** Runs the collector under strace and load until `ENOUGH` is acknowledged. */
async function trace(t: TestContext, program?: string[]): Promise<SyncOrder> {
  const folders = makeFolders(t);
  const file = join(folders.dist, '..', 'trace');
  const under = ['strace', '-f', '-y', '-s', '4096', '-e', CALLS, '-o', file];
  const collector = await startCollector(t, { ...folders, under, ...(program && { program }) });
  const enough = Promise.withResolvers<void>();
  const load = startMixedLoad(collector.port, 64, 'sync', () => {
    const { addresses, messages } = load;
    if (addresses.acked.length >= ENOUGH.addresses && messages.acked.length >= ENOUGH.messages)
      enough.resolve();
  });
  await Promise.race([enough.promise, collector.ended]);
  await load.stop();
  // The trace is complete once the collector itself, not just strace, has ended.
  process.kill(
    Number(readFileSync(`/proc/${collector.child.pid}/task/${collector.child.pid}/children`, 'utf8')),
  );
  await collector.ended;
  const order = readSyncOrder(readFileSync(file, 'utf8'));
  t.diagnostic(`${order.acknowledged} acknowledged, ${order.unproven.length} of them before their sync`);
  const acknowledged = load.addresses.acked.length + load.messages.acked.length;
  assert.equal(order.acknowledged, acknowledged, 'every acknowledgement was seen in the trace');
  return order;
}

const isMessage = (address: string): boolean => address.startsWith('message-');

test(
  'every 202 goes out after the sync that covers its row, or its message (D2; catches: no sync at a commit, the answer goes out first)',
  { skip },
  async (t) => {
    assert.deepEqual((await trace(t)).unproven, []);
  },
);

for (const fault of ['NORMAL', 'OFF', 'ack-first']) {
  test(`the same proof fails with the fault ${fault}`, { skip }, async (t) => {
    const { unproven } = await trace(t, [WEAKENED, fault]);
    assert.ok(unproven.some(isMessage), 'messages');
    assert.ok(!unproven.every(isMessage), 'addresses');
  });
}
