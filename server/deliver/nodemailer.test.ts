import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flood, startListener, testMail } from '#test/fixtures/smtp.ts';
import { createSmtp, SMTP_LIMITS } from './smtp.ts';

test('a server that talks without end is cut off, long before its time is over (catches: each line is read)', async (t) => {
  const patient = { ...SMTP_LIMITS, connect: 60_000, greeting: 60_000, close: 0 };
  for (const [greeting, endless] of [
    ['220 here\r\n', '\r\n'],
    ['220 here\r\n', '334 \r\n'],
    ['', '220-'],
  ] as const) {
    const closed = Promise.withResolvers<void>();
    const url = await startListener(t, (socket) => {
      socket.once('close', () => closed.resolve());
      socket.write(greeting);
      flood(socket, endless);
    });
    const smtp = createSmtp({ url }, patient);
    t.after(smtp.close);
    assert.equal((await smtp.send(testMail())).outcome, 'retry', endless);
    await closed.promise;
  }
});
