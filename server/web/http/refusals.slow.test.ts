import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { ask, FORM_TYPE, JSON_TYPE, type Asked } from '#test/fixtures/requests.ts';
import { recordingStore } from '#test/fixtures/store.ts';

const REFUSED: [name: string, asked: Asked, status: number, code: string][] = [
  [
    'a text',
    { headers: { 'content-type': 'text/plain' }, body: '{"email":"a@b.co"}' },
    415,
    'unsupported-type',
  ],
  ['no type', { body: '{"email":"a@b.co"}' }, 415, 'unsupported-type'],
  ['no type and no body', {}, 415, 'unsupported-type'],
  ['a broken type', { headers: { 'content-type': '/;=' }, body: '{}' }, 415, 'unsupported-type'],
  [
    'several parts',
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' },
    415,
    'unsupported-type',
  ],
  [
    'a packed body',
    { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: 'x' },
    415,
    'unsupported-type',
  ],
  ['an empty body', { headers: JSON_TYPE }, 400, 'malformed'],
  ['half a JSON', { headers: JSON_TYPE, body: '{"email":' }, 400, 'malformed'],
  [
    'bad UTF-8',
    { headers: JSON_TYPE, body: Buffer.from('{"email":"a\xff@b.co"}', 'latin1') },
    400,
    'malformed',
  ],
  [
    'a bad UTF-8 form',
    { headers: FORM_TYPE, body: Buffer.from('email=a\xff@b.co', 'latin1') },
    400,
    'malformed',
  ],
  ['an array', { headers: JSON_TYPE, body: '["a@b.co"]' }, 422, 'invalid-fields'],
  ['a number', { headers: JSON_TYPE, body: '7' }, 422, 'invalid-fields'],
  ['null', { headers: JSON_TYPE, body: 'null' }, 422, 'invalid-fields'],
  ['too much', { headers: JSON_TYPE, body: `"${'a'.repeat(17_000)}"` }, 413, 'too-large'],
];

for (const [name, asked, status, code] of REFUSED) {
  test(`a post of ${name} is refused with ${status}`, async (t) => {
    const store = recordingStore();
    const { port } = await startApp(t, { store });
    const answer = await ask(port, '/api/subscribe', { ...asked, method: 'POST' });
    assert.deepEqual([answer.status, JSON.parse(answer.body.toString()).code], [status, code]);
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.equal(store.added.length, 0);
  });
}

test('other methods are refused with the one that is allowed', async (t) => {
  const { port } = await startApp(t);
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
    const answer = await ask(port, '/api/subscribe?x=1', { method });
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'POST'], method);
  }
});

test('a link is refused other methods as its page is (catches: 404, as if nothing were there)', async (t) => {
  const { port } = await startApp(t);
  for (const [path, allow] of [
    ['/soon', 'GET, HEAD'],
    ['/soon?confirm=x', 'GET, HEAD, POST'],
    ['/soon?lang=pt&unsubscribe=x', 'GET, HEAD, POST'],
    ['/soon?book-seo=x', 'GET, HEAD'],
  ] as const) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const answer = await ask(port, path, { method });
      assert.deepEqual([answer.status, answer.headers.allow], [405, allow], `${method} ${path}`);
    }
  }
});
