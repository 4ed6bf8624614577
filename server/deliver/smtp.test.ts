import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createMailer } from './deliver.ts';
import type { Mailer } from './mailer.ts';
import { createSmtp, SMTP_CONNECTIONS, SMTP_LIMITS, type SmtpLimits } from './smtp.ts';
import { verifySmtp } from './try-smtp.ts';
import { startFullListener, startListener, startSmtp, testMail, type Fault } from '#test/fixtures/smtp.ts';

/** Only what ends the mail of a test is short: a busy machine takes its time for the rest. */
const within = (limits: Partial<SmtpLimits>): SmtpLimits => ({ ...SMTP_LIMITS, ...limits });

const to = 'jo@example.org';
const ENVELOPE = { from: 'hello@example.com', to };

function open(t: TestContext, url: string, limits: SmtpLimits = SMTP_LIMITS, connections?: number): Mailer {
  const smtp = createSmtp({ url }, limits, connections);
  t.after(() => smtp.close());
  return smtp;
}

test('an accepted mail is sent, with the reply of the server and without the address', async (t) => {
  const server = await startSmtp(t);
  const delivery = await open(t, server.url).send(testMail());
  assert.equal(delivery.outcome, 'sent');
  assert.match(delivery.reply, /^250 /);
  assert.deepEqual(
    server.received.map(({ from, to: recipients }) => ({ from, recipients })),
    [{ from: 'hello@example.com', recipients: [to] }],
  );
});

const verdicts: [Fault, 'retry' | 'failed'][] = [
  [421, 'retry'],
  [450, 'retry'],
  [451, 'retry'],
  [550, 'failed'],
  [552, 'failed'],
];

for (const [code, outcome] of verdicts) {
  const fault = outcome === 'retry' ? 'given up' : 'tried for days';
  test(`${code} for the recipient: ${outcome}, and the next mail is sent (catches: ${code === 421 ? 'what never began is unknown' : fault})`, async (t) => {
    const server = await startSmtp(t);
    const smtp = open(t, server.url);
    server.atRecipient.set(to, code);
    const delivery = await smtp.send(testMail());
    assert.equal(delivery.outcome, outcome, delivery.reply);
    assert.match(delivery.reply, new RegExp(`^${code} `));
    assert.equal((await smtp.send(testMail({ to: 'next@example.org' }))).outcome, 'sent');
  });

  test(`${code} for the message: ${outcome} (catches: ${fault})`, async (t) => {
    const server = await startSmtp(t);
    server.afterMessage.set(to, code);
    const delivery = await open(t, server.url).send(testMail());
    assert.equal(delivery.outcome, outcome, delivery.reply);
    assert.equal(server.received.length, 0);
  });
}

test('a refused sender is our setting: retry (catches: given up, as if it were the recipient)', async (t) => {
  const onMailFrom = (_address: unknown, _session: unknown, callback: (error: Error) => void) =>
    callback(Object.assign(new Error('sender unknown'), { responseCode: 550 }));
  const server = await startSmtp(t, { onMailFrom });
  const delivery = await open(t, server.url).send(testMail());
  assert.deepEqual(delivery, { outcome: 'retry', reply: '550 sender unknown', at: 'sender' });
});

test('a refused password (535) is our setting: retry, and the reply holds no password (catches: the operator is not told)', async (t) => {
  const server = await startSmtp(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(null, { responseCode: 535, message: 'wrong' }),
  });
  const url = server.url.replace('//', '//user:s3cr%25et@');
  const delivery = await open(t, url).send(testMail());
  assert.ok(delivery.outcome === 'retry' && delivery.at === 'login');
  assert.match(delivery.reply, /535/);
  const verified = await verifySmtp({ url }, ENVELOPE, SMTP_LIMITS);
  assert.match(verified.ok ? '' : verified.reason, /refuses user or password/);
  assert.doesNotMatch(JSON.stringify([delivery, verified]), /s3cr/);
});

test('a refused connection: retry (catches: what never began is unknown)', async (t) => {
  const delivery = await open(t, 'smtp://127.0.0.1:1').send(testMail());
  const reply = 'the mail server refuses the connection (connect ECONNREFUSED 127.0.0.1:1)';
  assert.deepEqual(delivery, { outcome: 'retry', reply, at: 'connection' });
});

const FIGURES: [limit: keyof SmtpLimits, ms: number, fault: string][] = [
  ['connect', 10_000, 'a server that is away holds its mails for a minute'],
  ['greeting', 10_000, 'a server that hangs holds its mails for a minute'],
  ['command', 60_000, 'a slow server is given up after ten seconds'],
  ['reply', 600_000, 'a slow acceptance is taken for doubt after a minute'],
];
for (const [limit, ms, fault] of FIGURES) {
  test(`the limit in use for ${limit} is ${ms / 1000} s (catches: ${fault})`, () => {
    assert.equal(SMTP_LIMITS[limit], ms);
  });
}

