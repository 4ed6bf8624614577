import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignedInAnswer } from '#contract/owner/session.ts';
import { dashboardKey } from '#server/owners/dashboard-key.ts';
import { makeServerLink } from '#server/owners/links.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { codeOf, jsonOf, startOwnerApp } from '#test/fixtures/owner.ts';
import { ask, JSON_TYPE } from '#test/fixtures/requests.ts';

const SCRIPT = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const OPENED = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

test('the script of another page of this host gets nothing with an owner’s cookie, and no key (faults: it reads the list; it takes an export ticket; it fetches the dashboard for its key; the frame of an API answer)', async (t) => {
  const store = await openTestStore(t);
  const { port, secrets } = await startOwnerApp(t, store);
  const { token } = await makeServerLink(store.write, { owner: null, name: 'Ana', now: Date.now() });
  const entered = await ask(port, '/api/owner/session/link', {
    method: 'POST',
    headers: { ...SCRIPT, ...JSON_TYPE },
    body: JSON.stringify({ token }),
  });
  const { key } = jsonOf<SignedInAnswer>(entered);
  const cookies = entered.headers['set-cookie']?.map((one) => one.split(';', 1)[0] ?? '') ?? [];
  const cookie = cookies.join('; ');
  assert.equal(key, dashboardKey(secrets, cookies[1]?.split('=')[1] ?? ''));
  const get = (path: string, headers: Record<string, string>) =>
    ask(port, path, { headers: { cookie, ...headers } });
  const post = (path: string, headers: Record<string, string>, body = {}) =>
    ask(port, path, {
      method: 'POST',
      headers: { cookie, ...SCRIPT, ...JSON_TYPE, ...headers },
      body: JSON.stringify(body),
    });
  const search = (headers: Record<string, string>) =>
    post('/api/owner/people/search', headers, { state: 'confirmed' });

  assert.equal((await search({ 'x-dashboard': key })).body.includes('foreign-origin'), false);
  assert.equal((await get('/api/owner/sessions', { ...SCRIPT, 'x-dashboard': key })).status, 200);
  for (const wrong of [{}, { 'x-dashboard': '' }, { 'x-dashboard': `${key.slice(1)}A` }]) {
    assert.equal(codeOf(await get('/api/owner/sessions', { ...SCRIPT, ...wrong })), 'foreign-origin');
    assert.equal(codeOf(await search(wrong)), 'foreign-origin');
    assert.equal(codeOf(await post('/api/owner/people/export', wrong)), 'foreign-origin');
  }
  for (const dest of ['iframe', 'document', 'image', 'object'])
    assert.equal(
      codeOf(await get('/api/owner/sessions', { ...SCRIPT, 'sec-fetch-dest': dest })),
      'foreign-origin',
    );

  const keyIn = async (headers: Record<string, string>) =>
    /data-key="([^"]+)"/.exec((await get('/dashboard/people', headers)).body.toString())?.[1];
  assert.equal(await keyIn(OPENED), 'key', 'as the site of the test makes it');
  for (const dest of ['empty', 'iframe', 'object', 'embed'])
    assert.equal(await keyIn({ ...SCRIPT, 'sec-fetch-dest': dest }), undefined, dest);
  const opener = async (path: string) => (await get(path, OPENED)).headers['cross-origin-opener-policy'];
  assert.notEqual(await opener('/soon'), await opener('/dashboard'), 'who opens it in a window is cut off');
});
