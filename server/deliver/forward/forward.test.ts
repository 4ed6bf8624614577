import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { exchange } from './exchange.ts';
import { createForwarder, type ForwardOptions } from './forward.ts';

const submission = { id: '17', address: 'jo.doe@example.org', language: 'pt', at: 1_700_000_000_000 };

type Got = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** A real form service with a given answer, and the requests it got. */
async function startService(t: TestContext, answer: RequestListener): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/form`, got };
}

function status(code: number, headers: Record<string, string> = {}, body = ''): RequestListener {
  return (_request, response) => response.writeHead(code, headers).end(body);
}

function forward(url: string, options: Partial<ForwardOptions> = {}) {
  return createForwarder(
    { url, field: 'email', extra: { list: 'soon', key_of_account: 's3cret-of-ours' } },
    { allowPrivate: false, timeout: 2000, ...options },
  );
}

test('a submission is posted as JSON with its field, the extra fields and one key in header and body (catches: each attempt has a key of its own)', async (t) => {
  const { url, got } = await startService(t, status(201));
  const forwarder = forward(url);
  assert.deepEqual(await forwarder.send(submission), { outcome: 'sent', reply: '201 Created' });
  await forwarder.send(submission);
  await forwarder.send({ ...submission, id: '18' });
  const [first, again, other] = got;
  assert.ok(first && again && other);
  assert.equal(first.method, 'POST');
  assert.equal(first.path, '/form');
  assert.match(first.headers['content-type'] ?? '', /^application\/json/);
  assert.equal(first.headers.accept, 'application/json');
  const key = first.headers['idempotency-key'];
  assert.match(String(key), /^[\w-]{43}$/);
  assert.deepEqual(JSON.parse(first.body), {
    list: 'soon',
    key_of_account: 's3cret-of-ours',
    email: 'jo.doe@example.org',
    key,
  });
  assert.equal(again.headers['idempotency-key'], key);
  assert.equal(again.body, first.body);
  assert.notEqual(other.headers['idempotency-key'], key);
});

for (const code of [200, 202, 204]) {
  test(`${code}: sent (catches: taken for a refusal)`, async (t) => {
    const { url } = await startService(t, status(code));
    assert.equal((await forward(url).send(submission)).outcome, 'sent');
  });
}
for (const code of [408, 425, 429, 500, 502, 503, 504]) {
  test(`${code}: retry (catches: given up)`, async (t) => {
    const { url } = await startService(t, status(code));
    const delivery = await forward(url).send(submission);
    assert.equal(delivery.outcome, 'retry');
    assert.ok(!('afterMs' in delivery));
  });
}
for (const code of [400, 401, 402, 403, 404, 410, 422]) {
  test(`${code}: failed, to be shown to the operator (catches: tried for days)`, async (t) => {
    const { url } = await startService(t, status(code));
    assert.equal((await forward(url).send(submission)).outcome, 'failed');
  });
}

for (const code of [301, 302, 303, 304, 307, 308]) {
  test(`a redirect (${code}) to a page that answers 200 is not a success and is not followed (catches: it is one)`, async (t) => {
    const { url, got } = await startService(t, (request, response) => {
      if (request.url === '/thanks') return void response.end('<h1>Thanks</h1>');
      response.writeHead(code, { location: '/thanks' }).end();
    });
    const delivery = await forward(url).send(submission);
    assert.equal(delivery.outcome, 'failed');
    assert.match(delivery.reply, /a redirect is no success/);
    assert.equal(got.length, 1);
  });
}

const waits: [string, number | undefined][] = [
  ['120', 120_000],
  ['0', 0],
  ['999999999', 86_400_000],
  ['Tue, 14 Nov 2023 22:14:20 GMT', 60_000],
  ['Tue, 14 Nov 2023 00:00:00 GMT', 0],
  ['soon', undefined],
];
for (const [said, afterMs] of waits) {
  const fault = afterMs === undefined ? 'no time is taken for one' : 'it is not read';
  test(`Retry-After: ${said} waits ${afterMs ?? 'as usual'} (catches: ${fault})`, async (t) => {
    const { url } = await startService(t, status(429, { 'retry-after': said }));
    const delivery = await forward(url, { now: () => submission.at }).send(submission);
    assert.equal(delivery.outcome, 'retry');
    assert.equal('afterMs' in delivery ? delivery.afterMs : undefined, afterMs);
  });
}

test('the reason of a refusal is kept, without the address and without our keys (catches: as it was said)', async (t) => {
  const said = { error: 'quota of jo.doe@example.org (s3cret-of-ours) reached' };
  const { url } = await startService(
    t,
    status(402, { 'content-type': 'application/json' }, JSON.stringify(said)),
  );
  assert.deepEqual(await forward(url).send(submission), {
    outcome: 'failed',
    reply: '402 Payment Required {"error":"quota of <address> (<value>) reached"}',
  });
});

test(
  'a hang before the answer: retry when the time is over (catches: it lasts longer)',
  { timeout: 1500 },
  async (t) => {
    const { url } = await startService(t, () => {});
    assert.deepEqual(await forward(url, { timeout: 100 }).send(submission), {
      outcome: 'retry',
      reply: 'the form service cannot be reached (no answer within 0.1 s)',
    });
  },
);

test('a hang in the answer: its status counts (catches: it is forgotten)', { timeout: 1500 }, async (t) => {
  const begin = (code: number) => (_request: unknown, response: ServerResponse) => {
    response.writeHead(code, { 'content-type': 'text/plain' }).write('no more');
  };
  const refusing = await startService(t, begin(403));
  assert.deepEqual(await forward(refusing.url, { timeout: 150 }).send(submission), {
    outcome: 'failed',
    reply: '403 Forbidden no more',
  });
  const accepting = await startService(t, begin(200));
  assert.equal((await forward(accepting.url, { timeout: 60_000 }).send(submission)).outcome, 'sent');
});

test('a reset: retry, the key makes that safe (catches: given up)', async (t) => {
  const { url, got } = await startService(t, (request) => request.socket.resetAndDestroy());
  const delivery = await forward(url).send(submission);
  assert.deepEqual(delivery, {
    outcome: 'retry',
    reply: 'the form service cannot be reached (ECONNRESET)',
  });
  assert.equal(got.length, 1);
});

test('nobody there, or no TLS there: retry (catches: given up)', async (t) => {
  const refused = await forward('http://127.0.0.1:1/').send(submission);
  assert.deepEqual(refused, {
    outcome: 'retry',
    reply: 'the form service cannot be reached (ECONNREFUSED)',
  });
  const { url } = await startService(t, status(200));
  const plain = await forward(url.replace('http:', 'https:')).send(submission);
  assert.equal(plain.outcome, 'retry');
  assert.match(plain.reply, /SSL|TLS|EPROTO/);
});

test('of an answer of 10 MB 65,536 bytes are kept, and the rest is not read (catches: all of it)', async (t) => {
  let written = 0;
  let gone = Promise.withResolvers<void>();
  const { url } = await startService(t, (_request, response) => {
    written = 0;
    gone = Promise.withResolvers<void>();
    response.writeHead(403, { 'content-type': 'text/plain' });
    response.on('close', gone.resolve);
    const more = () => {
      while (written < 10_000_000) {
        written += 10_000;
        if (!response.write('x'.repeat(10_000))) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  const { body } = await exchange(new URL(url), { method: 'POST' }, 60_000);
  assert.equal(body.length, 65_536);
  await gone.promise;
  assert.ok(written < 10_000_000, `${written} bytes were taken`);
  assert.equal((await forward(url, { timeout: 60_000 }).send(submission)).outcome, 'failed');
});

test('an attempt ends after ten seconds where nothing else is said (catches: after a minute)', async (t) => {
  const { url } = await startService(t, status(200));
  const timeout = t.mock.method(AbortSignal, 'timeout');
  await createForwarder({ url, field: 'email', extra: {} }, { allowPrivate: false }).send(submission);
  assert.deepEqual(
    timeout.mock.calls.flatMap((call) => call.arguments),
    [10_000],
  );
});

test('a target inside is refused, by name and by address, and gets no request (catches: names are not checked)', async (t) => {
  const { url, got } = await startService(t, status(200));
  const { port } = new URL(url);
  const named = forward(`https://form.example:${port}/`, {
    resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }], 4),
  });
  for (const forwarder of [
    named,
    forward('https://169.254.169.254/'),
    forward('https://10.1/'),
    forward('https://0x0a000001/'),
    forward('https://[::ffff:10.0.0.1]/'),
    forward('https://[fd00::1]/'),
  ]) {
    const delivery = await forwarder.send(submission);
    assert.equal(delivery.outcome, 'retry');
    assert.match(delivery.reply, /refused as a target/);
    const verified = await forwarder.verify();
    assert.match(verified.ok ? '' : verified.reason, /refused as a target/);
  }
  assert.equal(got.length, 0);
});

test('a loopback URL reaches this machine by name as well (catches: what is not public never is)', async (t) => {
  const { url } = await startService(t, status(200));
  assert.equal((await forward(url.replace('127.0.0.1', 'localhost')).send(submission)).outcome, 'sent');
});

test('the service can be tried without a submission: any answer will do (catches: it submits)', async (t) => {
  const { url, got } = await startService(t, status(405));
  assert.deepEqual(await forward(url).verify(), { ok: true });
  assert.deepEqual(
    got.map(({ method, body }) => [method, body]),
    [['HEAD', '']],
  );
  assert.equal((await forward('http://127.0.0.1:1/').verify()).ok, false);
});
