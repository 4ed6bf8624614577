import assert from 'node:assert/strict';
import { readyToLaunch } from '#test/fixtures/launch.ts';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { sqliteQueries } from '#server/store/sqlite-query.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { ask, askRaw } from '#test/fixtures/requests.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import type { Answered } from '#server/web/http/request-log.ts';
import { runningVersion } from '#server/base/version.ts';
import { countSubscriptions, createMetrics, type MetricsDeps } from './prometheus.ts';
import { startMetricsServer } from './server.ts';

const GAUGES = {
  space: () => Promise.resolve({ free: 12, total: 99 }),
  copies: () => null,
  mailRoute: () => ({ is: 'files' as const }),
  now: Date.now,
  eventLoopDelay: () => 30,
  startedAt: 5_000,
};

async function metricsOf(query: MetricsDeps['query'], given: Partial<MetricsDeps> = {}) {
  const metrics = await createMetrics({ query, ...GAUGES, ...given });
  /** Returns the value of a line, e.g. `up{a="b"}`; null if there is none. */
  async function read(name: string): Promise<number | null> {
    const line = (await metrics.scrape()).split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length));
  }
  return { metrics, read };
}

function answered(route: Answered['route'], status: number | null, method = 'GET'): Answered {
  return { request: { method, url: '/soon?confirm=canary' } as IncomingMessage, route, status, ms: 40 };
}

testOnEach('the figures are those of the store at the moment of asking', async (_t, open) => {
  const store = await open();
  const { read } = await metricsOf(store.write);
  assert.equal(await read('embreve_subscribers{state="pending"}'), 0);
  await store.add(subscription('a'));
  await store.add(subscription('b'));
  await store.add(subscription('c', { suspect: 'honeypot' }));
  await store.write.updateTable('outbox').set({ state: 'failed' }).where('id', '=', 1).execute();
  assert.equal(await read('embreve_subscribers{state="pending"}'), 2);
  assert.equal(await read('embreve_subscribers{state="suspect"}'), 1);
  assert.equal(await read('embreve_outbox_rows{condition="open"}'), 1);
  assert.equal(await read('embreve_outbox_rows{condition="trouble"}'), 1);
  assert.equal(await read('embreve_store_up'), 1);
  await readyToLaunch(store, 0);
  assert.equal(await read('embreve_announcements{purpose="launch",state="draft"}'), 1);
  await store.write.updateTable('announcement').set({ state: 'paused' }).execute();
  assert.equal(await read('embreve_announcements{purpose="launch",state="draft"}'), null);
  assert.equal(await read('embreve_announcements{purpose="launch",state="paused"}'), 1);
});

testOnEach('off-site copies show how old they are, and whether they fail', async (_t, open) => {
  const failing = { since: 1, code: 'full', said: 'no space' } as const;
  const status = { to: 'there', until: 7_000, failing: null, checked: null, warnings: [] };
  const { write } = await open();
  const well = await metricsOf(write, { copies: () => status });
  assert.equal(await well.read('embreve_copy_until_timestamp_seconds'), 7);
  assert.equal(await well.read(`embreve_build_info{version="${runningVersion()}"}`), 1);
  assert.equal(await well.read('embreve_copies_failing'), 0);
  const ill = await metricsOf(write, { copies: () => ({ ...status, failing }) });
  assert.equal(await ill.read('embreve_copies_failing'), 1);
  const none = await metricsOf(write);
  assert.equal(await none.read('embreve_copy_until_timestamp_seconds'), Number.NaN);
});

test('without the store the other figures stay, and old ones are not shown as new', async () => {
  let away = false;
  const query = sqliteQueries({
    run: () => (away ? Promise.reject(new Error('planted')) : Promise.resolve({ rows: [], changes: 0 })),
    take: () => Promise.resolve(),
    release: () => {},
  });
  const { read } = await metricsOf(query);
  assert.equal(await read('embreve_subscribers{state="pending"}'), 0);
  away = true;
  assert.equal(await read('embreve_store_up'), 0);
  assert.equal(await read('embreve_subscribers{state="pending"}'), null);
  assert.equal(await read('embreve_outbox_rows{condition="open"}'), null);
  assert.equal(await read('embreve_data_free_bytes'), 12);
  assert.equal(await read('embreve_event_loop_delay_seconds'), 0.03);
  assert.equal(await read('process_start_time_seconds'), 5);
});

