import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownIn } from '#test/fixtures/collector.ts';
import { ask, FORM_TYPE } from '#test/fixtures/requests.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { NEWS } from '#contract/newsletter.ts';
import { OPENED } from '#server/stage/opening.ts';
import { writeSetting } from '#server/store/stored-setting.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { linkFor, NOW, startPages } from '#test/fixtures/token-pages.ts';

const PURPOSES = ['confirm', 'unsubscribe', 'me'] as const;

test('a link opens nothing of a person who has its number now (catches: a restored store gives numbers again)', async (t) => {
  const { store, signUp, open } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('carla');
  for (const purpose of PURPOSES) {
    const old = linkFor(purpose, id, 'bea@example.com');
    for (const press of [undefined, '', 'do=erase', 'do=export']) {
      assert.equal(await open(old, press), '410 expired', `${purpose} ${press}`);
    }
    assert.equal(await open(linkFor(purpose, id, 'carla@example.com')), '200 ADDRESS=carla@example.com');
  }
  const rows = await store.write.selectFrom('subscription').select('state').execute();
  assert.deepEqual(rows, [{ state: 'pending' }]);
});

test('a page speaks each of its languages in all it says (catches: one language in all halves)', async (t) => {
  const { port, signUp } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('ana');
  const { body } = await ask(port, `${linkFor('me', id, 'ana@example.com')}&lang=en`);
  const since = [...body.toString().matchAll(/SINCE=([^;]*);/g)].map(([, date]) => date);
  assert.deepEqual(since, ['1 de julho de 2026', '1 July 2026']);
  assert.doesNotMatch(body.toString(), /%[A-Z]+%/);
});

test('a link of nobody is answered in the language of the browser, where it decides', async (t) => {
  const accept = { 'accept-language': 'pt-PT' };
  for (const [standard, language] of [
    ['en', 'en'],
    ['browser', 'pt'],
  ] as const) {
    const { port } = await startPages(t, await openTestStore(t, { now: () => NOW }), standard);
    const { status, headers } = await ask(port, '/soon?confirm=nonsense', { headers: accept });
    assert.deepEqual([status, headers['content-language']], [410, language]);
  }
});