test(
  'a server that accepts no connection: retry within the limit for that (catches: the limit for the greeting is added)',
  { skip: process.platform !== 'linux' && 'another system does not let connections wait' },
  async (t) => {
    const url = await startFullListener(t);
    const limits = within({ connect: 300 });
    const reason = 'the mail server does not answer in time (no connection within 0.3 s)';
    const delivery = await open(t, url, limits).send(testMail());
    assert.deepEqual(delivery, { outcome: 'retry', reply: reason, at: 'connection' });
    assert.deepEqual(await verifySmtp({ url }, ENVELOPE, limits), { ok: false, reason });
  },
);

test('a mail server whose name is not known: retry, and the operator is informed (catches: the system says only ENOTFOUND)', async (t) => {
  // An invalid name, so no name server is queried.
  const delivery = await open(t, 'smtp://mail..example').send(testMail());
  assert.equal(delivery.outcome, 'retry');
  assert.match(delivery.reply, /^the name of the mail server cannot be resolved \(getaddrinfo /);
});

test('a server that is full at the greeting (554): retry (catches: what never began is unknown)', async (t) => {
  const url = await startListener(t, (socket) => socket.end('554 no service here\r\n'));
  assert.equal((await open(t, url).send(testMail())).outcome, 'retry');
});

test('a server that hangs before its greeting: retry within the limits (catches: what never began is unknown)', async (t) => {
  const url = await startListener(t, () => {});
  const delivery = await open(t, url, within({ connect: 300, greeting: 300 })).send(testMail());
  assert.equal(delivery.outcome, 'retry');
  assert.match(delivery.reply, /does not answer in time/);
});

test('a server that hangs after EHLO: retry long before the time-out for messages (catches: what never began is unknown)', async (t) => {
  const url = await startListener(t, (socket) => socket.write('220 here\r\n'));
  const limits = within({ connect: 500, greeting: 400, command: 100 });
  const delivery = await open(t, url, limits).send(testMail());
  const reply = 'reaching the mail server took longer than 1 s';
  assert.deepEqual(delivery, { outcome: 'retry', reply, at: 'connection' });
});

test('a server that hangs at the recipient: retry long before the time-out for messages (catches: what never began is unknown)', async (t) => {
  const server = await startSmtp(t);
  server.atRecipient.set(to, 'hang');
  const delivery = await open(t, server.url, within({ command: 1_000 })).send(testMail());
  const reply = 'accepting the recipient took longer than 1 s';
  assert.deepEqual(delivery, { outcome: 'retry', reply });
});

test('a connection cut before the message: retry, nothing was received (catches: what never began is unknown)', async (t) => {
  const server = await startSmtp(t);
  server.atRecipient.set(to, 'cut');
  assert.equal((await open(t, server.url).send(testMail())).outcome, 'retry');
  assert.equal(server.received.length, 0);
});

test('a connection cut at DATA, before the server was ready for the message: retry (catches: what never began is unknown)', async (t) => {
  const url = await startListener(t, (socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (said: Buffer) =>
      said.includes('DATA') ? socket.destroy() : socket.write('250 ok\r\n'),
    );
  });
  assert.equal((await open(t, url).send(testMail())).outcome, 'retry');
});

test('a connection cut after the message and before its 250: unknown, received once (catches: it is tried again)', async (t) => {
  const server = await startSmtp(t);
  server.afterMessage.set(to, 'cut');
  const smtp = open(t, server.url);
  assert.equal((await smtp.send(testMail())).outcome, 'unknown');
  assert.equal((await smtp.send(testMail({ to: 'next@example.org' }))).outcome, 'sent');
  assert.deepEqual(
    server.received.map((mail) => mail.to),
    [[to], ['next@example.org']],
  );
});

test('a connection cut at its second message is as unknown as at its first (catches: it is tried again)', async (t) => {
  const server = await startSmtp(t);
  const smtp = open(t, server.url);
  await smtp.send(testMail({ to: 'first@example.org' }));
  server.afterMessage.set(to, 'cut');
  assert.equal((await smtp.send(testMail())).outcome, 'unknown');
  assert.equal(server.received.length, 2);
});

test('no answer after the last dot: unknown (catches: it is tried again)', async (t) => {
  const server = await startSmtp(t);
  server.afterMessage.set(to, 'hang');
  assert.equal((await open(t, server.url, within({ reply: 300 })).send(testMail())).outcome, 'unknown');
});

test('a slow answer after the last dot raises no doubt: the limit for commands does not hold there (catches: it does)', async (t) => {
  const server = await startSmtp(t, {
    onData: (stream, _session, callback) => {
      stream.on('end', () => setTimeout(callback, 1_100)).resume();
    },
  });
  const delivery = await open(t, server.url, within({ command: 1_000 })).send(testMail());
  assert.equal(delivery.outcome, 'sent');
});

