import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { createSmtp } from './smtp.ts';
import { startSmtp, testMail } from '#test/fixtures/smtp.ts';

test('mails go on once nodemailer can be loaded again, and the server can stop meanwhile (catches: the failed pool is kept; close rejects)', async (t) => {
  const server = await startSmtp(t);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'nodemailer') throw new Error('npm ci is at work');
      return next(specifier, context);
    },
  });
  const smtp = createSmtp({ url: server.url });
  t.after(() => smtp.close());
  const stopping = createSmtp({ url: server.url });
  const [waiting, delivery] = [stopping.send(testMail()), await smtp.send(testMail())];
  await stopping.close();
  hooks.deregister();
  assert.equal((await waiting).outcome, 'retry');
  assert.equal(delivery.outcome, 'retry');
  assert.equal((await smtp.send(testMail())).outcome, 'sent');
});
