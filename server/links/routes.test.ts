import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { TokenState } from '#contract/pages.ts';
import { ask, FORM_TYPE, openTestStore, readFixtureBuild, startApp } from '#server/fixture.ts';
import { createSecrets } from '#server/secrets/secrets.ts';
import { subscription } from '#server/subscribe/fixture.ts';
import { createSubscriptionLife } from '#server/subscribe/life.ts';
import { createLink } from './link-token.ts';
import { createLinkPages } from './routes.ts';

const NOW = Date.UTC(2026, 6, 1);
const SITE = 'http://localhost:3000';
const secrets = createSecrets(['a-key-a-key-a-key-a-key-a-key-a-key-']);
const PURPOSES = ['confirm', 'unsubscribe', 'me'] as const;

/** The pages of links on a real store, and what to do with them. */
async function startPages(t: TestContext) {
  const store = await openTestStore(t, { now: () => NOW });
  const life = createSubscriptionLife(store, () => NOW);
  const build = readFixtureBuild(t);
  const links = createLinkPages({ build, siteUrl: SITE, secrets, life, now: () => NOW });
  const { port } = await startApp(t, { links, siteUrl: SITE });

  async function signUp(name: string): Promise<number> {
    await store.add(subscription(name, { language: 'pt' }));
    const found = store.query
      .selectFrom('subscription')
      .select('id')
      .where('key', '=', `${name}@example.com`);
    return (await found.executeTakeFirstOrThrow()).id;
  }
  /** Status, and where it leads or what it shows. */
  async function open(path: string, press?: string): Promise<string> {
    const headers = { ...FORM_TYPE, accept: 'text/html' };
    const asked = press === undefined ? { headers } : { headers, method: 'POST', body: press };
    const { status, headers: answered, body } = await ask(port, path, asked);
    return `${status} ${answered.location ?? /expired|ADDRESS=[^;]*/.exec(body.toString())?.[0] ?? ''}`;
  }
  return { store, port, signUp, open };
}

function linkFor(purpose: TokenState, number: number, key: string): string {
  const link = { purpose, subscription: number, key, language: 'pt' as const, now: NOW };
  return createLink(secrets, SITE, link).slice(SITE.length);
}

test('a link opens nothing of who has its number now (fault: a store put back gives numbers again)', async (t) => {
  const { store, signUp, open } = await startPages(t);
  const id = await signUp('carla');
  for (const purpose of PURPOSES) {
    const old = linkFor(purpose, id, 'bea@example.com');
    for (const press of [undefined, '', 'do=erase', 'do=export']) {
      assert.equal(await open(old, press), '410 expired', `${purpose} ${press}`);
    }
    assert.equal(await open(linkFor(purpose, id, 'carla@example.com')), '200 ADDRESS=carla@example.com');
  }
  const rows = await store.query.selectFrom('subscription').select('state').execute();
  assert.deepEqual(rows, [{ state: 'pending' }]);
});

test('a page speaks each of its languages in all it says (fault: one language in all halves)', async (t) => {
  const { port, signUp } = await startPages(t);
  const id = await signUp('ana');
  const { body } = await ask(port, `${linkFor('me', id, 'ana@example.com')}&lang=en`);
  const since = [...body.toString().matchAll(/SINCE=([^;]*);/g)].map(([, date]) => date);
  assert.deepEqual(since, ['1 de julho de 2026', 'July 1, 2026']);
  assert.doesNotMatch(body.toString(), /%[A-Z]+%/);
});

test('one click is answered without a redirect, whatever is accepted (fault: the header decides)', async (t) => {
  const { port, signUp } = await startPages(t);
  const id = await signUp('ana');
  const leave = linkFor('unsubscribe', id, 'ana@example.com');
  const headers = { ...FORM_TYPE, accept: 'text/html,*/*' };
  const posted = await ask(port, leave, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
  assert.deepEqual([posted.status, posted.headers.location], [200, undefined]);
});

test('erasing again, e.g. by the back button, says erased again (fault: it says expired)', async (t) => {
  const { signUp, open } = await startPages(t);
  const id = await signUp('ana');
  const me = linkFor('me', id, 'ana@example.com');
  for (let times = 0; times < 3; times += 1) {
    assert.equal(await open(me, 'do=erase'), '303 /soon?state=erased&lang=pt');
  }
  assert.equal(await open(me), '410 expired');
  assert.equal(await open(me, 'do=export'), '410 expired');
  const leave = linkFor('unsubscribe', id, 'ana@example.com');
  for (const press of [undefined, '']) {
    assert.equal(await open(leave, press), '303 /soon?state=unsubscribed&lang=pt');
  }
});

test('nobody without a link learns which numbers are given (fault: what is gone is asked for no signature)', async (t) => {
  const { signUp, open } = await startPages(t);
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
