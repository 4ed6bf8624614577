import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTACT_FIELDS, forEachField, parseContact, type ContactField } from '#contract/contact.ts';
import { newestMessages } from '#server/messages/find.ts';
import { createMessageStore, identifyMessage } from '#server/messages/message.ts';
import { createMessageMail } from '#server/messages/message-mail.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import { loadBuild } from '#server/base/build.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import { messagesExport } from './exports.ts';

/** All different, so that each can be found. */
const WRITTEN: Record<ContactField, string> = {
  ...forEachField((field) => `Words of ${field}`),
  email: 'anna@example.com',
  phone: '+351 912 345 678',
  website: 'https://vale.example/',
};

testOnEach(
  'every field of the contact form is stored, mailed, listed, exported and shown to its writer',
  async (t, open) => {
    const store = await open({ now: () => NOW });
    const fixture = writeFixtureBuild();
    t.after(fixture.remove);
    const config = await settingsOf(store, { OWNER_EMAIL: 'owner@example.com' });
    const mailer = createMailer(config);
    t.after(() => mailer.close());
    const parsed = parseContact(WRITTEN, ['website']);
    assert.ok(parsed.ok);
    const messages = createMessageStore(store, () => NOW);
    assert.equal(await messages.add(identifyMessage(parsed.value, null, NOW)), 'stored');
    await store.add(subscription('anna'));

    const row = await store.write.selectFrom('message').selectAll().executeTakeFirstOrThrow();
    const build = loadBuild(fixture.dist);
    const mail = createMessageMail({
      ...config,
      ownerReader: () => readOwnerReader(store.write, config),
      query: store.write,
      mailer,
      site: () => build,
    });
    const job = { id: 1, kind: 'message' as const, attempt: 1, unknownAttempts: 0, lease: '', payload: null };
    const send = await mail({ ...job, subjectId: row.id, createdAt: NOW });
    assert.ok(typeof send === 'function');
    await send();
    const folder = join(store.dataDir, 'outbox');
    const file = readdirSync(folder).find((name) => name.endsWith('.txt')) ?? assert.fail();
    const verbs = verbsOf(store, () => NOW);
    const owner = (await verbs.findByKey(WRITTEN.email)) ?? assert.fail();
    const table = join(store.dataDir, 'messages.csv');
    await perform(messagesExport, ['--output', table], config);
    const places = {
      store: JSON.stringify(row),
      mail: readFileSync(join(folder, file), 'utf8'),
      list: JSON.stringify(await newestMessages(store.write, 'all', { limit: 1, before: 1_000 })),
      export: readFileSync(table, 'utf8'),
      person: JSON.stringify((await verbs.dataOf(owner.id))?.messages),
    };
    for (const [place, text] of Object.entries(places)) {
      for (const field of CONTACT_FIELDS)
        assert.ok(text.includes(WRITTEN[field]), `${field}: ${place} ${text}`);
    }
  },
);
