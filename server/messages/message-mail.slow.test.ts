import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { HOUR } from '#contract/time.ts';
import { createPace } from '#server/abuse/pace.ts';
import { readConfig } from '#server/base/config.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { createLog } from '#server/base/log.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import { loadBuild } from '#server/base/build.ts';
import { standingOf } from '#test/fixtures/outbox.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { createHourlyLimit, type MailWait } from '#server/outbox/send-rate.ts';
import { createWorker } from '#server/outbox/worker.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { createMessageStore, identifyMessage } from './message.ts';
import { createMessageMail } from './message-mail.ts';

const NOON = Date.UTC(2026, 4, 1, 12);

/** The owner's worker on a real store; its mails are files in the store's folder. */
function setUp(t: TestContext, store: TestStore, env: Record<string, string> = {}) {
  const clock = { time: NOON };
  const now = () => clock.time;
  const fixture = writeFixtureBuild();
  t.after(fixture.remove);
  const config = readConfig({
    DATA_DIR: store.dataDir,
    MAILS: 'files',
    OWNER_EMAIL: 'owner@example.com',
    ...env,
  });
  const mailer = createMailer(config);
  t.after(() => mailer.close());
  const build = loadBuild(fixture.dist);
  const messageMail = createMessageMail({
    ...config,
    ownerReader: () => readOwnerReader(store.write, config),
    query: store.write,
    mailer,
    site: () => build,
  });
  const worker = createWorker({
    queue: createQueue(store, KINDS, now, () => 0.5),
    handlers: () => ({ message: messageMail }),
    atOnce: 10,
    mayLeave: createHourlyLimit(store.write, KINDS, now),
    log: createLog(
      (line) => assert.fail(line),
      () => new Date(0),
    ),
  });
  const messages = createMessageStore(store, now);
  function write(key: string, { name = 'Anna', email = 'anna@example.com', mailWait = 0 as MailWait } = {}) {
    const contact = { ...contactOf({ name, email, message: `Words of ${key}`, language: 'pt' }), key };
    const message = identifyMessage(contact, null, NOON);
    return messages.add({ ...message, mailWait });
  }
  return { clock, worker, write };
}

function mailsOf({ dataDir }: TestStore): string[] {
  const folder = join(dataDir, 'outbox');
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

async function ends({ write }: TestStore): Promise<Record<string, number>> {
  const rows = await write.selectFrom('outbox').select(['state', 'held_at']).execute();
  const counted: Record<string, number> = {};
  for (const row of rows) counted[standingOf(row)] = (counted[standingOf(row)] ?? 0) + 1;
  return counted;
}

testOnEach(
  'the owner gets a message from our own address and answers its writer; a name adds no header',
  async (t, open) => {
    const store = await open();
    const { worker, write } = setUp(t, store, { MAIL_FROM: 'Embreve <hello@example.org>' });
    await write('aaaa-bbbb-1', { name: 'Anna\r\nBcc: other@example.com' });
    await worker.runOnce();
    const [mail = '', ...more] = mailsOf(store);
    assert.deepEqual(more, []);
    const head = mail.slice(0, mail.indexOf('\n\n'));
    assert.match(head, /^From: Embreve <hello@example\.org>$/m);
    assert.match(head, /^To: owner@example\.com$/m);
    assert.match(head, /^Reply-To: Anna Bcc: other@example\.com <anna@example\.com>$/m);
    assert.match(head, /^Auto-Submitted: auto-generated$/m);
    assert.doesNotMatch(head, /^Bcc:|^List-/m);
    assert.match(mail, /Words of aaaa-bbbb-1/);
    assert.match(mail, /1 May 2026 at 12:00 UTC/);
  },
);

testOnEach(
  'without OWNER_EMAIL the owners’ own addresses are used (catches: nobody; who never signed in)',
  async (_, open) => {
    const { write } = await open();
    const none = { ownerEmail: null, ownerLanguage: 'en' } as const;
    assert.equal(await readOwnerReader(write, none), null);
    for (const [name, signed_in_at] of [
      ['rui', null],
      ['ana', 1],
    ] as const)
      await write
        .insertInto('owner')
        .values({ name, email: `${name}@example.com`, language: 'pt', created_at: 0, signed_in_at })
        .execute();
    assert.deepEqual(await readOwnerReader(write, none), { email: 'ana@example.com', language: 'pt' });
  },
);

testOnEach('without OWNER_EMAIL the mail is held, and a message that is gone is skipped', async (t, open) => {
  const store = await open();
  const { worker, write } = setUp(t, store, { OWNER_EMAIL: '' });
  await write('aaaa-bbbb-1');
  await worker.runOnce();
  assert.deepEqual(await ends(store), { held: 1 });
  const { worker: withOwner, write: again } = setUp(t, store);
  await again('aaaa-bbbb-2');
  await store.write.deleteFrom('message').execute();
  await withOwner.runOnce();
  assert.deepEqual(await ends(store), { held: 1, skipped: 1 });
});

testOnEach(
  'after a flood from one network a customer’s message arrives at once, and the flood by itself (catches: all is held)',
  async (t, open) => {
    const store = await open();
    const { clock, worker, write } = setUp(t, store);
    const pace = createPace(
      () => clock.time,
      (text) => text,
    );
    const waitOf = (network: string) => {
      const wait = pace.waitFor(network, null);
      return wait === 'never' ? assert.fail() : wait;
    };
    for (let n = 0; n < 60; n++) await write(`robot-number-${n}`, { mailWait: waitOf('203.0.113.7') });
    await worker.runOnce();
    assert.deepEqual(await ends(store), { sent: 30, queued: 30 });
    await write('customer-1', { mailWait: waitOf('198.51.100.1') });
    await worker.runOnce();
    assert.ok(mailsOf(store).some((mail) => mail.includes('Words of customer-1')));
    clock.time += HOUR;
    await worker.runOnce();
    assert.deepEqual(await ends(store), { sent: 61 });
  },
);

testOnEach(
  'of a flood from everywhere sixty messages an hour are mailed, the others the next hour (catches: they are held; what could not leave counts)',
  async (t, open) => {
    const store = await open();
    const { clock, worker, write } = setUp(t, store);
    const away = { kind: 'message', state: 'retry', started_at: NOON - 1, created_at: NOON } as const;
    const tried = Array.from({ length: 60 }, () => ({ ...away, due_at: NOON + 9 * HOUR }));
    await store.write.insertInto('outbox').values(tried).execute();
    for (let n = 0; n < 65; n++) await write(`person-number-${n}`, { mailWait: 'first' });
    await worker.runOnce();
    assert.deepEqual(await ends(store), { retry: 60, sent: 60, queued: 5 });
    clock.time += HOUR;
    await worker.runOnce();
    assert.deepEqual(await ends(store), { retry: 60, sent: 65 });
  },
);
