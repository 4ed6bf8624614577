import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY } from '#contract/time.ts';
import {
  firstMailFile,
  linksIn,
  listOrNothing,
  press,
  startCollector,
  subscribe,
  until,
} from '#test/fixtures/collector.ts';

test('a person who erases their data leaves no mail behind as a file (catches: only the store is erased)', async (t) => {
  const clock = { time: 1_795_000_000_000 };
  const { port, dataDir } = await startCollector(t, {}, () => clock.time);
  for (const name of ['ana', 'eva']) await subscribe(port, clock, `${name}@example.com`);
  const mails = () => listOrNothing(join(dataDir, 'outbox')).filter((file) => file.endsWith('.txt'));
  await until(() => (mails().length === 2 ? true : undefined));
  const { data } = linksIn(firstMailFile(dataDir) ?? '');
  const erased = await press(port, clock, data, 'do=erase');
  assert.equal(erased.headers.location, '/soon?state=erased&lang=pt');
  assert.equal(mails().length, 1);
  assert.doesNotMatch(firstMailFile(dataDir) ?? '', /ana@example\.com/);
});

test('expired data is in no file any more (catches: the log is left as it is; a clock that leaps is believed)', async (t) => {
  const clock = { time: 1_795_000_000_000 };
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-collector-'));
  const first = await startCollector(t, { DATA_DIR: dataDir }, () => clock.time);
  await subscribe(first.port, clock, 'ana@example.com');
  await until(() => firstMailFile(dataDir));
  await first.collector.stop(0);
  const files = () =>
    readdirSync(dataDir)
      .filter((name) => name.startsWith('embreve.sqlite'))
      .map((name) => readFileSync(join(dataDir, name), 'latin1'))
      .join();
  assert.match(files(), /ana@example/);
  clock.time += 100 * DAY;
  // The clock has jumped: nothing is deleted yet.
  const second = await startCollector(t, { DATA_DIR: dataDir }, () => clock.time);
  await second.collector.stop(0);
  assert.match(files(), /ana@example/);
  clock.time += DAY;
  await startCollector(t, { DATA_DIR: dataDir }, () => clock.time);
  t.after(() => rmSync(dataDir, { recursive: true }));
  await until(() => (files().includes('ana@example') ? undefined : true));
});

test('a start deletes a copy of the list that a killed process left (catches: nothing looks for it)', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-collector-'));
  mkdirSync(join(dataDir, 'check-a1B2c3'));
  writeFileSync(join(dataDir, 'check-a1B2c3/copy.sqlite'), 'ana@example.com');
  await startCollector(t, { DATA_DIR: dataDir }, () => Date.now() + DAY);
  t.after(() => rmSync(dataDir, { recursive: true }));
  await until(() => (readdirSync(dataDir).includes('check-a1B2c3') ? undefined : true));
});
