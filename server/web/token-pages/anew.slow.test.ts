import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { testOnEach, type OpenStore } from '#test/fixtures/each-database.ts';
import { ask, FORM_TYPE } from '#test/fixtures/requests.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';
import { linkFor, NOW, startPages } from '#test/fixtures/token-pages.ts';

const ANA = 'ana@example.com';

/** Ana's former id, which is deleted, and her current one. Eva signed up in between and after. */
async function withAnaAnew(t: TestContext, open: OpenStore, goes: 'erased' | 'forgotten' = 'erased') {
  const pages = await startPages(t, await open({ now: () => NOW }));
  const { store, verbs, signUp } = pages;
  const before = await signUp('ana');
  await signUp('eva');
  if (goes === 'erased') await verbs.erase(before);
  else await store.write.deleteFrom('subscription').where('id', '=', before).execute();
  const now = await signUp('ana');
  assert.ok(now > before);
  await verbs.confirm(now);
  await signUp('mia');
  return { ...pages, before, now };
}

async function states({ write }: Awaited<ReturnType<OpenStore>>): Promise<string[]> {
  const rows = await write.selectFrom('subscription').select(['key', 'state']).orderBy('key').execute();
  return rows.map(({ key, state }) => `${key.split('@')[0]} ${state}`);
}

for (const goes of ['erased', 'forgotten'] as const) {
  testOnEach(
    `a person who was ${goes} and came back unsubscribes by an old mail too (catches: it says so, and they stay)`,
    async (t, open) => {
      const { store, port, open: press, before } = await withAnaAnew(t, open, goes);
      const leave = linkFor('unsubscribe', before, ANA);
      for (const method of ['GET', 'HEAD']) assert.equal((await ask(port, leave, { method })).status, 200);
      assert.equal(await press(leave), `200 ADDRESS=${ANA}`, 'not "you have left" while that is not so');
      assert.equal((await rowOf(store, 'ana')).state, 'confirmed', 'looking changes nothing');
      const body = 'List-Unsubscribe=One-Click';
      assert.equal((await ask(port, leave, { method: 'POST', headers: FORM_TYPE, body })).status, 200);
      assert.deepEqual(await states(store), ['ana unsubscribed', 'eva pending', 'mia pending']);
      assert.equal(await press(leave, ''), '303 /soon?state=unsubscribed&lang=pt');
    },
  );
}

testOnEach(
  'a person who came back is erased by an old mail too (catches: it says so, and all is kept)',
  async (t, open) => {
    const { store, open: press, before } = await withAnaAnew(t, open);
    const me = linkFor('me', before, ANA);
    for (let times = 0; times < 2; times += 1) {
      assert.equal(await press(me, 'do=erase'), '303 /soon?state=erased&lang=pt');
      assert.deepEqual(await states(store), ['eva pending', 'mia pending']);
    }
    assert.equal(await press(linkFor('unsubscribe', before, ANA)), '303 /soon?state=unsubscribed&lang=pt');
  },
);

testOnEach(
  'an old link shows nothing of a person who came back, and confirms nothing (catches: all links are for the address)',
  async (t, open) => {
    const { store, verbs, open: press, before, now } = await withAnaAnew(t, open);
    const me = linkFor('me', before, ANA);
    for (const pressed of [undefined, '', 'do=export']) assert.equal(await press(me, pressed), '410 expired');
    await verbs.leave(now);
    await store.add(subscription('ana'));
    assert.equal((await rowOf(store, 'ana')).state, 'pending');
    const confirm = linkFor('confirm', before, ANA);
    assert.equal(await press(confirm), '410 expired');
    assert.equal(await press(confirm, ''), '303 /soon?state=expired&lang=pt');
    assert.equal((await rowOf(store, 'ana')).state, 'pending');
  },
);

testOnEach(
  'an old number that is somebody else’s now is theirs alone (catches: who has the number leaves)',
  async (t, open) => {
    const { store, open: press, now } = await withAnaAnew(t, open);
    const eva = (await rowOf(store, 'eva')).id;
    assert.equal(await press(linkFor('me', eva, ANA)), '410 expired');
    assert.equal(await press(linkFor('unsubscribe', eva, ANA), ''), '303 /soon?state=unsubscribed&lang=pt');
    assert.deepEqual(await states(store), ['ana unsubscribed', 'eva pending', 'mia pending']);
    assert.equal(
      await press(linkFor('me', now, 'eva@example.com'), 'do=erase'),
      '303 /soon?state=erased&lang=pt',
    );
    assert.deepEqual(await states(store), ['ana unsubscribed', 'mia pending']);
  },
);
