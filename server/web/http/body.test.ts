import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startApp } from '#test/fixtures/app.ts';
import { ask } from '#test/fixtures/requests.ts';

/** Near-JSON texts: valid ones, then truncated, doubled or with one byte changed. */
const nearJson = fc.oneof(
  fc.json({ maxDepth: 12 }),
  fc.tuple(fc.json(), fc.nat(200)).map(([text, end]) => text.slice(0, end)),
  fc
    .tuple(fc.json(), fc.nat(200), fc.string({ maxLength: 3 }))
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at)),
  fc.tuple(fc.json(), fc.json()).map(([a, b]) => `{"email":${a},"email":${b}}`),
  fc.json().map((text) => `{"__proto__":${text}}`),
  fc.nat(8000).map((depth) => '['.repeat(depth)),
  fc.nat(8000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
);
const anyBody = fc.oneof(
  nearJson.map((text) => Buffer.from(text)),
  nearJson.map((text) => gzipSync(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(fc.constantFrom(...'a["{ '), fc.integer({ min: 16_000, max: 20_000 }))
    .map(([unit, n]) => Buffer.alloc(n, unit)),
);
const anyType = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 6 },
  fc.constantFrom(
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'text/plain',
    '',
    '*',
    'a/b;',
  ),
);

test('no body whatever is answered with success or a failure of the server', async (t) => {
  const { port } = await startApp(t, { store: { add: () => assert.fail('stored') } });
  const check = fc.asyncProperty(anyBody, anyType, async (body, type) => {
    const answer = await ask(port, '/api/subscribe', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    if (answer.status === 303) return assert.equal(answer.headers.location, '/soon?state=failed&lang=en');
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} ${body.toString()}`);
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.deepEqual(
      Object.keys(JSON.parse(answer.body.toString())).filter(
        (key) => !['title', 'status', 'code', 'problems'].includes(key),
      ),
      [],
    );
  });
  await fc.assert(check, { numRuns: 3_000 });
});
