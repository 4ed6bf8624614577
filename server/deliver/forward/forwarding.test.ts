import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { MINUTE } from '#contract/time.ts';
import { sql } from '#kysely';
import { createCollector, type Collector } from '#server/app/collector.ts';
import { readConfig } from '#server/base/config.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { readFixtureBuild } from '#test/fixtures/app.ts';
import { postJson } from '#test/fixtures/requests.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { createLog } from '#server/base/log.ts';

const HANGING = 'hanging@example.com';

/** Address, Idempotency-Key header, key in the body, and the status it got. */
type Got = { email: string; header: string; key: string; status: number | 'none' };

/** A real form service with an answer by address, else 200, and the requests it got. */
async function startService(t: TestContext) {
  const answers = new Map<string, number>([
    ['busy@example.com', 500],
    ['moved@example.com', 302],
    ['quota@example.com', 402],
  ]);
  const got: Got[] = [];
  const hung = Promise.withResolvers<() => void>();
  const listener: RequestListener = async (request, response) => {
    if (request.url === '/thanks') return void response.end('<h1>Thanks</h1>');
    const { email, key } = JSON.parse(await text(request)) as { email: string; key: string };
    const header = String(request.headers['idempotency-key']);
    if (email === HANGING && answers.size > 0) {
      got.push({ email, header, key, status: 'none' });
      return hung.resolve(() => request.socket.resetAndDestroy());
    }
    const status = answers.get(email) ?? 200;
    got.push({ email, header, key, status });
    response.writeHead(status, status === 302 ? { location: '/thanks' } : {}).end();
  };
  const server = createServer((request, response) => void listener(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/form`;
  return { url, got, hung: hung.promise, recover: () => answers.clear() };
}

/** The collector on the store of a test. */
async function startCollector(
  t: TestContext,
  { kind, write, dataDir }: TestStore,
  forwardUrl: string,
  now: () => number,
): Promise<{ collector: Collector; port: number }> {
  const env = { DATA_DIR: dataDir, RATE_LIMIT: 'off', FORWARD_URL: forwardUrl };
  const where = sql<{ url: string }>`SELECT 'postgres://postgres@127.0.0.1:' || inet_server_port() || '/'
    || current_database() AS url`;
  const config = readConfig(
    kind === 'sqlite'
      ? env
      : {
          ...env,
          DATABASE_URL: (await where.execute(write)).rows[0]?.url,
          SECRET_KEYS: 'k'.repeat(32),
        },
  );
  const collector = await createCollector(config, {
    build: readFixtureBuild(t),
    log: createLog(
      (line) => assert.match(line, /"level":"info"/),
      () => new Date(0),
    ),
    now,
    steadyNow: now,
    random: () => 0.5,
    onFatal: ({ message }) => assert.fail(message),
  });
  collector.app.server.listen(0, '127.0.0.1');
  await once(collector.app.server, 'listening');
  collector.start();
  return { collector, port: (collector.app.server.address() as AddressInfo).port };
}

async function forwards({ write }: TestStore): Promise<string[]> {
  const rows = await write
    .selectFrom('outbox as o')
    .innerJoin('subscription as s', 's.id', 'o.subject_id')
    .select(['s.key', 'o.state', 'o.reply'])
    .where('o.kind', '=', 'forward')
    .orderBy('s.key')
    .execute();
  return rows.map(({ key, state, reply }) => `${key.split('@')[0]} ${state} ${reply ?? ''}`.trim());
}

async function untilTried(store: TestStore): Promise<void> {
  while (/ (queued|claimed|started)/.test((await forwards(store)).join())) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

testOnEach(
  'a form service that hangs or fails delays no answer; what it refused is shown; all get there once (D14; catches: a redirect is taken for success)',
  async (t, open) => {
    const store = await open();
    const service = await startService(t);
    const clock = { time: 1_795_000_000_000 };
    const { collector, port } = await startCollector(t, store, service.url, () => clock.time);
    try {
      async function subscribe(name: string): Promise<void> {
        const askedAt = performance.now();
        const { status } = await postJson(port, { email: `${name}@example.com`, language: 'en' });
        assert.equal(status, 202);
        // Half of the service's timeout, so that a slow machine is not mistaken for a hanging service.
        assert.ok(performance.now() - askedAt < 5_000, `${name} waited for the form service`);
      }
      await subscribe('fine');
      await untilTried(store);
      await subscribe('hanging');
      const reset = await service.hung;
      for (const name of ['busy', 'moved', 'quota']) await subscribe(name);
      assert.match((await forwards(store))[2] ?? '', /^hanging started/, 'it still hangs');
      reset();
      await untilTried(store);
      assert.deepEqual(await forwards(store), [
        'busy retry 500 Internal Server Error',
        'fine sent 200 OK',
        'hanging retry the form service cannot be reached (ECONNRESET)',
        'moved failed 302 Found (a redirect is no success: correct FORWARD_URL)',
        'quota failed 402 Payment Required',
      ]);

      service.recover();
      clock.time += 2 * MINUTE;
      // As an owner does under Emails.
      await store.write
        .updateTable('outbox')
        .set({ state: 'queued', attempt: 0, finished_at: null })
        .where('state', '=', 'failed')
        .execute();
      for (let look = 0; look < 3; look += 1) {
        await collector.work();
        clock.time += 60 * MINUTE;
      }
      const names = (got: Got[]) => got.map(({ email }) => email.split('@')[0]).sort();
      const taken = service.got.filter(({ status }) => status === 200);
      assert.deepEqual(names(taken), ['busy', 'fine', 'hanging', 'moved', 'quota']);
      assert.equal(service.got.length, 9);
      const keys = new Map(service.got.map(({ email, header }) => [email, header]));
      assert.equal(new Set(keys.values()).size, 5);
      for (const { email, header, key } of service.got)
        assert.deepEqual([header, key], [keys.get(email), header]);
    } finally {
      await collector.stop(0);
    }
  },
);
