import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { ADDRESS, makeCertificate, NO_ADDRESS } from '#test/fixtures/certificate.ts';
import { startListener, startSmtp } from '#test/fixtures/smtp.ts';
import { SMTP_LIMITS as limits } from '#server/deliver/smtp.ts';
import { tryMail } from './try-mail.ts';

const ENVELOPE = { from: 'us@example.com', to: 'owner@example.org' };

/** What is said of a mail server, and that it got no mail. `login`: in the address. */
async function triedAt(t: TestContext, options: SMTPServerOptions, login = '') {
  const server = await startSmtp(t, options);
  const tried = await tryMail({ url: server.url.replace('//', `//${login}`) }, ENVELOPE, {
    places: [],
    limits,
  });
  assert.deepEqual(server.received, []);
  return tried && [tried.code, tried.said];
}

const refusing =
  (responseCode: number, words: string) => (_: unknown, __: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(words), { responseCode }));

test('an account is tried as far as a mail that is taken back (catches: it ends with the sign-in; no RSET; the mail is sent; the connection is cut)', async (t) => {
  const { url, received } = await startSmtp(t);
  const heard: string[] = [];
  const left = Promise.withResolvers<unknown>();
  const listening = await startListener(t, (socket) => {
    socket.on('data', (said) => heard.push(String(said)));
    socket.on('close', left.resolve);
    socket.pipe(connect(portIn(url), '127.0.0.1')).pipe(socket);
  });
  assert.equal(await tryMail({ url: listening }, ENVELOPE, { places: [], limits }), null);
  await left.promise;
  assert.deepEqual(heard.slice(-4), [
    'MAIL FROM:<us@example.com>\r\n',
    'RCPT TO:<owner@example.org>\r\n',
    'RSET\r\n',
    'QUIT\r\n',
  ]);
  assert.deepEqual(received, []);
});

test('a sender that the account may not use is reported, in the server’s words (catches: saved)', async (t) => {
  const words = '5.7.60 SMTP; Client does not have permissions to send as this sender';
  assert.deepEqual(await triedAt(t, { onMailFrom: refusing(550, words) }), ['sender', `550 ${words}`]);
  assert.deepEqual(await triedAt(t, { onRcptTo: refusing(550, words) }), ['sender', `550 ${words}`]);
});

test('a limit that is used up, or an owner’s mailbox that refuses, is not the account’s fault (catches: it cannot be saved)', async (t) => {
  assert.equal(
    await triedAt(t, { onMailFrom: refusing(550, '5.4.5 Daily user sending limit exceeded') }),
    null,
  );
  assert.equal(await triedAt(t, { onRcptTo: refusing(550, '5.1.1 No such user here') }), null);
  assert.equal(await triedAt(t, { onRcptTo: refusing(451, '4.7.1 Greylisted, try again later') }), null);
});

test('a server that wants a password, another one or none is told apart (catches: one sentence for all; the words of a library as the server’s)', async (t) => {
  const asking = { authOptional: false, allowInsecureAuth: true };
  const denying: SMTPServerOptions = {
    ...asking,
    onAuth: (_auth, _session, done) => done(null, { responseCode: 535, message: '5.7.8 BadCredentials' }),
  };
  assert.deepEqual(await triedAt(t, asking), ['wants-login', '530 Error: authentication Required']);
  assert.deepEqual(await triedAt(t, asking, 'us@'), ['wants-login', undefined]);
  assert.deepEqual(await triedAt(t, denying, 'us:wrong@'), ['not-taken', '535 5.7.8 BadCredentials']);
  const open = { disabledCommands: ['AUTH'], hideSTARTTLS: true };
  assert.deepEqual(await triedAt(t, open, 'us:secret@'), ['no-login', undefined]);
});

const portIn = (url: string) => Number(new URL(url).port);

test('the other encryption or another port that answers is offered (catches: "No answer" alone; a port that is closed)', async (t) => {
  const tls = await startSmtp(t, { secure: true });
  const plain = await startSmtp(t);
  const places = [
    { port: 1, secure: true },
    { port: portIn(plain.url), secure: false },
  ];
  /** Only the first try is short: without TLS, a server that waits for it says nothing. */
  const impatient = () => {
    let reads = 0;
    return {
      ...limits,
      get greeting() {
        return reads++ < 2 ? 100 : limits.greeting;
      },
    };
  };
  const offerFor = async (url: string) =>
    (await tryMail({ url }, ENVELOPE, { places, limits: impatient() }))?.offer;
  assert.equal(await offerFor('smtp://127.0.0.1:1'), `smtp:${portIn(plain.url)}`);
  assert.equal(await offerFor(plain.url.replace('smtp:', 'smtps:')), `smtp:${portIn(plain.url)}`);
  assert.equal(await offerFor(`smtp://127.0.0.1:${portIn(tls.url)}`), `smtps:${portIn(tls.url)}`);
});

test('no password is said where it is not the place that was asked for (catches: another port learns it; a mail is announced there)', async (t) => {
  const heard: string[] = [];
  const other = await startListener(t, (socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (said) => {
      heard.push(String(said));
      socket.write('250-here\r\n250 AUTH PLAIN LOGIN\r\n');
    });
  });
  const places = [{ port: portIn(other), secure: false }];
  const tried = await tryMail({ url: 'smtp://us:secret@127.0.0.1:1' }, ENVELOPE, { places, limits });
  assert.equal(tried?.offer, `smtp:${portIn(other)}`);
  assert.match(heard.join(''), /^EHLO \S+\r\n(?:QUIT\r\n)?$/);
});

test(
  'the name in the certificate is offered where the server is there, too (catches: "does not encrypt"; a name where nobody is)',
  { skip: NO_ADDRESS },
  async (t) => {
    const triedWith = async ({ key, cert, trust }: ReturnType<typeof makeCertificate>) => {
      const server = await startSmtp(t, { key, cert }, null, '0.0.0.0');
      const url = `smtp://${ADDRESS}:${portIn(server.url)}`;
      const tried = async () => {
        const found = await tryMail({ url }, ENVELOPE, { places: [], limits });
        return [found?.code, found?.offer, found?.said];
      };
      assert.deepEqual(await tried(), ['certificate', undefined, undefined]);
      trust();
      return tried();
    };
    assert.deepEqual(await triedWith(makeCertificate(t)), ['other-name', 'localhost', undefined]);
    const nowhere = makeCertificate(t, 'nowhere.invalid');
    assert.deepEqual(await triedWith(nowhere), ['other-name', undefined, undefined]);
  },
);