test('one click is answered without a redirect, whatever is accepted (catches: the header decides)', async (t) => {
  const { port, signUp } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('ana');
  const leave = linkFor('unsubscribe', id, 'ana@example.com');
  const headers = { ...FORM_TYPE, accept: 'text/html,*/*' };
  const posted = await ask(port, leave, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
  assert.deepEqual([posted.status, posted.headers.location, posted.body.length], [200, undefined, 0]);
});

test('erasing again, e.g. by the back button, says erased again (catches: it says expired)', async (t) => {
  const { signUp, open, swept } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('ana');
  const me = linkFor('me', id, 'ana@example.com');
  for (let times = 0; times < 3; times += 1) {
    assert.equal(await open(me, 'do=erase'), '303 /soon?state=erased&lang=pt');
  }
  assert.equal(swept.times, 1);
  assert.equal(await open(me), '410 expired');
  assert.equal(await open(me, 'do=export'), '410 expired');
  const leave = linkFor('unsubscribe', id, 'ana@example.com');
  for (const press of [undefined, '']) {
    assert.equal(await open(leave, press), '303 /soon?state=unsubscribed&lang=pt');
  }
});

test('a program that presses at once confirms nothing and erases nothing (catches: mail scanners press buttons)', async (t) => {
  const { store, clock, signUp, post } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('ana');
  const [confirm, me] = (['confirm', 'me'] as const).map((one) => linkFor(one, id, 'ana@example.com'));
  const rows = () => store.write.selectFrom('subscription').select('state').execute();
  const asksAgain = async (path = '', fields: string) => {
    const answer = await post(path, fields);
    assert.deepEqual([answer.status, answer.body.includes('Press once more')], [200, true], fields);
    return shownIn(answer);
  };
  const seen = shownIn(await post(confirm ?? ''));
  const others = await asksAgain(confirm, '');
  await asksAgain(confirm, `shown=${seen}`);
  await asksAgain(confirm, `shown=${seen.replace(/^./, '1')}`);
  await asksAgain(me, `do=erase&shown=${seen}`);
  const unasked = shownIn(await post(me ?? ''));
  clock.time += 1_000;
  await asksAgain(me, `do=erase&shown=${others}`);
  const asked = await asksAgain(me, `do=erase&shown=${unasked}`);
  await asksAgain(me, `do=erase&shown=${asked}`);
  assert.deepEqual(await rows(), [{ state: 'pending' }]);
  assert.equal(
    (await post(confirm ?? '', `shown=${seen}`)).headers.location,
    '/soon?state=confirmed&lang=pt',
  );
  clock.time += 1_000;
  assert.equal(
    (await post(me ?? '', `do=erase&shown=${asked}`)).headers.location,
    '/soon?state=erased&lang=pt',
  );
  assert.deepEqual(await rows(), []);
});

test('nobody without a link learns which numbers are given (catches: what is gone is asked for no signature)', async (t) => {
  const { signUp, open } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('ana');
  for (const number of [id, id + 1]) {
    for (const purpose of PURPOSES) {
      const own = linkFor(purpose, number, 'ana@example.com');
      const forged = own.replace(/(=.{16}).{43}/, `$1${'A'.repeat(43)}`);
      assert.notEqual(forged, own);
      for (const press of [undefined, 'do=erase']) assert.equal(await open(forged, press), '410 expired');
    }
  }
});

test('a link to confirm says what is so already, and unsubscribed people learn that (catches: "one last step"; expired)', async (t) => {
  const { verbs, signUp, open } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('ana');
  const confirm = linkFor('confirm', id, 'ana@example.com');
  assert.equal(await open(confirm), '200 ADDRESS=ana@example.com');
  await verbs.confirm(id);
  for (const press of [undefined, '']) {
    assert.equal(await open(confirm, press), '303 /soon?state=confirmed&lang=pt');
  }
  await verbs.leave(id);
  for (const press of [undefined, '']) {
    assert.equal(await open(confirm, press), '303 /soon?state=unsubscribed&lang=pt');
  }
});

test('the page to confirm names what was asked for, each language in its own words (catches: the same page for all)', async (t) => {
  const { store, port, signUp } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const askedOf = async (name: string) => {
    const { body } = await ask(port, linkFor('confirm', await signUp(name), `${name}@example.com`));
    return body.toString().match(/(?<=ASKED=)[^;]*(?=;BOOKS|;STATE)/g);
  };
  assert.deepEqual(await askedOf('ana'), ['Pediu: a abertura.', 'Asked for: the launch.']);
  await store.add(subscription('eva', { interest: 'seo' }));
  assert.deepEqual(await askedOf('eva'), [
    'Pediu: a abertura e «SEO: Ser encontrado».',
    'Asked for: the launch and “SEO: Be found”.',
  ]);
  await writeSetting(store.write, OPENED, String(NOW - 1));
  await store.add(subscription('rui', { interest: NEWS }));
  assert.deepEqual(await askedOf('rui'), ['Pediu: a newsletter.', 'Asked for: the newsletter.']);
});

test('the data page counts books and messages too (catches: only the download has them)', async (t) => {
  const { store, port, signUp } = await startPages(t, await openTestStore(t, { now: () => NOW }));
  const id = await signUp('ana');
  const { write } = store;
  await write.insertInto('interest').values({ subscription_id: id, product: 'seo', at: NOW }).execute();
  const message = { name: 'Ana', company: '', email: 'Ana@example.com', phone: '1', message: 'Olá' };
  for (const key of ['a', 'b']) {
    const rest = { key, body_hash: key, language: 'pt' as const, created_at: NOW };
    await write
      .insertInto('message')
      .values({ ...message, ...rest })
      .execute();
  }
  const { body } = await ask(port, linkFor('me', id, 'ana@example.com'));
  assert.match(body.toString(), /BOOKS=1;.*MESSAGES=2;/s);
});
