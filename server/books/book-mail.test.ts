import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { BuiltBook } from '#contract/books.ts';
import { BOOK_IDS } from '#test/fixtures/books.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import type { Mail } from '#server/deliver/message.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { clock, START, workerOf } from '#test/fixtures/outbox.ts';
import { loadBuild } from '#server/base/build.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { createBookMail } from './book-mail.ts';
import { BOOKS } from '#test/fixtures/books.ts';

const secrets = createSecrets(['k'.repeat(32)]);

/** Book mails on a real store; delivered mails go into an array. */
function startMailing(t: TestContext, store: TestStore, now: () => number, books: BuiltBook[] = BOOKS) {
  const { dist, remove } = writeFixtureBuild(books);
  t.after(remove);
  const build = loadBuild(dist);
  const sent: Mail[] = [];
  const ends: Delivery[] = [];
  const book = createBookMail({
    query: store.write,
    mailer: {
      send: async (mail) => {
        sent.push(mail);
        return ends.shift() ?? { outcome: 'sent', reply: 'ok' };
      },
      close: async () => {},
    },
    site: () => build,
    secrets,
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    now,
  });
  return { sent, ends, worker: workerOf(store, now, { book }).worker };
}

async function outcomes({ write }: TestStore): Promise<string[]> {
  const rows = await write
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'book')
    .orderBy('id')
    .execute();
  return rows.map(({ state, reply }) => `${state}: ${reply}`);
}

testOnEach(
  'the mail has the link, its end and the language of the file, in the person’s language (catches: the visitor’s, or the file’s)',
  async (t, open) => {
    const time = clock();
    const store = await open({ now: time.now, books: BOOK_IDS });
    const { sent, ends, worker } = startMailing(t, store, time.now);
    await store.add(subscription('ana', { language: 'pt', interest: 'seo' }));
    await store.add(subscription('ana', { language: 'pt', interest: 'ads' }));
    const { id } = await rowOf(store, 'ana');
    await verbsOf(store, time.now, BOOK_IDS).confirm(id);
    // The mail server is down at first: the same mail is resent; its link expires when the first one did.
    ends.push({ outcome: 'retry', reply: 'away' }, { outcome: 'retry', reply: 'away' });
    await worker.runOnce();
    time.time += HOUR;
    await worker.runOnce();
    assert.equal(sent.length, 4);
    const [ads, seo] = [
      sent.filter(({ text }) => /^book: Ads/m.test(text)),
      sent.filter(({ text }) => /^book: SEO/m.test(text)),
    ];
    for (const mails of [ads, seo]) {
      assert.equal(mails.length, 2);
      assert.deepEqual(mails[0], mails[1]);
    }
    const valueOf = (mail: Mail | undefined, name: string) =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(mail?.text ?? '')?.[1] ?? '';
    const facts = (mail: Mail | undefined) =>
      ['book', 'language', 'kind', 'until'].map((name) => valueOf(mail, name));
    const end = new Intl.DateTimeFormat('pt-PT', { dateStyle: 'long', timeZone: 'UTC' }).format(
      START + 7 * DAY,
    );
    for (const mail of [seo[0], ads[0]]) assert.match(mail?.subject ?? '', /in pt$/);
    assert.deepEqual(facts(seo[0]), ['SEO: Ser encontrado', 'Portuguese', 'PDF', end]);
    assert.deepEqual(facts(ads[0]), ['Ads: Be seen', 'English', 'EPUB', end]);
    assert.deepEqual(seo[0]?.envelope, { from: 'hello@example.com', to: ['ana@example.com'] });
    assert.equal(seo[0]?.headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');

    const link = new URL(valueOf(seo[0], 'bookUrl'));
    assert.equal(link.searchParams.get('lang'), 'pt');
    const token = link.searchParams.get('book-seo') ?? '';
    const read = readLinkToken(secrets, 'book-seo', token, START + 7 * DAY - 1);
    assert.ok(read.ok && read.subscription === id && read.key === 'ana@example.com');
    assert.deepEqual(readLinkToken(secrets, 'book-seo', token, START + 7 * DAY), {
      ok: false,
      code: 'expired',
    });
    assert.ok(valueOf(seo[0], 'unsubscribeUrl').includes('/soon?unsubscribe='));
  },
);

testOnEach(
  'a person who unsubscribes before the mail goes out gets none, nor does anybody a book taken back (catches: what was queued is sent)',
  async (t, open) => {
    const time = clock();
    const store = await open({ now: time.now, books: BOOK_IDS });
    const { sent, worker } = startMailing(t, store, time.now, BOOKS.slice(0, 1));
    const verbs = verbsOf(store, time.now, BOOK_IDS);
    for (const [name, interest] of [
      ['ana', 'seo'],
      ['eva', 'ads'],
    ] as const) {
      await store.add(subscription(name, { interest }));
      await verbs.confirm((await rowOf(store, name)).id);
    }
    await verbs.leave((await rowOf(store, 'ana')).id);
    await worker.runOnce();
    assert.deepEqual(sent, []);
    const takenBack = 'skipped: The book is handed out no more.';
    assert.deepEqual(await outcomes(store), ['skipped: The person has left.', takenBack]);
    // As if the owner resends what failed before.
    await store.write.updateTable('outbox').set({ state: 'queued' }).execute();
    await worker.runOnce();
    assert.deepEqual(sent, []);
    assert.deepEqual(await outcomes(store), ['skipped: The address has left the list.', takenBack]);
  },
);

testOnEach(
  'a book that could not leave for longer than its link lasts has one that works (catches: it counts from the wish)',
  async (t, open) => {
    const time = clock();
    const store = await open({ now: time.now, books: BOOK_IDS });
    const { sent, worker } = startMailing(t, store, time.now);
    await store.add(subscription('ana', { interest: 'seo' }));
    await verbsOf(store, time.now, BOOK_IDS).confirm((await rowOf(store, 'ana')).id);
    time.time += 8 * DAY;
    await worker.runOnce();
    const token = /book-seo=([\w-]+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
    assert.equal(readLinkToken(secrets, 'book-seo', token, time.time + 6 * DAY).ok, true);
  },
);