test('an answer that trickles without end: unknown within the limit for the message (catches: it is tried again)', async (t) => {
  const url = await startListener(t, (socket) => {
    socket.write('220 here\r\n');
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      const said = chunk.toString();
      heard += said;
      if (heard.includes('DATA\r\n') && !said.startsWith('DATA')) {
        if (!heard.endsWith('\r\n.\r\n')) return;
        const trickle = setInterval(() => socket.write('250-wait\r\n'), 20);
        socket.once('close', () => clearInterval(trickle));
      } else socket.write(said.startsWith('DATA') ? '354 go\r\n' : '250 ok\r\n');
    });
  });
  const delivery = await open(t, url, within({ message: 200 })).send(testMail());
  assert.deepEqual(delivery, { outcome: 'unknown', reply: 'accepting the message took longer than 0.2 s' });
});

test('a server without encryption gets nothing when encryption is required (catches: it is never required)', async (t) => {
  const server = await startSmtp(t, { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
  const url = `${server.url}?requireTLS=true`;
  const delivery = await open(t, url).send(testMail());
  assert.equal(delivery.outcome, 'retry');
  const verified = await verifySmtp({ url }, ENVELOPE, SMTP_LIMITS);
  assert.match(verified.ok ? '' : verified.reason, /no encrypted connection/);
  assert.equal(server.received.length, 0);
  assert.equal((await open(t, server.url).send(testMail())).outcome, 'sent');
});

test('a server that can encrypt is spoken to in TLS when that is required (catches: it is never required)', async (t) => {
  let secure = false;
  const server = await startSmtp(t, {
    onMailFrom: (_address, session, callback) => {
      ({ secure } = session);
      callback();
    },
  });
  const smtp = open(t, `${server.url}?requireTLS=true`);
  assert.equal((await smtp.send(testMail())).outcome, 'sent');
  assert.equal(secure, true);
});

test('smtps:// is encrypted from the first byte (catches: in the clear at first)', async (t) => {
  const server = await startSmtp(t, { secure: true });
  assert.equal((await open(t, server.url.replace('smtp:', 'smtps:')).send(testMail())).outcome, 'sent');
});

for (const most of [SMTP_CONNECTIONS, 2])
  test(`40 mails at once share ${most} connections, each mail is received once, however long it waited (catches: a connection for each; its time runs while it waits)`, async (t) => {
    let connections = 0;
    const server = await startSmtp(t, {
      onConnect: (_session, callback) => {
        connections += 1;
        callback();
      },
    });
    const smtp = open(t, server.url, SMTP_LIMITS, most);
    const mails = Array.from({ length: 40 }, (_, n) => testMail({ id: String(n), to: `n${n}@example.org` }));
    const outcomes = await Promise.all(mails.map(async (mail) => (await smtp.send(mail)).outcome));
    assert.ok(outcomes.every((outcome) => outcome === 'sent'));
    assert.equal(connections, most);
    assert.equal(new Set(server.received.map((mail) => mail.to[0])).size, 40);
    assert.equal(server.received.length, 40);
  });

test('closing lets the mail under way be accepted (catches: it is cut off)', async (t) => {
  let accept = () => {};
  const reached = Promise.withResolvers<void>();
  const server = await startSmtp(t, {
    onData: (stream, _session, callback) => {
      stream.resume();
      accept = callback;
      stream.on('end', () => reached.resolve());
    },
  });
  const smtp = open(t, server.url, within({ close: 60_000 }));
  const sending = smtp.send(testMail());
  await reached.promise;
  const closing = smtp.close();
  accept();
  assert.equal((await sending).outcome, 'sent');
  await closing;
  assert.equal((await smtp.send(testMail())).outcome, 'retry');
});

test('closing cuts off a server that hangs: unknown after the dot, retry before (catches: it is tried again)', async (t) => {
  for (const [fault, outcome] of [
    ['afterMessage', 'unknown'],
    ['atRecipient', 'retry'],
  ] as const) {
    const server = await startSmtp(t);
    server[fault].set(to, 'hang');
    const smtp = createSmtp({ url: server.url }, within({ close: 200 }));
    const sending = smtp.send(testMail());
    await server.hanging();
    await smtp.close();
    assert.equal((await sending).outcome, outcome);
  }
});

test('text that is not one address never reaches a server (catches: any text is taken)', async (t) => {
  const server = await startSmtp(t);
  const smtp = createMailer({ mailRoute: { is: 'server', url: server.url }, dataDir: '' });
  t.after(smtp.close);
  for (const recipient of [
    'a@example.org, b@example.org',
    'a@example.org\r\nRCPT TO:<b@example.org>',
    'x',
    '',
  ]) {
    assert.equal((await smtp.send(testMail({ to: recipient }))).outcome, 'failed');
  }
  assert.equal(server.received.length, 0);
});
