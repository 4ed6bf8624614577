import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeServerLink } from '#server/owners/links.ts';
import { addOwner } from '#server/owners/owners.ts';
import { withStore } from '#server/store/existing.ts';
import { startCollector, until } from '#test/fixtures/collector.ts';
import { callerOf, codeOf, cookieIn, jsonOf, signedIn } from '#test/fixtures/owner.ts';
import { type SmtpFixture, startSmtp } from '#test/fixtures/smtp.ts';

/** Returns the token of the link in mail number `place`, once it has arrived. */
async function mailed(smtp: SmtpFixture, place: number): Promise<{ to: string[]; token: string }> {
  while (smtp.received[place] === undefined) await new Promise((resolve) => setImmediate(resolve));
  const { to, raw } = smtp.received[place] ?? assert.fail();
  const text = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return { to, token: /\/dashboard\/sign-in#([\w-]{43})/.exec(text)?.[1] ?? assert.fail(text) };
}

/** Asserts that the answer takes the same time, whatever was found. */
async function timed<T>(answer: Promise<T>): Promise<T> {
  const before = performance.now();
  const answered = await answer;
  assert.ok(performance.now() - before >= 240);
  return answered;
}

test('a mailed link lets in the browser that asked, once; nobody learns who is an owner (S9, S11)', async (t) => {
  const smtp = await startSmtp(t);
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'us@example.com', OWNER_EMAIL: 'Ana@example.com' };
  const { port, dataDir, log } = await startCollector(t, env);
  const store = { dataDir, databaseUrl: null };
  const id = await withStore(store, 'write', ({ write }) =>
    addOwner(write, { name: 'Ana', email: 'ana@example.com', language: 'en', now: Date.now() }),
  );
  const stranger = callerOf(port, 0, 'x=y');
  assert.equal(jsonOf<{ mail: boolean }>(await stranger.get('/session')).mail, true);

  const asked = await Promise.all([
    timed(stranger.post('/session/mail')),
    timed(stranger.post('/session/mail', { email: 'ANA@example.com' })),
    timed(stranger.post('/session/mail', { email: 'eve@example.com' })),
    timed(stranger.post('/session/mail', { email: 'nonsense' })),
  ]);
  const [known, , unknown] = asked;
  for (const { status, body } of asked) assert.deepEqual([status, body.toString()], [200, '{"ok":true}']);
  assert.equal(known?.headers['set-cookie']?.[0]?.length, unknown?.headers['set-cookie']?.[0]?.length);

  const first = await mailed(smtp, 0);
  const second = await mailed(smtp, 1);
  assert.deepEqual([first.to, second.to], [['ana@example.com'], ['ana@example.com']]);
  const cookies = asked.slice(0, 2).map(cookieIn);
  const elsewhere = await stranger.post('/session/link', { token: first.token });
  assert.match(elsewhere.body.toString(), /"code":"other-browser"/);
  const tries = await Promise.all(
    cookies.map((cookie) => callerOf(port, id, cookie).post('/session/link', { token: first.token })),
  );
  const [entered, ...others] = tries.filter(({ status }) => status === 200);
  assert.equal(others.length, 0);
  const owner = callerOf(port, id, cookieIn(entered ?? assert.fail('nobody came in')));
  // A mailbox is not a passkey: actions that need a fresh proof are refused.
  assert.equal(codeOf(await owner.post('/owners', { name: 'Rui', language: 'pt' })), 'needs-passkey');
  assert.ok(!log.some((line) => line.includes(first.token) || line.includes('example.com')), log.join(''));
});

const MAIL = { MAIL_FROM: 'us@example.com', TRUSTED_PROXIES: '1' };
const from = (network: string) => ({ 'x-forwarded-for': network });

/** The cookies of a browser in which the owner has signed in, after the session has ended. */
async function knownBrowser(port: number, token: string): Promise<string> {
  const came = await callerOf(port, 0, 'x=y').post('/session/link', { token });
  const known = came.headers['set-cookie']?.[1] ?? assert.fail('no second cookie');
  assert.match(
    known,
    /^owner-known=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  );
  return known.split(';', 1)[0] ?? '';
}

