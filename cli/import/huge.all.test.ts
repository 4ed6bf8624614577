import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '#test/fixtures/compiled.ts';
import { openTestStore } from '#test/fixtures/store.ts';

test('300 MB that are not a list are refused in constant memory, by row and column', async (t) => {
  const store = await openTestStore(t);
  await store.close();
  const file = join(store.dataDir, 'list.csv');
  const peak = 'process.on("exit", () => console.error(process.resourceUsage().maxRSS))';
  for (const [begin, filled, expected] of [
    ['a@example.com,"', 'x\n', 'Line 2, column "Notes"'],
    // Empty cells count too.
    ['a@example.com', ',', 'Line 2, column "501"'],
    ['', '\n', 'More than 10000 empty lines from line 2 on'],
  ] as const) {
    writeFileSync(file, `email,Notes\n${begin}`);
    const piece = filled.repeat(1024 * 1024);
    for (let megabytes = 0; megabytes < 300; megabytes += filled.length) appendFileSync(file, piece);
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--max-old-space-size=64', '--import', `data:text/javascript,${peak}`, COMMANDS, 'import', file],
      { env: { ...process.env, DATA_DIR: store.dataDir }, encoding: 'utf8', timeout: 30_000 },
    );
    const [said = '', kilobytes = ''] = stderr.trim().split('\n');
    assert.deepEqual([status, said.slice(0, expected.length)], [1, expected], stderr.slice(0, 500));
    assert.ok(Number(kilobytes) < 250 * 1024, `${kilobytes} KB at most`);
  }
});
