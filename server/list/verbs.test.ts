import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { subscription, verbsOf } from '#test/fixtures/subscription.ts';
import type { NewSubscription } from './subscribe.ts';

const CAME = Date.UTC(2026, 6, 1);
const LATER = CAME + 60_000;
const WORDS = [{ version: 'v1', language: 'pt' as const, text: 'As palavras.' }];

function person(name: string): NewSubscription {
  const { source, ...rest } = subscription(name.toLowerCase(), { language: 'pt' });
  return { ...rest, address: `${name}@example.com`, source: { ...source, utmSource: 'news' } };
}

/** Ana's and Eva's pending subscriptions. */
async function withTwo(
  store: TestStore,
): Promise<{ verbs: ReturnType<typeof verbsOf>; ana: number; eva: number }> {
  for (const name of ['Ana', 'eva']) await store.add(person(name));
  const rows = await store.write.selectFrom('subscription').select(['id', 'key']).execute();
  const idOf = (key: string) => rows.find((row) => row.key === key)?.id ?? assert.fail();
  const verbs = verbsOf(store, () => LATER);
  return { verbs, ana: idOf('ana@example.com'), eva: idOf('eva@example.com') };
}

async function receiptsOf({ write }: TestStore, id: number): Promise<string[]> {
  const rows = await write
    .selectFrom('consent_receipt')
    .select(['event', 'version', 'language', 'at'])
    .where('subscription_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ event, version, language, at }) => `${event} ${version} ${language} +${at - CAME}`);
}

const OPTIONS = { now: () => CAME, consentTexts: WORDS };

testOnEach(
  'a person who confirms is confirmed once, with one receipt, however often and at once (catches: a receipt each time)',
  async (_t, open) => {
    const store = await open(OPTIONS);
    const { verbs, ana, eva } = await withTwo(store);
    const answers = await Promise.all([verbs.confirm(ana), verbs.confirm(ana), verbs.confirm(ana)]);
    assert.deepEqual(answers, [true, true, true]);
    assert.equal(await verbs.confirm(ana), true);
    assert.deepEqual(await receiptsOf(store, ana), ['given v1 pt +0', 'confirmed v1 pt +60000']);
    assert.equal((await verbs.find(ana))?.state, 'confirmed');
    assert.equal((await verbs.find(eva))?.state, 'pending', 'nobody else is');
  },
);

testOnEach(
  'an old link to confirm brings nobody back who has left (catches: any state is confirmed)',
  async (_t, open) => {
    const store = await open(OPTIONS);
    const { verbs, ana, eva } = await withTwo(store);
    await verbs.confirm(ana);
    for (const id of [ana, ana, eva]) await verbs.leave(id);
    assert.deepEqual([await verbs.confirm(ana), await verbs.confirm(eva)], [false, false]);
    assert.equal((await verbs.find(ana))?.state, 'unsubscribed');
    assert.equal(
      (await verbs.find(eva))?.state,
      'suppressed',
      'a person who leaves unconfirmed says: that was not me',
    );
    assert.deepEqual(await receiptsOf(store, ana), [
      'given v1 pt +0',
      'confirmed v1 pt +60000',
      'withdrawn v1 pt +60000',
    ]);
    assert.deepEqual(await receiptsOf(store, eva), ['given v1 pt +0', 'withdrawn v1 pt +60000']);
  },
);

testOnEach('confirming and leaving at once ends with having left', async (_t, open) => {
  const store = await open(OPTIONS);
  const { verbs, ana } = await withTwo(store);
  await Promise.all([verbs.confirm(ana), verbs.leave(ana), verbs.confirm(ana)]);
  const { state } = (await verbs.find(ana)) ?? assert.fail();
  assert.ok(state === 'unsubscribed' || state === 'suppressed', state);
  assert.equal((await receiptsOf(store, ana)).at(-1), 'withdrawn v1 pt +60000');
});

testOnEach('what never was, or is gone, is found, confirmed and left without harm', async (_t, open) => {
  const store = await open(OPTIONS);
  const { verbs } = await withTwo(store);
  assert.deepEqual(
    [await verbs.find(4711), await verbs.confirm(4711), await verbs.dataOf(4711)],
    [null, false, null],
  );
  await verbs.leave(4711);
  await verbs.erase(4711);
  assert.equal((await store.write.selectFrom('consent_receipt').selectAll().execute()).length, 2);
});

async function writeMessage({ write }: TestStore, email: string): Promise<void> {
  const words = {
    name: 'Ana',
    company: 'A',
    phone: '1',
    message: 'Hello',
    language: 'pt' as const,
    consent: 'v1',
  };
  const row = { ...words, key: `key of ${email}`, body_hash: 'h', email, created_at: CAME };
  const { id } = await write.insertInto('message').values(row).returning('id').executeTakeFirstOrThrow();
  const mail = {
    kind: 'message' as const,
    subject_type: 'message' as const,
    subject_id: id,
    due_at: 0,
    created_at: 0,
  };
  await write.insertInto('outbox').values(mail).execute();
}

testOnEach('a person sees all that is kept about them, and nothing of anybody else', async (_t, open) => {
  const store = await open(OPTIONS);
  const { verbs, ana } = await withTwo(store);
  for (const email of ['ANA@example.com', 'eva@example.com']) await writeMessage(store, email);
  await verbs.confirm(ana);
  assert.equal((await verbs.find(ana))?.consent_text, 'As palavras.');
  const { subscription: kept, consent, messages } = (await verbs.dataOf(ana)) ?? {};
  assert.equal(kept?.address, 'Ana@example.com');
  assert.equal(kept?.confirmed_at, '2026-07-01T00:01:00.000Z');
  assert.equal(kept?.utm_source, 'news');
  assert.ok(!('id' in (kept ?? {})) && !('key' in (kept ?? {})));
  assert.deepEqual(
    consent?.map(({ event, text, at }) => [event, text, at]),
    [
      ['given', 'As palavras.', '2026-07-01T00:00:00.000Z'],
      ['confirmed', 'As palavras.', '2026-07-01T00:01:00.000Z'],
    ],
  );
  assert.deepEqual(
    messages?.map(({ email, message, text }) => [email, message, text]),
    [['ANA@example.com', 'Hello', 'As palavras.']],
  );
});

testOnEach(
  'a person who erases is gone from every table, their mails too, and nobody else is (catches: rows of the outbox stay)',
  async (_t, open) => {
    const store = await open(OPTIONS);
    const { verbs, ana, eva } = await withTwo(store);
    for (const email of ['ANA@example.com', 'eva@example.com']) await writeMessage(store, email);
    for (let times = 0; times < 2; times += 1) await verbs.erase(ana);
    assert.equal(await verbs.find(ana), null);
    assert.deepEqual(await receiptsOf(store, ana), []);
    const all = async (table: 'subscription' | 'message' | 'outbox' | 'consent_receipt') =>
      JSON.stringify(await store.write.selectFrom(table).selectAll().execute());
    for (const table of ['subscription', 'message'] as const) {
      assert.doesNotMatch(await all(table), /ana@/i);
      assert.match(await all(table), /eva@/);
    }
    const left = await store.write
      .selectFrom('outbox')
      .select(['kind', 'subject_id'])
      .orderBy('id')
      .execute();
    assert.deepEqual(left, [
      { kind: 'confirm', subject_id: eva },
      { kind: 'message', subject_id: 2 },
    ]);
    const erased = await store.write.selectFrom('erasure').selectAll().execute();
    assert.deepEqual(
      erased.map(({ at }) => at),
      [LATER],
    );
    assert.doesNotMatch(JSON.stringify(erased), /ana/);
  },
);
