import assert from 'node:assert/strict';
import type { LetterPage } from '#contract/shown-letter.ts';
import { NEWS } from '#contract/newsletter.ts';
import { MINUTE } from '#contract/time.ts';
import { loadBuild } from '#server/base/build.ts';
import type { Mail } from '#server/deliver/message.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  LAUNCH_WORDS,
  launchOf,
  open,
  order,
  readyToLaunch,
  startClock,
  startSender,
  untilLaunchIs,
  untilTrue,
} from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { resume, undo } from './announcement.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { makeLetter } from './letters.ts';

const PATIENCE = 5_000;

/** A newsletter for four people, and a server that shows `pages` of letters. */
async function ready(t: Parameters<typeof startSender>[0], store: TestStore) {
  await readyToLaunch(store, 4);
  const people = await store.write.selectFrom('subscription').select('id').execute();
  const readers = people.map(({ id }) => ({ subscription_id: id, product: NEWS, at: 0 }));
  await store.write.insertInto('interest').values(readers).execute();
  await makeLetter(store.write, null, 0);
  await writeWords(store.write, 'letter:1', LAUNCH_WORDS, { by: 'a test', now: 0 });
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const build = loadBuild(dist);
  const pages: LetterPage[] = [];
  build.manifest.letters = pages;
  const sent: Mail[] = [];
  const send = (mail: Mail) => {
    sent.push(mail);
    return Promise.resolve({ outcome: 'sent', reply: 'ok' } as const);
  };
  const clock = startClock();
  const deps = { site: () => build, mailer: { send }, now: clock.now, steadyNow: clock.steadyNow };
  const { sender } = await startSender(t, store, deps);
  /** Until the sender has looked some times more. */
  async function looksOn(): Promise<void> {
    const enough = clock.turns + 20;
    await untilTrue(() => Promise.resolve(clock.turns >= enough));
  }
  return { pages, sent, clock, sender, looksOn };
}

testOnEach(
  'no mail leaves before its page says what was sent off, as after a kill between the two (catches: it waits for none; for a page of its former words)',
  async (t, openStore) => {
    const store = await openStore();
    const { pages, sent, sender, looksOn } = await ready(t, store);
    await open(store.write, 'letter:1', order(), true);
    const { slug, armed_at: at } = await launchOf(store, 'letter:1');
    assert.equal(slug, 'the-wait-is-over');
    await looksOn();
    pages.push({ slug, at: (at ?? 0) - 1, languages: ['en'] });
    await looksOn();
    assert.deepEqual([sent.length, (await launchOf(store, 'letter:1')).state], [0, 'undo']);
    pages.splice(0, 1, { slug, at: at ?? 0, languages: ['en'] });
    await untilLaunchIs(store, 'done', 'letter:1');
    await sender.stop(PATIENCE);
    assert.equal(sent.length, 4);
  },
);

testOnEach(
  'a page that does not come within five minutes pauses it, and resuming waits for it again (catches: it waits forever; resuming sends)',
  async (t, openStore) => {
    const store = await openStore();
    const { sent, clock, sender, looksOn } = await ready(t, store);
    await open(store.write, 'letter:1', order(), true);
    const isPaused = async () => (await launchOf(store, 'letter:1')).state === 'paused';
    await untilTrue(isPaused, clock, MINUTE);
    assert.equal((await launchOf(store, 'letter:1')).reason?.why, 'page');
    await resume(store.write, 'letter:1', order({ now: clock.now() }));
    await looksOn();
    assert.equal((await launchOf(store, 'letter:1')).state, 'undo');
    await untilTrue(isPaused, clock, MINUTE);
    await sender.stop(PATIENCE);
    assert.equal(sent.length, 0);
  },
);

testOnEach(
  'an address is named after the heading, never twice, and stays after a recall (catches: it is taken; it is lost)',
  async (_t, openStore) => {
    const store = await openStore();
    const write = (purpose: 'letter:1' | 'letter:2') =>
      writeWords(store.write, purpose, LAUNCH_WORDS, { by: 'a test', now: 0 });
    for (const purpose of ['letter:1', 'letter:2'] as const) {
      await makeLetter(store.write, null, 0);
      await write(purpose);
      await open(store.write, purpose, order({ undoMs: MINUTE }), true);
      await undo(store.write, purpose, Date.now());
    }
    assert.equal((await launchOf(store, 'letter:1')).slug, 'the-wait-is-over');
    assert.equal((await launchOf(store, 'letter:2')).slug, 'the-wait-is-over-2');
  },
);
