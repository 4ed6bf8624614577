import assert from 'node:assert/strict';
import type { WordsField } from '#contract/announcement.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { test } from 'node:test';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { LAUNCH_WORDS, launchOf, open, order } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { readAnnouncement } from './announcement.ts';
import { behindOf, checksOf, chooseTime, editedOf, finishWords, rowsOf, writeMailField } from './draft.ts';

const suggested = LAUNCH_WORDS;

/** An owner at a clock that the test moves. */
function ownerOf(store: TestStore, by = 'Ana') {
  const { write } = store;
  const read = () => readAnnouncement(write, 'launch');
  return {
    /** `revision`: without one, of the row as it is. */
    async writes(field: WordsField, value: string, now = 1, revision?: number) {
      const found = await read();
      const row = found && rowsOf(found).find((one) => one.field === field);
      const posted = { field, value, revision: revision ?? row?.revision ?? 0 };
      return writeMailField(write, 'launch', posted, { by, now, suggested });
    },
    finishes: (now: number) => finishWords(write, 'launch', { by, now, suggested }),
    async edited() {
      const found = await read();
      return found && editedOf(found);
    },
    async checks() {
      const found = await launchOf(store);
      return checksOf(editedOf(found), found.words);
    },
  };
}

testOnEach(
  'two owners write beside each other, and of two in one field the second is shown what the first wrote (catches: one revision for all fields; the last one wins)',
  async (_t, openStore) => {
    const store = await openStore();
    const [ana, rui] = [ownerOf(store), ownerOf(store, 'Rui')];
    const [first, second] = await Promise.all([
      ana.writes('heading.en', 'At last.', 1, 0),
      rui.writes('heading.pt', 'Finalmente.', 2, 0),
    ]);
    assert.ok(first?.is === 'saved' && second?.is === 'saved');
    const late = await rui.writes('heading.en', 'Here we are.', 3, 0);
    const row = { field: 'heading.en', value: 'At last.', at: 1, by: 'Ana' };
    assert.deepEqual(late, { is: 'conflict', current: { ...row, revision: first.row.revision } });
    const { words } = await launchOf(store);
    assert.deepEqual([words.en.heading, words.pt.heading], ['At last.', 'Finalmente.']);
    const chosen = await rui.writes('heading.en', 'Here we are.', 4, first.row.revision);
    assert.ok(chosen?.is === 'saved' && chosen.row.revision > second.row.revision);
    assert.deepEqual((await launchOf(store)).words, {
      en: { ...suggested.en, heading: 'Here we are.' },
      pt: { ...suggested.pt, heading: 'Finalmente.' },
    });
  },
);

testOnEach(
  'of many who begin in one field at once one is saved, the others are warned (catches: the row is read before it is locked)',
  async (_t, openStore) => {
    const store = await openStore();
    await ownerOf(store).finishes(1);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ownerOf(store, `${n}`).writes('subject.en', `${n}`, 1, 0)),
    );
    assert.deepEqual(all.map((one) => one?.is).toSorted(), [
      ...Array.from({ length: 7 }, () => 'conflict'),
      'saved',
    ]);
  },
);

testOnEach(
  'the sentence whose other language has changed is the one to check, until it is written or confirmed (catches: all of that language; what is just being typed)',
  async (_t, openStore) => {
    const store = await openStore();
    const ana = ownerOf(store);
    const after = async (field: WordsField, value: string, now: number) => {
      await ana.writes(field, value, now);
      return await ana.checks();
    };
    assert.deepEqual(await after('heading.en', 'At last.', 1), ['heading.pt']);
    assert.deepEqual(behindOf(await ana.edited(), suggested), ['pt']);
    assert.deepEqual(await after('body.pt', 'Está aberto.', 2), ['heading.pt', 'body.en']);
    assert.deepEqual(await after('heading.pt', 'Finalmente.', 3), ['body.en']);
    assert.deepEqual(await after('heading.en', 'At last!', 4), ['body.en'], 'both are being written');
    assert.deepEqual(await after('body.en', suggested.en.body, 5), [], 'it still fits');
    assert.deepEqual(await after('heading.pt', 'Finalmente!', 6), ['heading.en'], 'and is asked about again');
    assert.deepEqual(await after('heading.en', 'Finally!', 7), []);
    assert.deepEqual(await after('button.en', suggested.en.button, 8), [], 'nothing has changed');
    assert.deepEqual(await after('heading.pt', 'Cá está.', DAY), ['heading.en'], 'another day');
    assert.deepEqual(await after('button.en', suggested.en.button, DAY + MINUTE), ['heading.en']);
  },
);

