import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readConfig } from '#server/base/config.ts';
import { startSmtp, testMail } from '#test/fixtures/smtp.ts';
import { APP, startTokenServer } from '#test/fixtures/token-server.ts';
import { createAccessToken } from './access-token.ts';
import { createMailer } from './deliver.ts';
import { tryMail } from '#server/settings/try-mail.ts';
import { tryMailbox } from './imap.ts';
import { verifySmtp } from './try-smtp.ts';

const ENVELOPE = { from: 'us@agency.example', to: 'owner@example.org' };

/** A mail server that asks for XOAUTH2, as Microsoft 365 does, and the settings for it. */
async function setUp(t: TestContext, { withdraws = '' } = {}) {
  const tokens = await startTokenServer(t);
  const signedIn: string[] = [];
  const smtp = await startSmtp(t, {
    authOptional: false,
    authMethods: ['XOAUTH2'],
    allowInsecureAuth: true,
    onAuth: ({ username = '', accessToken }, _session, done) => {
      signedIn.push(username);
      if (tokens.isValid(accessToken) && accessToken !== withdraws) done(null, { user: username });
      else
        done(null, {
          data: { status: '401', schemes: 'bearer', scope: 'mail' },
          message: '5.7.3 Authentication unsuccessful',
        });
    },
  });
  const config = readConfig({
    ...APP,
    MICROSOFT_TOKEN_URL: tokens.tokenUrl,
    SMTP_URL: smtp.url.replace('//', '//us%40agency.example@'),
    MAIL_FROM: 'Agency <us@agency.example>',
  });
  const { mailRoute } = config;
  assert.ok(mailRoute.is === 'server');
  const mailer = createMailer({ mailRoute, dataDir: '' });
  t.after(mailer.close);
  return { tokens, smtp, signedIn, mailRoute, mailer };
}

test('mails leave with a token of the app, asked for once (catches: a password; a token for each mail)', async (t) => {
  const { tokens, smtp, signedIn, mailer, mailRoute } = await setUp(t);
  const sent = await Promise.all([1, 2, 3].map((n) => mailer.send(testMail({ id: String(n) }))));
  assert.deepEqual(new Set(sent.map(({ outcome }) => outcome)), new Set(['sent']));
  assert.deepEqual([smtp.received.length, tokens.asked.length], [3, 1]);
  assert.deepEqual(new Set(signedIn), new Set(['us@agency.example']));
  assert.deepEqual(Object.fromEntries(new URLSearchParams(tokens.asked[0])), {
    grant_type: 'client_credentials',
    client_id: APP.MICROSOFT_CLIENT_ID,
    client_secret: APP.MICROSOFT_CLIENT_SECRET,
    scope: 'https://outlook.office365.com/.default',
  });
  assert.deepEqual(await verifySmtp(mailRoute, ENVELOPE), { ok: true });
});

test('a token that was withdrawn is replaced, and the mail leaves (catches: it is refused until it has ended)', async (t) => {
  const { tokens, mailer } = await setUp(t, { withdraws: 'token-1' });
  assert.equal((await mailer.send(testMail())).outcome, 'sent');
  assert.equal(tokens.asked.length, 2);
});

test('a secret that has ended is the account’s, in Microsoft’s words; a token server that is away will be back', async (t) => {
  const { tokens, mailer, mailRoute } = await setUp(t);
  tokens.expire();
  const delivery = await mailer.send(testMail());
  assert.ok(delivery.outcome === 'retry' && delivery.at === 'login', JSON.stringify(delivery));
  assert.match(
    delivery.reply,
    /AADSTS7000222: The provided client secret keys for app 'app-1' are expired\.?\)?$/,
  );
  const verified = await verifySmtp(mailRoute, ENVELOPE);
  assert.match(verified.ok ? '' : verified.reason, /AADSTS7000222/);
  const mailbox = await tryMailbox({ ...mailRoute, url: 'imap://us@127.0.0.1:1' });
  const tried = await tryMail(mailRoute, ENVELOPE);
  for (const found of [mailbox, tried]) {
    assert.equal(found?.code, 'not-taken');
    assert.match(found.reason, /AADSTS7000222/);
    assert.match(found.said ?? '', /^AADSTS7000222/);
  }
  const oauth = { tokenUrl: 'http://127.0.0.1:1/token', clientId: 'a', clientSecret: 'b' };
  const away = createMailer({ mailRoute: { ...mailRoute, oauth }, dataDir: '' });
  t.after(away.close);
  const later = await away.send(testMail());
  assert.ok(later.outcome === 'retry' && later.at === 'connection', JSON.stringify(later));
});

test('a token is asked for again shortly before it ends, and once at a time (catches: after; for each)', async (t) => {
  const { tokenUrl, asked } = await startTokenServer(t);
  const client = { tokenUrl, clientId: APP.MICROSOFT_CLIENT_ID, clientSecret: APP.MICROSOFT_CLIENT_SECRET };
  const clock = { time: 0 };
  const token = createAccessToken(client, () => clock.time);
  assert.deepEqual(await Promise.all([token(), token()]), ['token-1', 'token-1']);
  clock.time = 54 * 60_000;
  assert.equal(await token(), 'token-1');
  clock.time = 56 * 60_000;
  assert.equal(await token(), 'token-2');
  assert.equal(await token(true), 'token-3');
  assert.equal(asked.length, 3);
});
