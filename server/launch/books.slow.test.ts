import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY } from '#contract/time.ts';
import type { Mail } from '#server/deliver/message.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import { forgetEnded } from '#server/outbox/subject-mails.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { readFixtureBuild } from '#test/fixtures/app.ts';
import { BOOKS } from '#test/fixtures/books.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  LAUNCH_WORDS,
  launchOf,
  order,
  readyToLaunch,
  startSender,
  untilLaunchIs,
  open,
} from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { countAudience, countRecipients } from './recipients.ts';

const PATIENCE = 5_000;
const secrets = createSecrets(['k'.repeat(32)]);

/** person0 (English) and person1 (Portuguese) want this book, person2 has it, person3 wants another. */
async function readyForBook(store: TestStore): Promise<number[]> {
  await readyToLaunch(store, 5);
  const { write } = store;
  const people = await write.selectFrom('subscription').select('id').orderBy('id').execute();
  const ids = people.map(({ id }) => id);
  const asked = ids.slice(0, 4).map((id, n) => ({
    subscription_id: id,
    product: n === 3 ? ('ads' as const) : ('seo' as const),
    at: Date.UTC(2026, 2, 4),
  }));
  await write.insertInto('interest').values(asked).execute();
  await write
    .insertInto('outbox')
    .values(bookMailOf(ids[2] ?? 0))
    .execute();
  await writeWords(write, 'book:seo', LAUNCH_WORDS, { by: 'a test', now: Date.now() });
  return ids;
}

function bookMailOf(subject: number) {
  const sentAt = Date.now() - 50 * DAY;
  const times = { due_at: sentAt, created_at: sentAt, started_at: sentAt, finished_at: sentAt };
  return { kind: 'book' as const, subject_id: subject, payload: 'seo', state: 'sent' as const, ...times };
}

/** Mails go into an array. */
async function startBookSender(t: TestContext, store: TestStore, books = BOOKS) {
  const build = readFixtureBuild(t, books);
  const sent: Mail[] = [];
  const send = (mail: Mail) => {
    sent.push(mail);
    return Promise.resolve({ outcome: 'sent', reply: 'ok' } as const);
  };
  const { sender } = await startSender(t, store, { mailer: { send }, site: () => build });
  return { sent, sender };
}

function valueOf(mail: Mail | undefined, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(mail?.text ?? '')?.[1] ?? '';
}

testOnEach(
  'a book goes to those who asked for it, in their language; a person who has it gets no second mail (catches: the page, and to all)',
  async (t, openStore) => {
    const store = await openStore();
    const [ana = 0, rui = 0] = await readyForBook(store);
    await forgetEnded(store.write, KINDS, Date.now());
    assert.equal(await countAudience(store.write, { purpose: 'book:seo', words: LAUNCH_WORDS }), 2);
    const { sent, sender } = await startBookSender(t, store);
    await open(store.write, 'book:seo', order());
    await untilLaunchIs(store, 'done', 'book:seo');
    await sender.stop(PATIENCE);
    assert.deepEqual(sent.map(({ to }) => to.address).toSorted(), [
      'person0@example.org',
      'person1@example.org',
    ]);
    for (const [id, language, name, title] of [
      [ana, 'en', 'English', /in en$/],
      [rui, 'pt', 'Portuguese', /in pt$/],
    ] as const) {
      const mail = sent.find(({ subject }) => title.test(subject));
      assert.deepEqual([valueOf(mail, 'language'), valueOf(mail, 'kind')], [name, 'PDF']);
      assert.match(valueOf(mail, 'date'), /4.*2026/);
      const link = new URL(valueOf(mail, 'bookUrl'));
      assert.equal(link.searchParams.get('lang'), language);
      const token = link.searchParams.get('book-seo') ?? '';
      const read = readLinkToken(secrets, 'book-seo', token, Date.now());
      assert.ok(read.ok && read.subscription === id && read.key === mail?.to.address);
    }
  },
);

testOnEach(
  'a person who asks at the site for a book that is being announced has one mail (catches: both)',
  async (t, openStore) => {
    const store = await openStore();
    const [ana = 0] = await readyForBook(store);
    await open(store.write, 'book:seo', order({ undoMs: DAY }));
    const { sent, sender } = await startBookSender(t, store);
    const { id } = await launchOf(store, 'book:seo');
    while ((await countRecipients(store.write, id)).waiting < 2) await wait(20);
    await store.write.insertInto('outbox').values(bookMailOf(ana)).execute();
    await store.write.updateTable('announcement').set({ undo_until: Date.now() }).execute();
    await untilLaunchIs(store, 'done', 'book:seo');
    await sender.stop(PATIENCE);
    assert.deepEqual(
      sent.map(({ to }) => to.address),
      ['person1@example.org'],
    );
    const { sent: told, skipped } = await countRecipients(store.write, id);
    assert.deepEqual([told, skipped], [1, 1]);
  },
);

testOnEach(
  'a book that this server does not hand out is announced to nobody (catches: each mail fails)',
  async (t, openStore) => {
    const store = await openStore();
    await readyForBook(store);
    await open(store.write, 'book:seo', order());
    const { sent, sender } = await startBookSender(t, store, BOOKS.slice(1));
    await untilLaunchIs(store, 'paused', 'book:seo');
    await sender.stop(PATIENCE);
    assert.equal((await launchOf(store, 'book:seo')).reason?.why, 'book');
    assert.deepEqual(sent, []);
  },
);
