import assert from 'node:assert/strict';
import { NEWS } from '#contract/newsletter.ts';
import { DAY } from '#contract/time.ts';
import { testOnEach, type OpenStore } from '#test/fixtures/each-database.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { writeSetting } from '#server/store/stored-setting.ts';
import { OPENED } from '#server/stage/opening.ts';
import { catchUp, readSince } from './catch-up.ts';
import { choicesOf, endTopics } from './choices.ts';
import { getsNewsSince, joinNews } from './news.ts';

const NOW = Date.UTC(2026, 6, 1);
const AGREED = { version: 'v-news', language: 'pt' } as const;

async function openList(open: OpenStore) {
  const clock = { time: NOW };
  const store = await open({ now: () => clock.time });
  const verbs = verbsOf(store, () => clock.time);
  const idOf = async (name: string) => (await rowOf(store, name)).id;
  const join = async (name: string) => joinNews(store.write, await idOf(name), AGREED, clock.time);
  const stop = async (name: string) => endTopics(store.write, await idOf(name), [NEWS], clock.time);
  const gets = async (name: string) => (await getsNewsSince(store.write, await idOf(name))) !== null;
  const confirmed = async (name: string, rest = {}) => {
    await store.add(subscription(name, rest));
    await verbs.confirm(await idOf(name));
  };
  const receipts = async () => {
    const rows = await store.write
      .selectFrom('consent_receipt')
      .select(['event', 'version', 'language', 'at'])
      .where('topic', '=', NEWS)
      .orderBy('id')
      .execute();
    return rows.map(({ event, version, language, at }) => `${event} ${version} ${language} +${at - NOW}`);
  };
  /** The site has opened, and its list was emailed. */
  const afterLaunch = async () => {
    await writeSetting(store.write, OPENED, String(NOW));
    const row = { purpose: 'launch', state: 'done', words: '{}', created_at: NOW } as object;
    await store.write
      .insertInto('announcement')
      .values(row as never)
      .execute();
  };
  return { store, clock, verbs, idOf, join, stop, gets, confirmed, receipts, afterLaunch };
}

testOnEach(
  'a yes is one row and one pair of receipts however often it is said, of a confirmed person alone (catches: each press is a receipt; a pending or suspected one joins)',
  async (_t, open) => {
    const { store, verbs, idOf, join, gets, confirmed, receipts } = await openList(open);
    await confirmed('ana');
    for (let times = 0; times < 3; times += 1) assert.equal(await join('ana'), true);
    assert.equal(await gets('ana'), true);
    assert.deepEqual(await receipts(), ['given v-news pt +0', 'confirmed v-news pt +0']);
    const { interests = [], consent = [] } = (await verbs.dataOf(await idOf('ana'))) ?? {};
    assert.deepEqual(interests, [{ product: NEWS, at: new Date(NOW).toISOString() }]);
    assert.equal(consent.at(-1)?.['topic'], NEWS, 'told to herself, too');
    await store.add(subscription('eva'));
    await confirmed('rui');
    await store.write
      .updateTable('subscription')
      .set({ suspect: 'token' })
      .where('key', '=', 'rui@example.com')
      .execute();
    for (const name of ['eva', 'rui']) {
      assert.equal(await join(name), false);
      assert.equal(await gets(name), false);
    }
  },
);

testOnEach(
  'the newsletter ends alone while something else is to come, and else with the list (catches: it always ends all; never)',
  async (_t, open) => {
    const { store, clock, join, stop, gets, confirmed, receipts, idOf, afterLaunch } = await openList(open);
    await confirmed('ana');
    await join('ana');
    clock.time += DAY;
    assert.equal(await stop('ana'), true, 'she waits for the launch');
    assert.equal(await stop('ana'), true, 'again');
    assert.equal(await gets('ana'), false);
    assert.deepEqual((await receipts()).slice(2), [`withdrawn v-news pt +${DAY}`]);
    assert.equal((await rowOf(store, 'ana')).state, 'confirmed');
    await confirmed('eva', { interest: 'seo' });
    await afterLaunch();
    for (const name of ['ana', 'eva']) await join(name);
    assert.equal(await stop('eva'), true, 'she waits for a book');
    assert.equal(await stop('ana'), false);
    assert.equal((await rowOf(store, 'ana')).state, 'unsubscribed');
    const left = store.write.selectFrom('consent_receipt').select('subscription_id');
    const ofList = await left.where('event', '=', 'withdrawn').where('topic', 'is', null).execute();
    assert.deepEqual(ofList, [{ subscription_id: await idOf('ana') }], 'leaving the list has its own');
    const got = { kind: 'book', subject_id: await idOf('eva'), payload: 'seo', state: 'sent' } as const;
    await store.write
      .insertInto('outbox')
      .values({ ...got, due_at: NOW, created_at: NOW })
      .execute();
    await join('eva');
    assert.equal(await stop('eva'), false, 'she has got it');
  },
);

testOnEach(
  'a person who leaves the newsletter has not left the list, one who leaves the list gets none, also after a return (catches: a receipt of one counts for the other; the row stays)',
  async (_t, open) => {
    const { store, clock, verbs, join, stop, gets, confirmed, idOf } = await openList(open);
    await confirmed('ana');
    await join('ana');
    await stop('ana');
    clock.time += DAY;
    await store.add(subscription('ana', { consent: 'v2' }));
    assert.equal((await rowOf(store, 'ana')).state, 'confirmed', 'a post of hers asks for nothing again');
    await join('ana');
    const id = await idOf('ana');
    await verbs.leave(id);
    clock.time += 2 * DAY;
    await store.add(subscription('ana', { interest: 'seo' }));
    await verbs.confirm(id);
    assert.equal((await rowOf(store, 'ana')).state, 'confirmed');
    assert.equal(await gets('ana'), false);
  },
);

testOnEach(
  'a backup that is put back mails nobody who has left the newsletter or stopped waiting for a book since (catches: it is forgotten; a later yes is undone; one ends the other)',
  async (_t, open) => {
    const { store, clock, join, stop, gets, confirmed, idOf } = await openList(open);
    for (const name of ['ana', 'eva', 'rui']) {
      await confirmed(name, { interest: 'seo' });
      await join(name);
    }

    clock.time += DAY;
    for (const name of ['ana', 'eva']) await stop(name);
    await endTopics(store.write, await idOf('rui'), ['seo'], clock.time);
    clock.time += DAY;
    await join('eva');
    const since = await readSince(store.write);
    await store.write.deleteFrom('interest').execute();
    const ids = await Promise.all(['ana', 'eva', 'rui'].map(idOf));
    await store.write
      .insertInto('interest')
      .values(
        ids.flatMap((id) => ['seo', NEWS].map((product) => ({ subscription_id: id, product, at: NOW }))),
      )
      .execute();
    await catchUp(store.write, since, clock.time);
    assert.deepEqual(await Promise.all(['ana', 'eva', 'rui'].map(gets)), [false, true, true]);
    const books = await Promise.all(ids.map(async (id) => (await choicesOf(store.write, id)).books));
    assert.deepEqual(books, [['seo'], ['seo'], []]);
  },
);
