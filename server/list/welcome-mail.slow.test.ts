import assert from 'node:assert/strict';
import { sql } from '#kysely';
import { NEWS } from '#contract/newsletter.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach, type OpenStore } from '#test/fixtures/each-database.ts';
import { startMailing } from '#test/fixtures/mailing.ts';
import { outboxOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { endTopics } from './choices.ts';
import { importPart } from './import/part.ts';
import { joinNews } from './news.ts';
import { timelineOf } from './timeline.ts';
import { markUndeliverable } from './undeliverable.ts';

const NOW = Date.UTC(2026, 6, 1);
const ASKED = { interest: NEWS, consent: 'v-news' } as const;

async function openList(open: OpenStore) {
  const clock = { time: NOW };
  const store = await open({ now: () => clock.time });
  const verbs = verbsOf(store, () => clock.time);
  const idOf = async (name: string) => (await rowOf(store, name)).id;
  const post = (name: string, rest: object = ASKED) => store.add(subscription(name, rest));
  const confirm = async (name: string, welcome = true) => verbs.confirm(await idOf(name), welcome);
  const join = async (name: string, welcome = true) =>
    joinNews(store.write, await idOf(name), { version: 'v-ask', language: 'en', welcome }, clock.time);
  const leave = async (name: string) => endTopics(store.write, await idOf(name), [NEWS], clock.time);
  const gone = async (name: string) => {
    const id = await idOf(name);
    await store.write.transaction().execute((trx) => markUndeliverable(trx, [id], clock.time));
  };
  const list = { head: 'email', line: 2, answers: [], shape: null, dry: false, run: null };
  const importAs = (consent: 'list' | 'news', name: string) =>
    importPart(store.database, { ...list, text: `${name}@example.com`, consent }, clock.time);
  /** Who is welcomed, each time, and how it ended. */
  const welcomes = async () => {
    const rows = store.write.selectFrom('outbox').innerJoin('subscription', 'subscription.id', 'subject_id');
    const all = await rows
      .select(['key', 'outbox.state'])
      .where('kind', '=', 'welcome')
      .orderBy('outbox.id')
      .execute();
    return all.map(({ key, state }) => `${key.split('@')[0]} ${state}`);
  };
  return { clock, store, verbs, idOf, post, confirm, join, leave, gone, importAs, welcomes };
}

testOnEach(
  'a first yes is welcomed, by the button and by confirming, whatever is pressed again (catches: never; twice; after a return; with the welcome off)',
  async (_t, open) => {
    const { clock, post, confirm, join, leave, welcomes } = await openList(open);
    await post('ana', {});
    await confirm('ana');
    assert.deepEqual(await welcomes(), [], 'the launch alone');
    for (let times = 0; times < 2; times += 1) assert.equal(await join('ana'), true);
    assert.deepEqual(await welcomes(), ['ana queued']);
    await post('rui');
    for (let times = 0; times < 2; times += 1) await confirm('rui');
    assert.deepEqual(await welcomes(), ['ana queued', 'rui queued']);
    await post('eva');
    await confirm('eva', false);
    await post('leo', {});
    await confirm('leo');
    await join('leo', false);
    for (const name of ['ana', 'eva', 'leo']) {
      clock.time += HOUR;
      await leave(name);
      await post(name);
      await confirm(name);
      await join(name);
    }
    assert.deepEqual(await welcomes(), ['ana skipped', 'rui queued']);
  },
);

testOnEach(
  'imported readers, and those who had it before they bounced, are not welcomed (catches: the import mails them; their own yes later; a second confirmation)',
  async (_t, open) => {
    const { clock, store, verbs, idOf, post, confirm, join, leave, gone, importAs, welcomes } =
      await openList(open);
    await importAs('news', 'ana');
    await verbs.leave(await idOf('ana'));
    clock.time += DAY;
    await post('ana');
    await confirm('ana');
    await leave('ana');
    await join('ana');
    await post('rui');
    await confirm('rui', false);
    await gone('rui');
    clock.time += DAY;
    await post('rui');
    await confirm('rui');
    assert.equal((await rowOf(store, 'rui')).state, 'confirmed');
    assert.deepEqual(await welcomes(), []);
    await importAs('list', 'zoe');
    await join('zoe');
    assert.deepEqual(await welcomes(), ['zoe queued'], 'an import that says nothing of the newsletter');
  },
);

testOnEach(
  'the welcome leaves the newsletter alone by one click, and is not sent to people who have left it, or was turned off (catches: it ends everything; another list; it comes after all)',
  async (t, open) => {
    const { clock, store, verbs, idOf, post, confirm, leave, welcomes } = await openList(open);
    const { worker, smtp, build } = await startMailing(t, store, () => clock.time, true);
    for (const name of ['ana', 'rui', 'eva', 'zoe']) await post(name);
    for (const name of ['ana', 'rui', 'eva', 'zoe']) await confirm(name);
    const hold = (held_at: number | null) =>
      store.write.updateTable('outbox').set({ held_at }).where('kind', '=', 'welcome').execute();
    await leave('rui');
    const others = await outboxOf(store);
    assert.deepEqual(
      others.map(({ state }) => state),
      Array(4).fill('queued'),
      'the newsletter alone',
    );
    await verbs.leave(await idOf('eva'));
    assert.deepEqual(await welcomes(), ['ana queued', 'rui skipped', 'eva skipped', 'zoe queued']);
    // Of a restored copy: nothing is stopped until the owner releases it.
    await hold(NOW);
    await leave('zoe');
    await hold(null);
    await store.write.updateTable('outbox').set({ state: 'skipped' }).where('kind', '=', 'confirm').execute();
    await worker.runOnce();
    assert.deepEqual(await welcomes(), ['ana sent', 'rui skipped', 'eva skipped', 'zoe skipped']);
    const [mail] = smtp.received;
    const raw = mail?.raw.replaceAll(/=?\r\n ?/g, (end) => (end.startsWith('=') ? '' : '\n')) ?? '';
    assert.match(raw, /^Subject: welcome in en/m);
    assert.match(raw, /^List-Id: <newsletter\.example\.com>/im);
    assert.match(raw, /List-Unsubscribe:\s*<https:\/\/example\.com\/soon\?unsubscribe=[^>]*&of=news>/);
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    assert.match(raw, /unsubscribeUrl: [^\n]*&of=3Dnews/);
    assert.match(raw, /date: 1 July 2026/);
    const told = (await timelineOf(store.write, await idOf('ana')))?.timeline ?? [];
    assert.deepEqual(
      told.flatMap((one) => (one.what === 'mail' && one.kind === 'welcome' ? one.end : [])),
      ['sent'],
    );
    await post('leo');
    await confirm('leo');
    build.manifest.welcome = false;
    await worker.runOnce();
    assert.equal((await welcomes()).at(-1), 'leo skipped');
    assert.equal(smtp.received.filter(({ raw: text }) => text.includes('welcome in en')).length, 1);
  },
);

testOnEach(
  'the yes and its welcome are one transaction (catches: a yes that nobody welcomes after a crash)',
  async (_t, open) => {
    const { store, post, confirm, join, idOf } = await openList(open);
    await post('ana', {});
    await confirm('ana');
    await post('rui');
    const id = await idOf('rui');
    await sql`ALTER TABLE outbox RENAME COLUMN due_at TO gone`.execute(store.write);
    await assert.rejects(join('ana'));
    await assert.rejects(confirm('rui'));
    assert.equal((await rowOf(store, 'rui')).state, 'pending');
    const kept = await store.write.selectFrom('interest').select('subscription_id as id').execute();
    assert.deepEqual(kept, [{ id }], 'as asked for, and not yet proved');
    assert.equal(await join('ana', false), true, 'without one nothing is in the way');
  },
);
