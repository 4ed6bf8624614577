import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { HOUR, MINUTE } from '#contract/time.ts';
import { createGuard } from '#server/abuse/guard.ts';
import { createPostLimit } from '#server/abuse/post-limit.ts';
import { createRateLimit } from '#server/abuse/rate.ts';
import { type OpenStore, testOnEach } from '#test/fixtures/each-database.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask, postJson } from '#test/fixtures/requests.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { startMailing } from '#test/fixtures/mailing.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const SITE = 'https://example.com';

/** The real guard, store, worker and mail server, with a fake clock; a post names its network. */
async function start(t: TestContext, open: OpenStore) {
  const clock = { time: NOW };
  const now = () => clock.time;
  const store = await open({ now });
  const mailing = await startMailing(t, store, now);
  const { smtp, worker, secrets } = mailing;
  const rate = await createRateLimit({ pool: null, secrets, now, onError: assert.ifError });
  const guard = createGuard({ secrets, now });
  const postLimit = createPostLimit(rate, 1);
  const { port } = await startApp(t, { store, postLimit, guard, siteUrl: SITE, now });

  async function tokens(count: number): Promise<string[]> {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(port, '/api/form-token')));
    clock.time += 3_000;
    return answers.map(({ body }) => (JSON.parse(body.toString()) as { token: string }).token);
  }

  async function post(email: string, network: string, token?: string): Promise<void> {
    const own = token ?? (await tokens(1))[0];
    const headers = { origin: SITE, 'x-forwarded-for': network };
    assert.equal((await postJson(port, { email, token: own, topic: '' }, headers)).status, 202);
  }

  /** Posts each of `count` tokens three times within seconds from one network, each with another address. */
  async function attack(network: string, count = 100): Promise<void> {
    const all = await tokens(count);
    for (let use = 0; use < 3; use++)
      await Promise.all(all.map((token, n) => post(`${network}-${use}-${n}@gmail.com`, network, token)));
  }

  /** Advances the clock and runs the worker each minute. Returns the recipients of mails. */
  async function pass(minutes: number): Promise<string[]> {
    const before = smtp.received.length;
    for (let minute = 0; minute < minutes; minute++) {
      await worker.runOnce();
      clock.time += MINUTE;
    }
    return smtp.received.slice(before).map(({ to }) => to[0] ?? '');
  }

  return { ...mailing, clock, store, port, post, attack, pass };
}

async function statesOf({ write }: TestStore): Promise<string[]> {
  const rows = await write.selectFrom('outbox').select('state').where('kind', '=', 'confirm').execute();
  return rows.map(({ state }) => state);
}

testOnEach(
  'one network that posts 300 addresses delays no mail of anybody else, and its own go slowly (catches: all are held, for good)',
  async (t, open) => {
    const { alarms, store, post, attack, pass } = await start(t, open);
    await attack('203.0.113.7');
    const atOnce = await pass(1);
    assert.equal(atOnce.length, 30);
    for (let look = 0; look < 5; look++) await alarms.runOnce();
    for (let n = 0; n < 60; n++) {
      const email = `real${n}@gmail.com`;
      await post(email, `198.51.100.${n}`);
      assert.ok((await pass(1)).includes(email), `${email} has its mail within a minute`);
    }
    const told = await store.write
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'alarm')
      .execute();
    assert.equal(told.length, 1, 'the owner is told once');
    // One a minute, and all in the end, without the owner's help.
    for (let hour = 0; hour < 2; hour++) assert.equal((await pass(60)).length, 60);
    await pass(120);
    assert.deepEqual(new Set(await statesOf(store)), new Set(['sent']));
  },
);

testOnEach(
  'twenty such networks leave room for anyone after them (catches: who came first is sent first)',
  async (t, open) => {
    const { post, attack, pass } = await start(t, open);
    // 30 per network go at once: enough to make some wait, and 600 are queued before anyone later.
    for (let n = 0; n < 20; n++) await attack(`203.0.113.${n}`, 20);
    assert.ok((await pass(10)).length <= 200);
    for (let n = 0; n < 20; n++) {
      const email = `real${n}@gmail.com`;
      await post(email, `198.51.100.${n}`);
      assert.ok((await pass(1)).includes(email), `${email} has its mail within a minute`);
    }
  },
);

testOnEach('fifty people of one office all get theirs within half an hour', async (t, open) => {
  const { post, pass } = await start(t, open);
  for (let n = 0; n < 50; n++) await post(`p${n}@gmail.com`, '203.0.113.7');
  assert.equal(new Set(await pass(30)).size, 50);
});

testOnEach(
  'a queued person who signs up again from elsewhere is sent the mail (catches: what waits counts as today’s)',
  async (t, open) => {
    const { clock, post, attack, pass } = await start(t, open);
    await attack('203.0.113.7');
    await pass(1);
    const victim = '203.0.113.7-2-99@gmail.com';
    for (const hours of [2, 21]) {
      await post(victim, '198.51.100.1');
      const sent = await pass(1);
      assert.equal(sent.includes(victim), hours === 2, 'once a day');
      clock.time += hours * HOUR;
    }
  },
);

testOnEach(
  'of a flood from everywhere 300 mails an hour go out, the rest by itself later, the owner told (S15)',
  async (t, open) => {
    const { alarms, clock, post, pass, store } = await start(t, open);
    for (let n = 0; n < 320; n++) await post(`p${n}@gmail.com`, `10.0.${n >> 8}.${n & 255}`);
    const begun = clock.time;
    assert.equal((await pass(1)).length, 300);
    clock.time = begun;
    await alarms.runOnce();
    const told = await store.write
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'alarm')
      .execute();
    assert.match(told[0]?.payload ?? '', /"mail":"alarm-burst"/);
    assert.equal((await pass(59)).length, 0);
    clock.time = begun + HOUR;
    assert.equal((await pass(1)).length, 20);
    assert.deepEqual(new Set(await statesOf(store)), new Set(['sent']));
  },
);