testOnEach(
  'Done counts a language that nobody changed as written, and leaves what is to be checked (catches: “No Portuguese version yet” for good; nothing to check any more)',
  async (_t, openStore) => {
    const store = await openStore();
    const ana = ownerOf(store);
    assert.ok((await ana.finishes(1)).ok);
    assert.deepEqual((await ana.edited())?.at, { en: 1, pt: 1 });
    await ana.writes('heading.en', 'At last.', 2);
    await ana.finishes(3);
    assert.deepEqual(await ana.checks(), ['heading.pt']);
    await ana.writes('heading.pt', 'Finalmente.', 4);
    await ana.finishes(5);
    await ana.writes('heading.pt', 'Finalmente!', 6);
    assert.deepEqual(await ana.checks(), ['heading.en'], 'Done ends what was being written');
  },
);

testOnEach(
  'words that an older version stored are written on (catches: it has no rows)',
  async (_t, openStore) => {
    const store = await openStore();
    const ana = ownerOf(store);
    await ana.finishes(1);
    const edited = JSON.stringify({ by: 'Rui', at: { en: 1, pt: 1 }, round: 1 });
    await store.write.updateTable('announcement').set({ edited }).execute();
    assert.deepEqual([await ana.checks(), rowsOf(await launchOf(store))], [[], []]);
    assert.equal((await ana.writes('heading.en', 'At last.', 2 * DAY))?.is, 'saved');
    assert.deepEqual(await ana.checks(), ['heading.pt']);
  },
);

testOnEach('an opened launch is changed no more', async (_t, openStore) => {
  const store = await openStore();
  const { write } = store;
  const hour = { zone: 'Europe/Lisbon', wallTime: '2026-12-01 09:00', opensAt: 5 };
  assert.ok((await chooseTime(write, 'launch', hour, LAUNCH_WORDS, 1)).ok);
  const { state, wall_time, opens_at } = await launchOf(store);
  assert.deepEqual([state, wall_time, opens_at], ['draft', '2026-12-01 09:00', 5]);
  await open(write, 'launch', order());
  const ana = ownerOf(store);
  for (const done of [await chooseTime(write, 'launch', hour, LAUNCH_WORDS, 2), await ana.finishes(2)])
    assert.deepEqual(done, { ok: false, state: 'undo' });
  assert.equal(await ana.writes('heading.en', 'At last.'), null);
  assert.deepEqual((await launchOf(store)).words, LAUNCH_WORDS);
});

testOnEach(
  'nothing that arrives after a newsletter was deleted brings it back (catches: a draft made by the next writer)',
  async (_t, openStore) => {
    const { write } = await openStore();
    const purpose = 'letter:1';
    const by = { by: 'Ana', now: 1, suggested };
    const field = { field: 'heading.en', value: 'Late', revision: 0 } as const;
    assert.equal(await writeMailField(write, purpose, field, by), null);
    const hour = { zone: 'Europe/Lisbon', wallTime: null, opensAt: null };
    for (const done of [
      await finishWords(write, purpose, by),
      await chooseTime(write, purpose, hour, suggested, 1),
    ])
      assert.deepEqual(done, { ok: false, state: null });
    assert.equal(await readAnnouncement(write, purpose), null);
  },
);

test('the choice of who gets the other language is not a sentence to check (catches: a field that no screen shows)', () => {
  const words = { ...suggested, en: { ...suggested.en, instead: 'yes' } };
  const row = { revision: 1, at: 6, by: 'Ana' };
  assert.deepEqual(checksOf({ by: 'Ana', at: {}, round: 5, rows: { 'instead.pt': row } }, words), []);
});
