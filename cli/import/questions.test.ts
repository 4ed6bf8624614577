import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { perform, type Performed, settingsOf } from '#test/fixtures/command.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { importCommand, importUndo } from './import.ts';

async function imported(store: TestStore, csv: string, ...options: string[]): Promise<Performed> {
  const file = join(store.dataDir, 'list.csv');
  writeFileSync(file, csv);
  return perform(importCommand, [file, ...options], await settingsOf(store));
}

function peopleOf({ write }: TestStore) {
  return write.selectFrom('subscription').select('key').execute();
}

test('an open question is answered by an option, and an import taken back by its number (catches: ignored in silence; for good)', async (t) => {
  const store = await openTestStore(t);
  const list = 'email,Newsletter OK?,RGPD\nana@example.com,Sim,x\nrui@example.com,Não,\n';
  for (const options of [[], ['--dry-run'], ['--consent', 'Newsletter OK?=Sim']]) {
    const { code, warned } = await imported(store, list, '--confirmed', ...options);
    assert.equal(code, 1);
    assert.match(warned[0] ?? '', /Column "RGPD" may be about consent.*x \[1\], \(empty\) \[1\]/s);
  }
  assert.deepEqual(await peopleOf(store), []);
  const answers = ['--consent', 'Newsletter OK?=Sim', '--unrelated', 'RGPD'];
  for (const wrong of ['Newsletter OK?=Talvez', 'Name=x'])
    assert.equal((await imported(store, list, '--consent', wrong)).code, 1, wrong);
  const { code, said, warned } = await imported(store, list, '--confirmed', ...answers);
  assert.deepEqual(
    [code, said[0], said.at(-1), warned],
    [
      0,
      '1 added',
      'To take it back within a day: import undo 1',
      ['Line 3: "Não" in Newsletter OK? does not count as consent.'],
    ],
  );
  const settings = await settingsOf(store);
  assert.deepEqual((await perform(importUndo, [], settings)).said, [
    '1  2026-07-01T12:00:00.000Z  people: 1',
  ]);
  assert.equal((await perform(importUndo, ['7'], settings)).code, 1);
  assert.equal((await perform(importUndo, ['1'], settings)).said[0], '1 taken back');
  assert.deepEqual(await peopleOf(store), []);
});

test('an import that only gives people the newsletter is none that failed (catches: exit code 1, and no word how to take it back)', async (t) => {
  const store = await openTestStore(t);
  await imported(store, 'email\nana@example.com\n', '--confirmed');
  const { code, said } = await imported(store, 'email\nana@example.com\nnobody\n', '--newsletter');
  assert.deepEqual([code, said.at(-1)], [0, 'To take it back within a day: import undo 2']);
});
