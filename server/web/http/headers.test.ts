import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { ask, askRaw, FORM_TYPE, JSON_TYPE, type Asked } from '#test/fixtures/requests.ts';
import { LIMITS } from '#server/web/http/limits.ts';
import type { NewSubscription } from '#server/list/subscribe.ts';
import type { CommitOutcome } from '#server/store/database.ts';

const SCRIPT = '/static/js/app.0a1b2c3d.chunk.js';
const ETAG = { 'if-none-match': '*' };

/** One request per kind of answer. */
const CLASSES: [name: string, status: number, path: string, asked: Asked][] = [
  ['a page', 200, '/soon', {}],
  ['a script', 200, SCRIPT, {}],
  ['a text', 200, '/robots.txt', {}],
  ['a health check', 200, '/healthz', {}],
  ['a stored subscription', 202, '/api/subscribe', json('stored')],
  ['a page', 304, '/soon', { headers: ETAG }],
  ['a script', 304, SCRIPT, { headers: ETAG }],
  ['a closed page', 302, '/services', {}],
  ['a plain form', 303, '/api/subscribe', { method: 'POST', headers: FORM_TYPE, body: 'email=a%40b.co' }],
  ['a broken body', 400, '/api/subscribe', { method: 'POST', headers: JSON_TYPE, body: '{' }],
  ['a broken API address', 400, '/api/%zz', {}],
  ['a foreign write', 403, '/api/subscribe', { method: 'POST', headers: { origin: 'null' } }],
  ['a missing file', 404, '/x.php', {}],
  ['a missing API', 404, '/api/x', {}],
  ['an unknown expectation', 200, '/soon', { headers: { expect: 'miracles' } }],
  ['an upgrade', 200, '/soon', { headers: { connection: 'upgrade', upgrade: 'websocket' } }],
  ['a write to a page', 405, '/soon', { method: 'POST' }],
  ['a read of the form', 405, '/api/subscribe', {}],
  ['too large a body', 413, '/api/subscribe', json('x'.repeat(20_000))],
  ['a text body', 415, '/api/subscribe', { method: 'POST', body: 'x' }],
  ['a bad address', 422, '/api/subscribe', json('a@')],
  ['an unforeseen failure', 500, '/api/subscribe', json('broken')],
  ['an unavailable store', 503, '/api/subscribe', json('unavailable')],
  ['a store that is not ready', 503, '/readyz', {}],
];

/** Bytes that Node cannot parse as a request, and the answer on the raw connection. */
const BROKEN: [name: string, status: number, bytes: string][] = [
  ['no HTTP', 400, 'nonsense\r\n\r\n'],
  ['no host', 400, 'GET /soon HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two lengths', 400, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['slow headers', 408, 'GET /soon HTTP/1.1\r\nHost: x\r\n'],
  ['large headers', 431, `GET /soon HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`],
];

function json(name: string): Asked {
  const email = name === 'stored' || name === 'broken' || name === 'unavailable' ? `${name}@b.co` : name;
  return { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ email }) };
}

const store = {
  async add({ address }: NewSubscription): Promise<CommitOutcome> {
    if (address.startsWith('broken')) throw new Error('planted');
    return address.startsWith('unavailable') ? { why: 'io' } : 'stored';
  },
};
const limits = { ...LIMITS, headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 };

function assertSafe(headers: IncomingHttpHeaders, name: string, https: boolean): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', name);
  assert.equal(headers['x-frame-options'], 'DENY', name);
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin', name);
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin', name);
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin', name);
  assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*microphone=\(\)/, name);
  const hsts = https ? 'max-age=63072000; includeSubDomains' : undefined;
  assert.equal(headers['strict-transport-security'], hsts, name);
  assert.ok(headers['content-security-policy'], name);
  assert.equal(headers.server, undefined, name);
  assert.equal(headers['x-powered-by'], undefined, name);
  const type = headers['content-type'];
  if (headers['content-length'] !== undefined && headers['content-length'] !== '0') {
    assert.match(String(type), /; charset=utf-8$/, name);
  }
}

for (const siteUrl of ['http://localhost:3000', 'https://example.com']) {
  test(`every class of answer of ${siteUrl} carries every security header`, async (t) => {
    const deps = { siteUrl, store, limits, canStore: () => Promise.resolve(false) };
    const { port, log } = await startApp(t, deps);
    const https = siteUrl.startsWith('https');
    for (const [name, status, path, asked] of CLASSES) {
      const answer = await ask(port, path, asked);
      assert.equal(answer.status, status, name);
      assertSafe(answer.headers, `${status} ${name}`, https);
      if (path === '/soon' && status < 400) continue;
      assert.match(
        String(answer.headers['content-security-policy']),
        /^default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'$/,
      );
    }
    for (const [name, status, bytes] of BROKEN) {
      const [head = '', body = ''] = (await askRaw(port, bytes).answer).split('\r\n\r\n');
      const [first, ...lines] = head.split('\r\n');
      assert.match(first ?? '', new RegExp(`^HTTP/1.1 ${status} `), name);
      const pairs = lines.map((line) => [
        line.split(': ')[0]?.toLowerCase(),
        line.slice(line.indexOf(': ') + 2),
      ]);
      const headers = Object.fromEntries(pairs) as IncomingHttpHeaders;
      assertSafe(headers, `${status} ${name}`, https);
      assert.equal(headers['content-length'], String(body.length), name);
      assert.equal(headers.connection, 'close', name);
      assert.equal(JSON.parse(body).status, status, name);
    }
    // The unexpected error, and why one was not stored.
    assert.equal(log.splice(0).length, 2);
  });
}

test('the dashboard is kept by nobody, listed nowhere, runs its own files alone, and may ask for passkeys', async (t) => {
  const { port } = await startApp(t, { siteUrl: 'https://example.com' });
  const { headers } = await ask(port, '/dashboard/people');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  const policy = String(headers['content-security-policy']);
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    assert.ok(policy.split('; ').includes(directive), directive);
  assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  const passkeys = /publickey-credentials-create=\((.*?)\).*publickey-credentials-get=\((.*?)\)/;
  assert.deepEqual(passkeys.exec(String(headers['permissions-policy']))?.slice(1), ['self', 'self']);
  const soon = await ask(port, '/soon');
  assert.deepEqual(passkeys.exec(String(soon.headers['permissions-policy']))?.slice(1), ['', '']);
});