test('a client that asks from many networks uses up no room of a browser that has signed in, and fills no mailbox (catches: nobody else gets a link; as many mails as networks)', async (t) => {
  const smtp = await startSmtp(t);
  const now = Date.now();
  const { port, dataDir } = await startCollector(t, { ...MAIL, SMTP_URL: smtp.url }, () => now);
  const browsers = await withStore({ dataDir, databaseUrl: null }, 'write', async ({ write }) => {
    const tokens: string[] = [];
    for (const name of ['ana', 'rui']) {
      const owner = await addOwner(write, { name, email: `${name}@example.com`, language: 'pt', now });
      tokens.push((await makeServerLink(write, { owner, now })).token);
    }
    return Promise.all(tokens.map((token) => knownBrowser(port, token)));
  });
  const [ofAna = '', ofRui = ''] = browsers;
  const ask = async (network: string, name: string, cookie = 'x=y') => {
    const email = `${name}@example.com`;
    return (await callerOf(port, 0, cookie).post('/session/mail', { email }, from(network))).status;
  };
  // One network has a share of the limit of an address, an owner's or not.
  for (const name of ['ana', 'nobody'])
    for (const expected of [200, 200, 200, 429]) assert.equal(await ask('203.0.113.1', name), expected, name);
  // The limit of all strangers together.
  for (const name of ['ana', 'nobody']) {
    const all = await Promise.all([2, 3, 4, 5, 6].map((place) => ask(`203.0.113.${place}`, name)));
    assert.deepEqual(all.toSorted(), [200, 200, 200, 429, 429], name);
  }
  // Neither a made-up browser nor another owner's is one of hers.
  const [id = ''] = ofAna.split('.');
  const madeUp = [`${id}.${'x'.repeat(43)}`, id, 'owner-known=.'];
  for (const cookie of [...madeUp, ofRui]) assert.equal(await ask('203.0.113.7', 'ana', cookie), 429, cookie);
  for (const expected of [200, 200, 200, 429])
    assert.equal(await ask('203.0.113.1', 'ana', ofAna), expected, 'from the network that asked most');
  await until(() => smtp.received[8]);
  assert.deepEqual(
    smtp.received.map(({ to: [to] }) => to),
    Array(9).fill('ana@example.com'),
  );
});

test('where strangers ask for links to many owners, the hour has room for a browser that has signed in (catches: its link leaves an hour later)', async (t) => {
  const smtp = await startSmtp(t);
  const now = Date.now();
  const { port, dataDir } = await startCollector(t, { ...MAIL, SMTP_URL: smtp.url }, () => now);
  const owners = Array.from({ length: 8 }, (_, place) => `owner-${place}@example.com`);
  const token = await withStore({ dataDir, databaseUrl: null }, 'write', async ({ write }) => {
    for (const email of owners) await addOwner(write, { name: email, email, language: 'pt', now });
    const ana = await addOwner(write, { name: 'Ana', email: 'ana@example.com', language: 'pt', now });
    return (await makeServerLink(write, { owner: ana, now })).token;
  });
  const known = await knownBrowser(port, token);
  const asked = owners.flatMap((email, owner) =>
    Array.from({ length: 6 }, (_, place) =>
      callerOf(port, 0, 'x=y').post('/session/mail', { email }, from(`198.51.100.${owner * 6 + place}`)),
    ),
  );
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  // Two thirds of the 60 per hour.
  await until(() => smtp.received[39]);
  await callerOf(port, 0, known).post('/session/mail', { email: 'ana@example.com' }, from('198.51.100.0'));
  await until(() => smtp.received.find(({ to }) => to[0] === 'ana@example.com'));
  assert.ok(smtp.received.length < asked.length);
});

test('of one network ten links are mailed in a quarter of an hour (S10)', async (t) => {
  const smtp = await startSmtp(t);
  const { port } = await startCollector(t, { SMTP_URL: smtp.url, MAIL_FROM: 'us@example.com' });
  const stranger = callerOf(port, 0, 'x=y');
  const asked = Array.from({ length: 11 }, (_, place) =>
    stranger.post('/session/mail', { email: `eve-${place}@example.com` }),
  );
  const answers = await Promise.all(asked);
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 1);
});

test('an invited owner signs in by mail; a removed one is out at once', async (t) => {
  const smtp = await startSmtp(t);
  const { port, dataDir } = await startCollector(t, { SMTP_URL: smtp.url, MAIL_FROM: 'us@example.com' });
  const ana = await withStore({ dataDir, databaseUrl: null }, 'write', ({ write }) => signedIn(port, write));
  const rui = { name: 'Rui', email: 'Rui@example.com', language: 'pt' };
  const invited = jsonOf<{ id: number; mailed: boolean; link: null }>(await ana.post('/owners', rui));
  assert.deepEqual([invited.mailed, invited.link], [true, null]);
  assert.match((await ana.post('/owners', rui)).body.toString(), /"field":"email","code":"taken"/);
  assert.equal(
    codeOf(await ana.post(`/owners/${ana.id}/remove`)),
    'conflict',
    'the only one who can come in',
  );
  const { to, token } = await mailed(smtp, 0);
  assert.deepEqual(to, ['rui@example.com']);
  const came = await callerOf(port, 0, 'x=y').post('/session/link', { token });
  const session = callerOf(port, invited.id, cookieIn(came));
  assert.equal((await session.get('/owners')).status, 200);
  assert.equal(codeOf(await ana.post(`/owners/${invited.id}/invite`)), 'conflict', 'Rui signs in alone');
  assert.equal((await ana.post(`/owners/${invited.id}/remove`)).status, 200);
  assert.equal(codeOf(await session.get('/owners')), 'signed-out');
  const { rows } = jsonOf<{ rows: { action: string; owner: string }[] }>(await ana.get('/audit-log'));
  assert.deepEqual(
    rows.map(({ action, owner }) => `${owner} ${action}`),
    ['Ana Sousa owner-removed', 'Rui signed-in', 'Ana Sousa owner-invited'],
  );
});
