import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { Fatal } from '#server/store/database.ts';
import { folderOf as folder } from '#test/fixtures/folder.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { RefusedError } from '#server/store/refusal.ts';
import { openStore } from '#server/app/open-store.ts';
import { subscription as somebody } from '#test/fixtures/subscription.ts';
import type { NewSubscription } from './subscribe.ts';

const TEXTS = [{ version: '2026-11', language: 'en' as const, text: 'We keep your address.' }];

function subscription(name: string, rest: Partial<NewSubscription> = {}): NewSubscription {
  return somebody(name, { consent: '2026-11', ...rest });
}

function opened(
  t: TestContext,
  dataDir: string,
  { time = 1000, onFatal = assert.ifError as (fatal: Fatal) => void, texts = TEXTS } = {},
): Promise<TestStore> {
  return openTestStore(t, { dataDir, consentTexts: texts, now: () => time, onFatal });
}

function rows(dataDir: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { readOnly: true });
  const found = db.prepare(sql).all();
  db.close();
  return found.map((row) => ({ ...row }));
}

test('a stored subscription has every field it came with', async (t) => {
  const dataDir = folder(t);
  const store = await opened(t, dataDir, { time: 1_795_000_000_123 });
  const source = {
    utmSource: 'news',
    utmMedium: 'mail',
    utmCampaign: 'c',
    utmTerm: 't',
    utmContent: "x'); --",
    referrer: 'https://example.org/a',
    path: '/services',
  };
  assert.equal(
    await store.add(subscription('Ana', { key: 'ana@example.com', language: 'pt', source })),
    'stored',
  );
  assert.deepEqual(rows(dataDir, 'SELECT * FROM subscription'), [
    {
      id: 1,
      key: 'ana@example.com',
      address: 'Ana@example.com',
      language: 'pt',
      state: 'pending',
      suspect: null,
      consent: '2026-11',
      utm_source: 'news',
      utm_medium: 'mail',
      utm_campaign: 'c',
      utm_term: 't',
      utm_content: "x'); --",
      referrer: 'https://example.org/a',
      path: '/services',
      created_at: 1_795_000_000_123,
      confirmed_at: null,
      left_at: null,
      reminded_at: null,
      undeliverable_at: null,
    },
  ]);
});

test('the same address twice, at once or later, is one row and keeps its first source', async (t) => {
  const dataDir = folder(t);
  const store = await opened(t, dataDir);
  const again = subscription('a', { source: { ...subscription('').source, utmSource: 'second' } });
  const outcomes = await Promise.all([subscription('a'), again, again].map((one) => store.add(one)));
  assert.deepEqual(outcomes, ['stored', 'stored', 'stored']);
  assert.equal(await store.add(again), 'stored');
  assert.deepEqual(rows(dataDir, 'SELECT utm_source FROM subscription'), [{ utm_source: null }]);
});

test('a row that cannot be stored does not take the others of its batch with it', async (t) => {
  const dataDir = folder(t);
  const store = await opened(t, dataDir);
  const broken = subscription('b', { address: null as unknown as string });
  const unknown = subscription('d', { language: undefined as unknown as 'en' });
  const batch = [subscription('a'), broken, subscription('c'), unknown, subscription('e')];
  const outcomes = await Promise.all(batch.map((one) => store.add(one)));
  assert.deepEqual(outcomes, ['stored', { why: 'refused' }, 'stored', { why: 'refused' }, 'stored']);
  const keys = rows(dataDir, 'SELECT key FROM subscription ORDER BY id').map(({ key }) => key);
  assert.deepEqual(keys, ['a@example.com', 'c@example.com', 'e@example.com']);
});

test('every consent text is kept with the time it was first seen', async (t) => {
  const dataDir = folder(t);
  await (await opened(t, dataDir, { time: 1 })).close();
  const texts = [...TEXTS, { version: '2026-12', language: 'en' as const, text: 'Other words.' }];
  await (await opened(t, dataDir, { time: 2, texts })).close();
  assert.deepEqual(rows(dataDir, 'SELECT version, text, first_seen FROM consent_text ORDER BY version'), [
    { version: '2026-11', text: 'We keep your address.', first_seen: 1 },
    { version: '2026-12', text: 'Other words.', first_seen: 2 },
  ]);
});

