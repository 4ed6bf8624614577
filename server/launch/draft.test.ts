import assert from 'node:assert/strict';
import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { LAUNCH_WORDS, launchOf, open, order } from '#test/fixtures/launch.ts';
import { DAY } from '#test/fixtures/outbox.ts';
import { readAnnouncement } from './announcement.ts';
import { versionOf } from './approval.ts';
import { behindOf, chooseTime, confirmWords, editedOf, writeWords } from './draft.ts';

const CHANGED = { ...LAUNCH_WORDS, en: { ...LAUNCH_WORDS.en, heading: 'At last.' } };

testOnEach(
  'of two owners who write at the same time the second is told of the first',
  async (_t, openStore) => {
    const store = await openStore();
    const { write } = store;
    const since = versionOf(LAUNCH_WORDS);
    const over = { since, suggested: LAUNCH_WORDS };
    assert.ok((await writeWords(write, 'launch', CHANGED, { by: 'Ana', now: 1, ...over })).ok);
    const other = await writeWords(write, 'launch', LAUNCH_WORDS, { by: 'Rui', now: 2, ...over });
    assert.ok(!other.ok && other.changed && editedOf(other.changed)?.by === 'Ana');
    assert.equal((await launchOf(store)).words.en.heading, 'At last.');
    const again = { by: 'Rui', now: 3, since: versionOf(CHANGED) };
    assert.ok((await writeWords(write, 'launch', LAUNCH_WORDS, again)).ok);
  },
);

testOnEach(
  'words of another language are asked about once those of the first have changed',
  async (_t, openStore) => {
    const store = await openStore();
    const { write } = store;
    const edited = async () => editedOf(await launchOf(store));
    const by = 'Ana';
    const over = { since: versionOf(LAUNCH_WORDS), suggested: LAUNCH_WORDS };
    await writeWords(write, 'launch', LAUNCH_WORDS, { by, now: 1, ...over });
    assert.deepEqual((await edited())?.at, {}, 'left as they were suggested');
    await writeWords(write, 'launch', LAUNCH_WORDS, { by, now: 2, ...over, isDone: true });
    assert.deepEqual([(await edited())?.at, behindOf(await edited())], [{ en: 2, pt: 2 }, []]);
    await writeWords(write, 'launch', CHANGED, { by, now: 3, ...over });
    assert.deepEqual([(await edited())?.at, behindOf(await edited())], [{ en: 3, pt: 2 }, ['pt']]);
    await confirmWords(write, 'launch', 'pt', 4);
    assert.deepEqual(behindOf(await edited()), []);
  },
);

/** Makes the heading longer in each of these languages. */
function longer(words: AnnouncementWords, ...languages: Language[]): AnnouncementWords {
  const changed = languages.map((one) => [one, { ...words[one], heading: `${words[one].heading}!` }]);
  return { ...words, ...Object.fromEntries(changed) };
}

testOnEach(
  'the language that did not change is the one to check, whichever that is (faults: the first one never is, what is just being typed is)',
  async (_t, openStore) => {
    const { write } = await openStore();
    let words = LAUNCH_WORDS;
    async function behindAfter(now: number, languages: Language[], isDone = false): Promise<Language[]> {
      const over = { since: versionOf(words), suggested: LAUNCH_WORDS };
      words = longer(words, ...languages);
      await writeWords(write, 'launch', words, { by: 'Ana', now, isDone, ...over });
      const kept = await readAnnouncement(write, 'launch');
      return behindOf(kept && editedOf(kept));
    }
    assert.deepEqual(await behindAfter(1, ['pt']), ['en']);
    assert.deepEqual(await behindAfter(2, [], true), ['en'], 'Done alone says nothing about it');
    assert.deepEqual(await behindAfter(3, ['en']), []);
    assert.deepEqual(await behindAfter(4, ['pt']), [], 'both are being written');
    assert.deepEqual(await behindAfter(5, [], true), []);
    assert.deepEqual(await behindAfter(6, ['pt']), ['en']);
    await confirmWords(write, 'launch', 'en', 7);
    assert.deepEqual(await behindAfter(8, ['en']), ['pt']);
    assert.deepEqual(await behindAfter(9, ['pt']), []);
    assert.deepEqual(await behindAfter(DAY, ['en']), ['pt'], 'another day');
    assert.deepEqual(await behindAfter(DAY + 1, ['en', 'pt']), []);
  },
);

testOnEach('what was set is changed no more', async (_t, openStore) => {
  const store = await openStore();
  const { write } = store;
  const hour = { zone: 'Europe/Lisbon', wallTime: '2026-12-01 09:00', opensAt: 5 };
  assert.ok((await chooseTime(write, 'launch', hour, LAUNCH_WORDS, 1)).ok);
  const { state, wall_time, opens_at } = await launchOf(store);
  assert.deepEqual([state, wall_time, opens_at], ['draft', '2026-12-01 09:00', 5]);
  await open(write, 'launch', order());
  for (const done of [
    await chooseTime(write, 'launch', hour, LAUNCH_WORDS, 2),
    await writeWords(write, 'launch', CHANGED, { by: 'Ana', now: 2 }),
    await confirmWords(write, 'launch', 'pt', 2),
  ])
    assert.deepEqual(done, { ok: false, state: 'undo' });
});
