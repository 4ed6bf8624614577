import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { postForm, postJson } from '#test/fixtures/requests.ts';
import { openTestStore, recordingStore } from '#test/fixtures/store.ts';
import { LIMITS } from '#server/web/http/limits.ts';
import type { CommitOutcome } from '#server/store/database.ts';

function rowsOf(dataDir: string): Record<string, unknown>[] {
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { readOnly: true });
  const rows = db.prepare('SELECT * FROM subscription ORDER BY rowid').all();
  db.close();
  return rows;
}

test('a subscription is in the database once it is answered with 202', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startApp(t, { store });
  const answer = await postJson(port, {
    email: 'Anna@example.com',
    language: 'pt',
    path: '/services?utm_source=ig',
  });
  assert.deepEqual([answer.status, answer.body.toString()], [202, '{"ok":true}']);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-store');
  const [row] = rowsOf(store.dataDir);
  assert.deepEqual(
    [row?.address, row?.key, row?.language, row?.path, row?.utm_source],
    ['Anna@example.com', 'anna@example.com', 'pt', '/services', 'ig'],
  );
});

test('new and known addresses get byte-identical answers and one row', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startApp(t, { store });
  const answers = [];
  for (const email of ['a@b.co', 'a@b.co', 'A@B.CO']) {
    const answer = await postJson(port, { email });
    delete answer.headers.date;
    answers.push(JSON.stringify([answer.status, answer.headers, answer.body.toString()]));
  }
  assert.equal(new Set(answers).size, 1);
  assert.equal(rowsOf(store.dataDir).length, 1);
});

test('an address that could not be stored is answered with 503 and a time to come back', async (t) => {
  const { port, log } = await startApp(t, { store: recordingStore({ why: 'io' }) });
  const answer = await postJson(port, { email: 'a@b.co' });
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '10']);
  assert.match(log.join(), /"msg":"an address was not stored","why":"io","count":1/);
  assert.equal(JSON.parse(answer.body.toString()).code, 'unavailable');
});

test('a store that does not answer in time counts as unavailable', async (t) => {
  const store = { add: () => new Promise<CommitOutcome>(() => {}) };
  const { port, log } = await startApp(t, { store, limits: { ...LIMITS, storeTimeout: 50 } });
  const answer = await postJson(port, { email: 'a@b.co' });
  assert.match(log.join(), /"why":"late"/);
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '10']);
});

test('an address that cannot be accepted is named with its code and not stored', async (t) => {
  const store = recordingStore();
  const { port } = await startApp(t, { store });
  const answer = await postJson(port, { email: 'a@b' });
  assert.equal(answer.status, 422);
  assert.deepEqual(JSON.parse(answer.body.toString()), {
    title: 'Invalid fields',
    status: 422,
    code: 'invalid-fields',
    problems: [{ field: 'email', code: 'invalid' }],
  });
  assert.equal(store.added.length, 0);
});

test('a failure nobody foresaw is answered flatly and logged with its place, without its words or the address', async (t) => {
  const store = { add: () => Promise.reject(new Error('planted')) };
  const { port, log } = await startApp(t, { store });
  const answer = await postJson(port, { email: 'canary@example.com' });
  assert.equal(answer.status, 500);
  assert.deepEqual(JSON.parse(answer.body.toString()), {
    title: 'Something unexpected went wrong',
    status: 500,
    code: 'internal',
  });
  const [line = ''] = log.splice(0);
  const entry = JSON.parse(line);
  assert.deepEqual([entry.level, entry.msg, typeof entry.requestId], ['error', 'request failed', 'string']);
  assert.equal(entry.error.name, 'Error');
  assert.match(entry.error.at[0], /subscribe\.slow\.test\.ts/);
  assert.doesNotMatch(line, /canary|planted/);
});

test('a plain form is sent on to the page of thanks in its language', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startApp(t, { store });
  const answer = await postForm(port, 'email=+anna%2Bnews%40example.com+&language=pt&consent=a1b2c3d4');
  assert.deepEqual([answer.status, answer.headers.location], [303, '/soon?state=subscribed&lang=pt']);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const [row] = rowsOf(store.dataDir);
  assert.deepEqual([row?.address, row?.language, row?.consent], ['anna+news@example.com', 'pt', 'a1b2c3d4']);
});

test('a plain form that could not be accepted or stored is sent on to the page of failure', async (t) => {
  const { port } = await startApp(t, { store: recordingStore({ why: 'io' }) });
  for (const [body, location] of [
    ['email=a%40b.co&language=pt', '/soon?state=failed&lang=pt'],
    ['email=a%40b&language=pt', '/soon?state=failed&lang=pt'],
    ['email=a%40b.co', '/soon?state=failed&lang=en'],
    ['email=a%40b.co&language=//evil', '/soon?state=failed&lang=en'],
    ['', '/soon?state=failed&lang=en'],
  ] as const) {
    const answer = await postForm(port, body);
    assert.deepEqual([answer.status, answer.headers.location], [303, location], body);
  }
});

test('a plain form shows its source by the page it was on', async (t) => {
  const store = recordingStore();
  const { port } = await startApp(t, { store });
  const sent: [referer: string, path: string | null, utmSource: string | null][] = [
    ['http://localhost:3000/soon?utm_source=ig&from=%2Fservices', '/services', 'ig'],
    ['http://localhost:3000/soon?state=failed&lang=pt', '/soon', null],
    [`http://127.0.0.1:${port}/soon?from=//evil`, '//evil', null],
    ['https://other.example/page?utm_source=x', null, null],
    ['nonsense', null, null],
  ];
  for (const [referer] of sent) await postForm(port, 'email=a%40b.co', { referer });
  const sources = store.added.map(({ source }) => [source.path, source.utmSource]);
  assert.deepEqual(
    sources,
    sent.map(([, path, utmSource]) => [path, utmSource]),
  );
});

test('a page of this site is not a referrer', async (t) => {
  const store = recordingStore();
  const { port } = await startApp(t, { store, siteUrl: 'https://example.com' });
  for (const referrer of [
    'https://example.com/soon',
    `http://127.0.0.1:${port}/`,
    'https://other.example/a?b',
  ]) {
    await postJson(port, { email: 'a@b.co', referrer });
  }
  assert.deepEqual(
    store.added.map(({ source }) => source.referrer),
    [null, null, 'https://other.example/a'],
  );
});

test('a referrer that is not an address once cut to length does no harm', async (t) => {
  const store = recordingStore();
  const { port } = await startApp(t, { store });
  // Its first 200 characters end like an IPv4 address.
  const referrer = `https://aa.${`${'a'.repeat(46)}.`.repeat(4)}1st.example/`;
  const answer = await postJson(port, { email: 'a@b.co', referrer });
  assert.equal(answer.status, 202);
  assert.equal(store.added[0]?.source.referrer, referrer.slice(0, 200));
});

test('unknown fields are ignored, also nested ones', async (t) => {
  const { port } = await startApp(t);
  const answer = await postJson(port, {
    email: 'a@b.co',
    name: 'x',
    more: { deep: [{ list: ['"a":', '\\"b":'] }] },
  });
  assert.equal(answer.status, 202);
});