test('closing stores what was accepted and takes no more', async (t) => {
  const dataDir = folder(t);
  const store = await opened(t, dataDir);
  const accepted = Array.from({ length: 100 }, (_, i) => store.add(subscription(`${i}`)));
  const closed = store.close();
  assert.deepEqual(await store.add(subscription('late')), { why: 'closed' });
  await Promise.all([closed, store.close()]);
  assert.ok((await Promise.all(accepted)).every((outcome) => outcome === 'stored'));
  assert.deepEqual(rows(dataDir, 'SELECT count(*) AS n FROM subscription'), [{ n: 100 }]);
  assert.deepEqual(await store.readiness(), { why: 'closed' });
});

test('two servers on one store lose nothing', async (t) => {
  const dataDir = folder(t);
  const stores = await Promise.all([opened(t, dataDir), opened(t, dataDir)]);
  const adds = Array.from({ length: 400 }, (_, i) => stores[i % 2]?.add(subscription(`${i >> 1}`)));
  assert.ok((await Promise.all(adds)).every((outcome) => outcome === 'stored'));
  for (const store of stores) await store.close();
  assert.deepEqual(rows(dataDir, 'SELECT count(*) AS n FROM subscription'), [{ n: 200 }]);
});

for (const [name, file] of [
  ['the file', 'embreve.sqlite'],
  ['its log', 'embreve.sqlite-wal'],
] as const) {
  test(`nothing is acknowledged once ${name} is gone or another`, async (t) => {
    const dataDir = folder(t);
    const fatals: Fatal[] = [];
    const store = await opened(t, dataDir, { onFatal: (fatal) => fatals.push(fatal) });
    assert.equal(await store.add(subscription('a')), 'stored');
    renameSync(join(dataDir, file), join(dataDir, 'moved'));
    const outcomes = await Promise.all(['b', 'c'].map((key) => store.add(subscription(key))));
    assert.deepEqual(outcomes, [{ why: 'gone' }, { why: 'gone' }]);
    assert.deepEqual(await store.add(subscription('d')), { why: 'gone' });
    assert.equal(fatals.map(({ code }) => code).join(), 'gone');
  });
}

test('a file that is gone is noticed by the readiness check too', async (t) => {
  const dataDir = folder(t);
  const fatals: Fatal[] = [];
  const store = await opened(t, dataDir, { onFatal: (fatal) => fatals.push(fatal) });
  assert.equal(await store.readiness(), 'stored');
  rmSync(join(dataDir, 'embreve.sqlite'));
  assert.deepEqual(await store.readiness(), { why: 'gone' });
  assert.equal(fatals.length, 1);
});

test('when the writing thread dies everything in flight is unavailable', async (t) => {
  let thread: Worker | undefined;
  process.once('worker', (worker) => (thread = worker));
  const fatals: Fatal[] = [];
  const store = await opened(t, folder(t), { onFatal: (fatal) => fatals.push(fatal) });
  assert.equal(await store.add(subscription('a')), 'stored');
  const ended = thread?.terminate();
  assert.deepEqual(await store.add(subscription('b')), { why: 'writer-died' });
  await ended;
  assert.deepEqual(await store.readiness(), { why: 'writer-died' });
  assert.equal(fatals.length, 1);
});

test('a store that must not be opened is refused', async (t) => {
  const dataDir = folder(t);
  await (await opened(t, dataDir)).close();
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'));
  db.exec('PRAGMA user_version = 99');
  db.close();
  const opening = openStore({
    dataDir,
    databaseUrl: null,
    consentTexts: [],
    now: Date.now,
    onFatal: assert.ifError,
    onQuarantine: assert.ifError,
  });
  await assert.rejects(opening, (error) => error instanceof RefusedError && error.code === 'newer');
});
