import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { makeFolders, startCollector, startLoad } from './collector.ts';

/** Many batches: a stopped collector acknowledges none. */
const LATE = 200;

type Files = { store: string; log: string; shared: string; old: { store: string; log: string } };

const FAULTS: Record<string, (files: Files) => void> = {
  'the file is deleted': ({ store }) => rmSync(store),
  'all its files are deleted': ({ store }) => rmSync(join(store, '..'), { recursive: true, maxRetries: 5 }),
  'its log is deleted': ({ log }) => rmSync(log),
  'its shared memory is deleted': ({ shared }) => rmSync(shared),
  'a copy is put in its place': ({ store }) => {
    cpSync(store, `${store}.copy`);
    renameSync(`${store}.copy`, store);
  },
  'an older copy is written over it': ({ store, old }) => copyFileSync(old.store, store),
  'an older log is written over its log': ({ log, old }) => copyFileSync(old.log, log),
  'its log is cut to nothing': ({ log }) => truncateSync(log),
};

for (const [fault, plant] of Object.entries(FAULTS)) {
  test(`once ${fault}, nothing is acknowledged, the collector ends with an error, and who came since the last checkpoint is saved (D8; catches: nobody looks whether it is there)`, async (t) => {
    const folders = makeFolders(t);
    const collector = await startCollector(t, folders);
    const store = join(folders.dataDir, 'embreve.sqlite');
    const [log, shared, oldFolder] = [`${store}-wal`, `${store}-shm`, join(folders.dataDir, '..')];
    const old = { store: join(oldFolder, 'old.sqlite'), log: join(oldFolder, 'old.sqlite-wal') };
    let goneAt = Infinity;
    const late: string[] = [];
    const some = Promise.withResolvers<void>();
    const enough = Promise.withResolvers<void>();
    const tooLate = Promise.withResolvers<void>();
    const load = startLoad(collector.port, 32, 'gone', (status, address, sentAt) => {
      if (status === 202 && sentAt > goneAt && late.push(address) >= LATE) tooLate.resolve();
      if (load.acked.length > 50) some.resolve();
      if (load.acked.length > 200) enough.resolve();
    });
    await some.promise;
    copyFileSync(store, old.store);
    copyFileSync(log, old.log);
    await enough.promise;
    const before = join(oldFolder, 'before.sqlite');
    copyFileSync(store, before);
    plant({ store, log, shared, old });
    goneAt = performance.now();
    const ended = await Promise.race([collector.ended, tooLate.promise]);
    await load.stop();
    assert.deepEqual(late, []);
    assert.equal(ended?.code, 1);
    if (fault === 'all its files are deleted') return;
    const inStore = new Set(addressesIn(before));
    assertSaved(
      folders.dataDir,
      load.acked.filter((address) => !inStore.has(address)),
    );
  });
}

/** Addresses in the store's file alone, without its WAL. */
function addressesIn(copy: string): unknown[] {
  const db = new DatabaseSync(new URL(`${pathToFileURL(copy).href}?immutable=1`), { readOnly: true });
  try {
    return db
      .prepare('SELECT address FROM subscription')
      .all()
      .map(({ address }) => address);
  } finally {
    db.close();
  }
}

function assertSaved(dataDir: string, acked: string[]): void {
  const [name = '', ...others] = readdirSync(dataDir).filter(
    (one) => one.startsWith('rescued-') && one.endsWith('.csv'),
  );
  assert.deepEqual(others, []);
  assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600);
  const saved = readFileSync(join(dataDir, name), 'utf8');
  assert.deepEqual(
    acked.filter((address) => !saved.includes(`\n${address},en\r\n`)),
    [],
  );
}
