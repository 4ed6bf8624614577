import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOwner } from '#server/owners/owners.ts';
import { withStore } from '#server/store/existing.ts';
import { startCollector } from '#test/fixtures/collector.ts';
import { callerOf, codeOf, cookieIn, jsonOf, signedIn } from '#test/fixtures/owner.ts';
import { type SmtpFixture, startSmtp } from '#test/fixtures/smtp.ts';

/** The token of the link in the mail number `place`, once it is there. */
async function mailed(smtp: SmtpFixture, place: number): Promise<{ to: string[]; token: string }> {
  while (smtp.received[place] === undefined) await new Promise((resolve) => setImmediate(resolve));
  const { to, raw } = smtp.received[place] ?? assert.fail();
  const text = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return { to, token: /\/dashboard\/sign-in#([\w-]{43})/.exec(text)?.[1] ?? assert.fail(text) };
}

/** Whatever is found, it takes as long. */
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
  // A mailbox is no passkey: what needs a fresh proof is not done.
  assert.equal(codeOf(await owner.post('/owners', { name: 'Rui', language: 'pt' })), 'needs-passkey');
  assert.ok(!log.some((line) => line.includes(first.token) || line.includes('example.com')), log.join(''));
});

test('an owner gets three links in a quarter of an hour, however many are asked for (fault: a mailbox full of them)', async (t) => {
  const smtp = await startSmtp(t);
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'us@example.com', RATE_LIMIT: 'off' };
  const { port, dataDir, collector } = await startCollector(t, env);
  await withStore({ dataDir, databaseUrl: null }, 'write', ({ write }) =>
    addOwner(write, { name: 'Ana', email: 'ana@example.com', language: 'pt', now: Date.now() }),
  );
  const stranger = callerOf(port, 0, 'x=y');
  for (let n = 0; n < 5; n++) {
    const answer = await stranger.post('/session/mail', { email: 'ana@example.com' });
    assert.equal(answer.status, 200);
  }
  await collector.work();
  assert.equal(smtp.received.length, 3);
});

test('of one network ten links are mailed in a quarter of an hour (S10)', async (t) => {
  const smtp = await startSmtp(t);
  const { port } = await startCollector(t, { SMTP_URL: smtp.url, MAIL_FROM: 'us@example.com' });
  const stranger = callerOf(port, 0, 'x=y');
  const asked = Array.from({ length: 11 }, () =>
    stranger.post('/session/mail', { email: 'eve@example.com' }),
  );
  const answers = await Promise.all(asked);
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 1);
});

test('an invited owner comes in by mail; who is removed is out at once', async (t) => {
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
  const { rows } = jsonOf<{ rows: { what: string; owner: string }[] }>(await ana.get('/deeds'));
  assert.deepEqual(
    rows.map(({ what, owner }) => `${owner} ${what}`),
    ['Ana Sousa owner-removed', 'Rui signed-in', 'Ana Sousa owner-invited'],
  );
});
