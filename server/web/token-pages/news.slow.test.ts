import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { ask, FORM_TYPE } from '#test/fixtures/requests.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { outboxOf, rowOf, subscription } from '#test/fixtures/subscription.ts';
import { linkFor, NOW, startPages } from '#test/fixtures/token-pages.ts';

const ANA = 'ana@example.com';
const READ = 'v1fixture';

async function withAna(t: TestContext, store: TestStore, newsletter = true) {
  const pages = await startPages(t, store, 'en', newsletter);
  const id = await pages.signUp('ana');
  const receipts = () =>
    store.write
      .selectFrom('consent_receipt')
      .select(['event', 'version', 'language'])
      .where('topic', '=', 'news')
      .orderBy('id')
      .execute();
  return { ...pages, id, ask: linkFor('news', id, ANA), receipts };
}

testOnEach(
  'the question is put where the address is proved, and only a reader’s press is a yes (catches: looking subscribes; a program’s press; a press twice)',
  async (t, openStore) => {
    const {
      store,
      open,
      post,
      port,
      id,
      ask: link,
      receipts,
    } = await withAna(t, await openStore({ now: () => NOW }));
    assert.equal(await open(link), '410 expired', 'not confirmed yet');
    const location = await open(linkFor('confirm', id, ANA), '');
    assert.match(location, /^303 \/soon\?news=[\w-]+&lang=pt&confirmed$/);
    const after = location.slice('303 '.length);
    const shown = await post(after);
    assert.match(shown.body.toString(), /NEWS=;.*CONFIRMED=yes;/);
    assert.match((await post(link)).body.toString(), /CONFIRMED=;/);
    for (const method of ['GET', 'HEAD']) await ask(port, link, { method });
    assert.equal((await post(link, `consent=${READ}`)).status, 200, 'at once: it asks to press again');
    assert.deepEqual(await receipts(), []);
    for (let times = 0; times < 2; times += 1)
      assert.equal(await open(after, `consent=${READ}`), '303 /soon?state=joined&lang=pt');
    assert.deepEqual(await receipts(), [
      { event: 'given', version: READ, language: 'pt' },
      { event: 'confirmed', version: READ, language: 'pt' },
    ]);
    assert.equal(await open(link), '303 /soon?state=joined&lang=pt', 'who gets it is not asked');
    assert.deepEqual(
      (await outboxOf(store, 'welcome')).map(({ subject_id: one }) => one),
      [id],
    );
  },
);

test('words that nobody was shown are not evidence (catches: any version is kept)', async (t) => {
  const {
    open,
    verbs,
    id,
    ask: link,
    receipts,
  } = await withAna(t, await openTestStore(t, { now: () => NOW }));
  await verbs.confirm(id);
  await open(link, 'consent=made-up');
  assert.equal((await receipts())[0]?.version, null);
});

test('without a newsletter nobody is asked, and who gets it can still leave it (catches: a link of before subscribes; it cannot be left)', async (t) => {
  const store = await openTestStore(t, { now: () => NOW });
  const { open, id, ask: link } = await withAna(t, store, false);
  assert.equal(await open(linkFor('confirm', id, ANA), ''), '303 /soon?state=confirmed&lang=pt');
  assert.equal(await open(link), '410 expired');
  assert.equal(await open(link, `consent=${READ}`), '410 expired');
  await store.write
    .insertInto('interest')
    .values({ subscription_id: id, product: 'news', at: NOW })
    .execute();
  assert.equal(await open(linkFor('me', id, ANA), 'do=stop'), '303 /soon?state=stopped&lang=pt');
});

test('one can leave the newsletter alone, or everything, in one click of a mail program, too (catches: one is the other)', async (t) => {
  const store = await openTestStore(t, { now: () => NOW });
  const { open, post, port, verbs, id, ask: link } = await withAna(t, store);
  await verbs.confirm(id);
  const leave = linkFor('unsubscribe', id, ANA);
  assert.match((await post(leave)).body.toString(), /NEWS=;/);
  const join = () => open(link, `consent=${READ}`);
  await join();
  assert.match((await post(leave)).body.toString(), /NEWS=1 de julho de 2026;/);
  assert.equal(await open(leave, 'of=news'), '303 /soon?state=stopped&lang=pt');
  await join();
  const oneClick = { method: 'POST', headers: FORM_TYPE, body: 'List-Unsubscribe=One-Click' };
  await ask(port, `${leave}&of=news`, oneClick);
  assert.equal((await rowOf(store, 'ana')).state, 'confirmed');
  assert.equal((await store.write.selectFrom('interest').selectAll().execute()).length, 0);
  await join();
  await ask(port, leave, oneClick);
  assert.equal((await rowOf(store, 'ana')).state, 'unsubscribed');
  assert.equal(await open(link), '410 expired');
});

test('each choice ends by its own row of My data, and the launch with the list (catches: a book ends the newsletter; what was sent is still to come)', async (t) => {
  const store = await openTestStore(t, { now: () => NOW });
  const { open, post, verbs, id, ask: link } = await withAna(t, store);
  const interest = (product: string) => ({ subscription_id: id, product, at: NOW });
  await store.write.insertInto('interest').values(['seo', 'ads'].map(interest)).execute();
  const me = linkFor('me', id, ANA);
  const gets = async () =>
    /NEWS=([^;]*);WAITING=([^;]*);LAUNCH=([^;]*);TOLD=([^;]*);/
      .exec((await post(me)).body.toString())
      ?.slice(1);
  assert.deepEqual(await gets(), ['', '', '', ''], 'not confirmed: nothing comes');
  await verbs.confirm(id);
  await open(link, `consent=${READ}`);
  const both = '«Anúncios: Ser visto» e «SEO: Ser encontrado»';
  assert.deepEqual(await gets(), ['1 de julho de 2026', both, 'yes', '']);
  assert.equal(await open(me, 'do=stop&of=books'), `303 ${me}`);
  assert.deepEqual(await gets(), ['1 de julho de 2026', '', 'yes', '']);
  assert.equal(await open(me, 'do=stop&of=news'), '303 /soon?state=stopped&lang=pt');
  assert.deepEqual(await gets(), ['', '', 'yes', '']);
  assert.equal(await open(me, 'do=stop&of=launch'), '303 /soon?state=unsubscribed&lang=pt');
  assert.deepEqual(await gets(), ['', '', '', '']);
  assert.equal((await rowOf(store, 'ana')).state, 'unsubscribed');
});

test('a person who confirms what they asked for on the newsletter’s page is welcomed, once (catches: only the button of the question does; each press)', async (t) => {
  const store = await openTestStore(t, { now: () => NOW });
  const { open } = await withAna(t, store);
  await store.add(subscription('rui', { interest: 'news' }));
  const { id } = await rowOf(store, 'rui');
  for (let times = 0; times < 2; times += 1)
    assert.match(await open(linkFor('confirm', id, 'rui@example.com'), ''), /^303 .soon.state=joined/);
  assert.deepEqual(
    (await outboxOf(store, 'welcome')).map(({ subject_id: one }) => one),
    [id],
  );
});