test('requests are counted by class of route and status, posts are timed', async (t) => {
  const { metrics, read } = await metricsOf((await openTestStore(t)).write);
  metrics.answered(answered('page', 200));
  metrics.answered(answered('page', 204));
  metrics.answered(answered('subscribe', 503, 'POST'));
  metrics.answered(answered('subscribe', null, 'POST'));
  assert.equal(await read('embreve_http_requests_total{route="page",status="2xx"}'), 2);
  assert.equal(await read('embreve_http_requests_total{route="subscribe",status="5xx"}'), 1);
  assert.equal(await read('embreve_http_requests_total{route="subscribe",status="none"}'), 1);
  assert.equal(await read('embreve_http_post_duration_seconds_bucket{le="0.01",route="subscribe"}'), 0);
  assert.equal(await read('embreve_http_post_duration_seconds_bucket{le="0.05",route="subscribe"}'), 1);
  assert.equal(await read('embreve_http_post_duration_seconds_count{route="page"}'), null);
});

test('subscriptions are counted by outcome, deliveries by kind', async (t) => {
  const { metrics, read } = await metricsOf((await openTestStore(t)).write);
  const outcomes = ['stored', 'stored', { why: 'io' }] as const;
  let next = 0;
  const store = countSubscriptions(
    {
      add: () => {
        const outcome = outcomes[next++];
        return outcome === undefined ? Promise.reject(new Error('planted')) : Promise.resolve(outcome);
      },
    },
    metrics,
  );
  assert.equal(await store.add(subscription('a')), 'stored');
  assert.equal(await store.add(subscription('b', { suspect: 'too-fast' })), 'stored');
  assert.notEqual(await store.add(subscription('c', { suspect: 'too-fast' })), 'stored');
  await assert.rejects(store.add(subscription('d')), /planted/);
  metrics.delivery('confirm', 'sent');
  assert.equal(await read('embreve_returns_mailbox_polls_total{outcome="failed"}'), null);
  metrics.mailbox(false);
  assert.equal(await read('embreve_returns_mailbox_polls_total{outcome="failed"}'), 1);
  assert.equal(await read('embreve_subscriptions_total{outcome="stored"}'), 1);
  assert.equal(await read('embreve_subscriptions_total{outcome="too-fast"}'), 1);
  assert.equal(await read('embreve_subscriptions_total{outcome="unavailable"}'), 2);
  assert.equal(await read('embreve_outbox_deliveries_total{kind="confirm",outcome="sent"}'), 1);
});

test('the figures are served on 127.0.0.1 at /metrics, and nothing else is there', async (t) => {
  const { metrics } = await metricsOf((await openTestStore(t)).write);
  const server = await startMetricsServer(metrics, 0);
  t.after(server.stop);
  const answer = await ask(server.port, '/metrics');
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.match(answer.body.toString(), /^embreve_store_up 1$/m);
  for (const path of ['/', '/metrics/', '/metrics?a', '/soon'])
    assert.equal((await ask(server.port, path)).status, 404);
  assert.equal((await ask(server.port, '/metrics', { method: 'POST', body: 'x' })).status, 404);
  await assert.rejects(startMetricsServer(metrics, server.port), { code: 'EADDRINUSE' });
});

test('the figures are given to nobody who asks for another host (catches: any host is answered)', async (t) => {
  const server = await startMetricsServer({ contentType: 'text/plain', scrape: async () => 'figures' }, 0);
  t.after(server.stop);
  const hosts = ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'];
  for (const host of [...hosts, ...hosts.map((name) => `${name}:${server.port}`)]) {
    const { status, headers, body } = await ask(server.port, '/metrics', { headers: { host } });
    assert.deepEqual([status, body.toString()], [200, 'figures'], host);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  for (const host of [
    'evil.example',
    `evil.example:${server.port}`,
    'localhost.evil.example',
    '127.0.0.1.evil',
  ]) {
    const { status, body } = await ask(server.port, '/metrics', { headers: { host } });
    assert.deepEqual([status, body.length], [421, 0], host);
  }
  const { answer } = askRaw(server.port, 'GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n');
  assert.match(await answer, /^HTTP\/1\.1 421 /);
});

test('a scrape that fails is a 500, and the server stops with a scraper still connected', async () => {
  const scrape = () => Promise.reject(new Error('planted'));
  const server = await startMetricsServer({ contentType: 'text/plain', scrape }, 0);
  assert.equal((await ask(server.port, '/metrics')).status, 500);
  const { answer } = askRaw(server.port, 'GET /metrics HTTP/1.1\r\nHost: x\r\n');
  await server.stop();
  assert.equal(await answer, '');
});
