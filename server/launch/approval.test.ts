import assert from 'node:assert/strict';
import { readStage } from '#server/stage/stage.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { approvalOf, LAUNCH_WORDS, launchOf, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { open, schedule } from './announcement.ts';
import type { Approval, OpenProblem } from './approval.ts';

const PEOPLE = 3;
const SOUND = { isOld: false, problems: 0, unseen: 0 };
const CASES: [OpenProblem, Partial<Approval>][] = [
  ['words-changed', { version: 'of other words' }],
  ['check-required', { check: null }],
  ['check-old', { check: { ...SOUND, isOld: true } }],
  ['problems', { check: { ...SOUND, problems: 1 } }],
  ['warnings-unseen', { check: { ...SOUND, unseen: 1 } }],
  ['people-changed', { people: PEOPLE + 1 }],
  ['time-changed', { opensAt: 1 }],
];

testOnEach(
  'nothing is opened that was not checked as it is, at once or at an hour (catches: the verb checks nothing)',
  async (_t, openStore) => {
    const store = await openStore();
    const { write } = store;
    await readyToLaunch(store, PEOPLE);
    await writeWords(write, 'book:seo', LAUNCH_WORDS, { by: 'a test', now: 1 });
    const seen = await approvalOf(write, 'launch');
    assert.equal(seen.people, PEOPLE);
    const now = Date.now();
    await write.updateTable('announcement').set({ opens_at: now }).where('purpose', '=', 'launch').execute();
    for (const [why, change] of CASES) {
      const refused = { ok: false, state: 'draft', why };
      assert.deepEqual(await open(write, 'launch', order(), { ...seen, ...change }), refused);
      const at = { ...seen, ...change, opensAt: change.opensAt ?? now };
      assert.deepEqual(await schedule(write, 'launch', order(), at), refused);
    }
    assert.deepEqual(await schedule(write, 'launch', order({ now }), { ...seen, opensAt: now }), {
      ok: false,
      state: 'draft',
      why: 'time-past',
    });
    const book = { ...(await approvalOf(write, 'book:seo')), books: [] };
    assert.deepEqual(await open(write, 'book:seo', order(), book), {
      ok: false,
      state: 'draft',
      why: 'book-missing',
    });
    assert.equal((await launchOf(store)).state, 'draft');
    assert.equal(await readStage(write), null);
    assert.ok((await open(write, 'launch', order(), seen)).ok);
    assert.equal(await readStage(write), 'live');
    // Once it is under way, that alone is the reason for the refusal.
    assert.deepEqual(await open(write, 'launch', order(), { ...seen, check: null }), {
      ok: false,
      state: 'undo',
    });
  },
);
