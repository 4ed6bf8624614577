import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createMessageMail } from '#server/messages/message-mail.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { createForwardJob } from '#server/list/forward-job.ts';
import { createForwarder } from '#server/deliver/forward/forward.ts';
import { createLog } from '#server/base/log.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import { createMetrics } from '#server/metrics/prometheus.ts';
import { loadBuild } from '#server/base/build.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { createConfirmMail } from '#server/list/confirm-mail.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import type { Delivery } from './delivery.ts';
import { createQueue } from './queue.ts';
import { createWorker, type WorkerDeps } from './worker.ts';
import type { Handler } from './kind.ts';

const CANARY = 'canary';
const ADDRESS = `${CANARY}@example.com`;
/** Mail servers and form services echo their input: addresses, and the local part of the recipient. */
const quoting = (recipient: string): string =>
  `5.1.1 <${ADDRESS}>: ${recipient.split('@')[0]} is unknown; was it ${ADDRESS.replace('@', '%40')}?`;
const NOW = Date.UTC(2026, 6, 1);

type Handlers = ReturnType<WorkerDeps['handlers']>;

/** Runs the worker; returns everything it logged, the metrics, and the rows of the outbox. */
async function fly(store: TestStore, handlers: Handlers): Promise<{ told: string; outcomes: string[] }> {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  const { write } = store;
  const space = () => Promise.resolve(null);
  const metrics = await createMetrics({
    query: write,
    space,
    copies: () => null,
    mailRoute: () => ({ is: 'files' }),
    now: Date.now,
    eventLoopDelay: () => 0,
    startedAt: 0,
  });
  const outcomes: string[] = [];
  const queue = createQueue(
    store,
    KINDS,
    () => NOW,
    () => 0.5,
  );
  const worker = createWorker({
    queue,
    handlers: () => handlers,
    atOnce: 10,
    log,
    onOutcome: (kind, outcome) => {
      metrics.delivery(kind, outcome);
      outcomes.push(`${kind} ${outcome}`);
    },
  });
  // As `start` handles rejections.
  await worker.runOnce().catch((error: unknown) => log.error('the outbox could not be processed', { error }));
  const rows = await write.selectFrom('outbox').selectAll().execute();
  return { told: [...lines, await metrics.scrape(), JSON.stringify(rows)].join('\n'), outcomes };
}

/** A store with a person and a message of theirs, and all outbox rows. */
async function withCanary(t: TestContext): Promise<TestStore> {
  const store = await openTestStore(t, { now: () => NOW });
  await store.add(subscription(CANARY));
  const words = {
    name: CANARY,
    company: CANARY,
    phone: '1',
    message: `${CANARY} asks`,
    language: 'en' as const,
  };
  const written = { ...words, key: CANARY, body_hash: 'h', email: ADDRESS, created_at: NOW };
  await store.write.insertInto('message').values(written).execute();
  for (const kind of ['message', 'forward'] as const) {
    await store.write
      .insertInto('outbox')
      .values({ kind, subject_id: 1, due_at: NOW, created_at: NOW })
      .execute();
  }
  return store;
}

function mailing(t: TestContext, store: TestStore, smtpUrl: string) {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const build = loadBuild(dist);
  const mailer = createMailer({ mailRoute: { is: 'server', url: smtpUrl }, dataDir: store.dataDir });
  t.after(mailer.close);
  return {
    query: store.write,
    mailer,
    site: () => build,
    secrets: createSecrets(['k'.repeat(32)]),
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    ownerReader: async () => ({ email: `owner-${ADDRESS}`, language: 'en' as const }),
    now: () => NOW,
  };
}

/** Returns the outcomes if the server answers this to a recipient (or message), and the recipients seen. */
async function mailThrough(t: TestContext, place: 'onRcptTo' | 'onData', code: number | null) {
  const saw: string[] = [];
  function answer(recipient: string, callback: (error?: Error | null, message?: string) => void): void {
    const text = quoting(recipient);
    if (code === null) callback(null, text);
    else callback(Object.assign(new Error(text), { responseCode: code }));
  }
  const smtp = await startSmtp(t, {
    onRcptTo: ({ address }, _session, callback) => {
      saw.push(address);
      if (place === 'onRcptTo') answer(address, callback);
      else callback();
    },
    onData: (stream, { envelope }, callback) => {
      stream.resume();
      stream.on('end', () => answer(envelope.rcptTo[0]?.address ?? '', callback));
    },
  });
  const store = await withCanary(t);
  const deps = mailing(t, store, smtp.url);
  const found = await fly(store, { confirm: createConfirmMail(deps), message: createMessageMail(deps) });
  assert.deepEqual(saw.toSorted(), [ADDRESS, `owner-${ADDRESS}`], 'the canaries flew');
  return found;
}

for (const [place, code, [confirm, message]] of [
  // The address itself is refused: skipped for the person, failed for the owner.
  ['onRcptTo', 550, ['skipped', 'failed']],
  ['onRcptTo', 451, ['retry', 'retry']],
  ['onData', 554, ['skipped', 'failed']],
  ['onData', 451, ['retry', 'retry']],
  ['onData', null, ['sent', 'sent']],
] as const) {
  test(`a mail server that says ${code ?? 250} with the address writes it to no log (catches: replies are kept as they are), ${place}`, async (t) => {
    const { told, outcomes } = await mailThrough(t, place, code);
    assert.deepEqual(outcomes.toSorted(), [`confirm ${confirm}`, `message ${message}`]);
    assert.match(told, /5\.1\.1/, 'the reply itself is kept');
    assert.doesNotMatch(told, /canary/i);
  });
}

for (const [status, type, outcome] of [
  [422, 'application/json', 'failed'],
  [503, 'text/plain', 'retry'],
  [302, 'text/plain', 'failed'],
  [200, 'text/plain', 'sent'],
] as const) {
  test(`a form service that says ${status} with the address writes it to no log (catches: as they are)`, async (t) => {
    let got = '';
    const service = createServer((request, response) => {
      request.on('data', (chunk) => (got += chunk));
      request.on('end', () => {
        const headers = { 'content-type': type, location: `https://example.org/?email=${ADDRESS}` };
        response.writeHead(status, headers).end(JSON.stringify({ error: quoting(ADDRESS) }));
      });
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    t.after(() => service.close());
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/f`;
    const forwarder = createForwarder({ url, field: 'email', extra: {} }, { allowPrivate: false });
    const store = await withCanary(t);
    const { told, outcomes } = await fly(store, { forward: createForwardJob(store.write, forwarder) });
    assert.deepEqual(outcomes, [`forward ${outcome}`]);
    assert.match(got, /canary/, 'the canary flew');
    assert.doesNotMatch(told, /canary/i);
  });
}

test('errors that quote the person, before and during the sending, leave it out of the log (catches: messages are logged)', async (t) => {
  const failing = () => Promise.reject<Delivery>(new Error(quoting(ADDRESS), { cause: new Error(ADDRESS) }));
  const beside: Handler = () => Promise.resolve(failing);
  const before: Handler = () => failing();
  for (const [handlers, expected] of [
    [{ confirm: beside, forward: beside }, /a delivery ended unexpectedly/],
    [{ confirm: before }, /a mail could not be made/],
  ] as const) {
    const { told } = await fly(await withCanary(t), handlers);
    assert.match(told, expected);
    assert.doesNotMatch(told, /canary/i);
  }
});
