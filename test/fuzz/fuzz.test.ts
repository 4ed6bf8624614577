import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import { test, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { createGuard } from '#server/abuse/guard.ts';
import { createPostLimit } from '#server/abuse/post-limit.ts';
import { createMessageStore } from '#server/messages/message.ts';
import { readFixtureBuild, startApp, type TestApp } from '../fixtures/app.ts';
import { postJson } from '../fixtures/requests.ts';
import { openTestStore } from '../fixtures/store.ts';
import type { AttackData, AttackReport } from './attack.ts';
import { createDownload } from '#server/web/token-pages/download.ts';
import { createTokenPages } from '#server/web/token-pages/token-pages.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';

// FUZZ_SEED repeats a run, FUZZ_REQUESTS makes it longer.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const requests = Number(process.env.FUZZ_REQUESTS ?? 100_000);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes held by this thread, and so by the server. The attacker has its own heap. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function attack(data: AttackData, onProgress: () => void): Promise<Extract<AttackReport, { type: 'end' }>> {
  const worker = new Worker(new URL('./attack.ts', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.on('message', (report: AttackReport) => (report.type === 'end' ? resolve(report) : onProgress()));
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the attack ended before its report')));
  });
}

async function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, open) => (error ? reject(error) : resolve(open))),
  );
}

/** All that answers requests, without rate limits, which would refuse most of them unread. */
async function startCollector(t: TestContext): Promise<TestApp> {
  const now = () => 0;
  const siteUrl = 'http://localhost:3000';
  const secrets = createSecrets(['secret of this test'.repeat(2)]);
  const store = await openTestStore(t);
  const rate = { take: () => Promise.resolve({ ok: true, soft: false } as const) };
  const build = readFixtureBuild(t);
  const links = createTokenPages({
    build,
    siteUrl,
    defaultLanguage: 'en',
    secrets,
    store,
    download: createDownload(() => siteUrl),
    onErased: async () => {},
    now,
  });
  return startApp(t, {
    siteUrl,
    store,
    messages: createMessageStore(store, now),
    links,
    postLimit: createPostLimit(rate, 1),
    guard: createGuard({ secrets, now }),
  });
}

test(`${requests} bad requests (FUZZ_SEED=${seed}): none is answered with 5xx, none ends, hangs or fills the process (catches: a body that cannot be read is a 500)`, async (t) => {
  const { app, port } = await startCollector(t);
  const held: number[] = [];
  const started = performance.now();
  const report = await attack({ port, seed, requests }, () => held.push(heldBytes()));
  const seconds = (performance.now() - started) / 1_000;
  t.diagnostic(`FUZZ_SEED=${seed}, ${seconds.toFixed(1)} s, answers: ${JSON.stringify(report.statuses)}`);
  t.diagnostic(`MB held at each tenth: ${held.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(' ')}`);

  assert.deepEqual(report.wrong, [], report.wrong.join('\n'));
  // Otherwise the attack missed its target.
  assert.ok(report.accepted > requests / 100, `${report.accepted} accepted`);
  for (const status of [200, 302, 400, 403, 404, 405, 413, 415, 422]) {
    assert.ok((report.statuses[status] ?? 0) > 0, `no answer ${status}`);
  }
  const growth = (held.at(-1) ?? 0) - (held[1] ?? 0);
  assert.ok(held.length >= 10 && growth < 30 * 2 ** 20, `grew by ${growth} bytes`);
  const answer = await postJson(port, { email: 'normal@example.com' });
  assert.equal(answer.status, 202);
  assert.equal(await countConnections(app.server), 0);
});
