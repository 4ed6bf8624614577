import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '#test/fixtures/compiled.ts';
import { type Collector, makeFolders, readStore, startCollector, startMixedLoad } from './collector.ts';

const ROUNDS = Number(process.env.BESIDE_ROUNDS ?? 2);

async function run(dataDir: string, code: number, ...args: string[]): Promise<void> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    ...(args[0] === 'transfer' && { DATABASE_URL: 'postgres://127.0.0.1:9/none' }),
  };
  const said = await new Promise((resolve) =>
    execFile(process.execPath, [COMMANDS, ...args], { env }, (error, out, problems) =>
      resolve({ code: error === null ? 0 : error.code, said: out + problems }),
    ),
  );
  assert.equal((said as { code: number }).code, code, JSON.stringify(said));
}

test('whatever else works on the store, no collector takes it for damage (catches: a process that checkpoints or restarts the log counts as an intruder)', async (t) => {
  const folders = makeFolders(t);
  const { dataDir } = folders;
  const outside = join(dataDir, '..');
  const ended: Collector[] = [];
  const start = async (): Promise<Collector> => {
    const collector = await startCollector(t, folders);
    void collector.ended.then(() => ended.push(collector));
    return collector;
  };
  const collectors = [await start(), await start()];
  const loads = collectors.map(({ port }, i) => startMixedLoad(port, 8, `beside-${i}`));
  let acked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const list = join(outside, `list-${round}.csv`);
    const backup = join(outside, `backup-${round}.sqlite`);
    writeFileSync(list, `email\nimported-${round}@example.com\nerased-${round}@example.com\n`);
    await run(dataDir, 0, 'import', list, '--confirmed');
    await run(dataDir, 0, 'erase', `erased-${round}@example.com`);
    await run(dataDir, 0, 'backup', backup);
    await run(dataDir, 0, 'subscribers', 'export', '--output', `${list}.out`);
    await run(dataDir, 1, 'restore', backup, '--force');
    await run(dataDir, 1, 'transfer');
    // A kill during a commit leaves a WAL index to be rebuilt.
    const killed = await start();
    const load = startMixedLoad(killed.port, 8, `killed-${round}`, () => {
      if (load.addresses.acked.length > 20) killed.child.kill('SIGKILL');
    });
    await killed.ended;
    await load.stop();
    loads.push(load);
    assert.deepEqual(ended.splice(0), [killed]);
    const total = loads.flatMap(({ addresses }) => addresses.acked).length;
    assert.ok(total > acked, 'there was a load');
    acked = total;
  }
  await Promise.all(loads.map((load) => load.stop()));
  for (const { child, ended: end } of collectors) {
    child.kill('SIGTERM');
    assert.deepEqual(await end, { code: 0, signal: null });
  }
  t.diagnostic(`${acked} addresses acknowledged`);
  const { addresses, integrity } = readStore(dataDir);
  const stored = new Set(addresses);
  const lost = loads.flatMap((load) => load.addresses.acked.filter((address) => !stored.has(address)));
  assert.deepEqual(lost, []);
  assert.equal(integrity, 'ok');
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('rescued-')),
    [],
  );
});
