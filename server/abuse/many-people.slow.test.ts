import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HOUR } from '#contract/time.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask, postForm, postJson } from '#test/fixtures/requests.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { createGuard } from './guard.ts';
import { createPostLimit } from './post-limit.ts';
import { createRateLimit } from './rate.ts';

const START = Math.floor(1_795_000_000_000 / HOUR) * HOUR;
const SITE = 'https://example.com';
const BROWSER = { origin: SITE, 'sec-fetch-site': 'same-origin' };

/** The real guard and store behind one server; every client is 127.0.0.1. */
async function start(t: TestContext, trustedProxies = 0) {
  const clock = { time: START };
  const now = () => clock.time;
  const secrets = createSecrets(['key-key-key-key-key-key-key-key-key']);
  const rate = await createRateLimit({ pool: null, secrets, now, onError: assert.ifError });
  const guard = createGuard({ secrets, now });
  const postLimit = createPostLimit(rate, trustedProxies);
  const store = await openTestStore(t, { now });
  const { port } = await startApp(t, { store, postLimit, guard, siteUrl: SITE, now });

  /** Counts the stored rows by suspicion, and those that will get a mail. */
  async function kept() {
    const rows = await store.write
      .selectFrom('subscription')
      .leftJoin('outbox', (mail) =>
        mail.onRef('subject_id', '=', 'subscription.id').on('kind', '=', 'confirm'),
      )
      .select(['suspect', 'outbox.id as mail'])
      .execute();
    const suspects = rows.filter(({ suspect }) => suspect !== null);
    return { people: rows.length - suspects.length, mails: rows.filter(({ mail }) => mail).length, suspects };
  }
  return { clock, port, kept };
}

test('two hundred people behind one address pass within ten minutes, each with a mail (catches: the form token counts by network)', async (t) => {
  const { clock, port, kept } = await start(t);
  for (let i = 0; i < 200; i++) {
    const page = await ask(port, '/api/form-token');
    const { token } = JSON.parse(page.body.toString()) as { token: string };
    clock.time += 3_000;
    const answer = await postJson(port, { email: `p${i}@example.com`, token, topic: '' }, BROWSER);
    assert.equal(answer.status, 202);
  }
  assert.deepEqual(await kept(), { people: 200, mails: 200, suspects: [] });
});

for (const [browser, headers] of [
  ['a browser of today', BROWSER],
  ['an older one', { origin: SITE }],
] as const) {
  test(`so do two hundred without script, with ${browser} (catches: the 31st is held)`, async (t) => {
    const { clock, port, kept } = await start(t);
    for (let i = 0; i < 200; i++) {
      clock.time += 3_000;
      const answer = await postForm(port, `email=p${i}%40example.com&topic=`, headers);
      assert.equal(answer.headers.location, '/soon?state=subscribed&lang=en');
    }
    assert.deepEqual(await kept(), { people: 200, mails: 200, suspects: [] });
  });
}

test('a flood of plain forms is held from the 31st on and refused from the 301st (catches: no limit)', async (t) => {
  const { port, kept } = await start(t);
  const places = new Set<string | undefined>();
  for (let i = 0; i < 310; i++) {
    const answer = await postForm(port, `email=p${i}%40example.com`);
    if (i < 300) places.add(answer.headers.location);
    else assert.equal(answer.headers.location, '/soon?state=failed&lang=en');
  }
  assert.deepEqual([...places], ['/soon?state=subscribed&lang=en'], 'nobody is told what is held');
  const { people, mails, suspects } = await kept();
  assert.deepEqual([people, mails, suspects.length], [30, 30, 270]);
  assert.ok(suspects.every(({ suspect }) => suspect === 'burst'));
});

for (const trustedProxies of [0, 1]) {
  test(`forged headers give nobody another address, behind ${trustedProxies} proxies (catches: the first entry is believed)`, async (t) => {
    const { port } = await start(t, trustedProxies);
    const statuses: number[] = [];
    for (let i = 0; i < 303; i++) {
      const forged = `198.51.100.${i % 250}`;
      const headers = {
        'x-forwarded-for': trustedProxies === 0 ? forged : `${forged}, 203.0.113.7`,
        forwarded: `for=${forged}`,
        'x-real-ip': forged,
      };
      statuses.push((await postJson(port, { email: `p${i}@example.com` }, headers)).status);
    }
    assert.deepEqual(new Set(statuses.slice(0, 300)), new Set([202]));
    assert.deepEqual(statuses.slice(300), [429, 429, 429]);
    if (trustedProxies === 0) return;
    const other = await postJson(port, { email: 'a@b.co' }, { 'x-forwarded-for': '203.0.113.8' });
    assert.equal(other.status, 202, 'whom the proxy names counts');
  });
}
