import assert from 'node:assert/strict';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolders, startCollector, startLoad } from './collector.ts';

const FAULTS: Record<string, (dataDir: string) => void> = {
  'the file is deleted': (dataDir) => rmSync(join(dataDir, 'embreve.sqlite')),
  'all its files are deleted': (dataDir) => rmSync(dataDir, { recursive: true }),
  'its log is deleted': (dataDir) => rmSync(join(dataDir, 'embreve.sqlite-wal')),
  'a copy is put in its place': (dataDir) => {
    const file = join(dataDir, 'embreve.sqlite');
    cpSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
};

for (const [fault, plant] of Object.entries(FAULTS)) {
  test(`once ${fault}, nothing is acknowledged and the collector ends with an error (D8; fault: nobody looks whether it is there)`, async (t) => {
    const folders = makeFolders(t);
    const collector = await startCollector(t, folders);
    let goneAt = Infinity;
    const late: string[] = [];
    const underway = Promise.withResolvers<void>();
    const load = startLoad(collector.port, 32, 'gone', (status, address, sentAt) => {
      if (status === 202 && sentAt > goneAt) late.push(address);
      if (load.acked.length > 200) underway.resolve();
    });
    await underway.promise;
    plant(folders.dataDir);
    goneAt = performance.now();
    const { code } = await collector.ended;
    await load.stop();
    assert.notEqual(code, 0);
    assert.deepEqual(late, []);
  });
}
