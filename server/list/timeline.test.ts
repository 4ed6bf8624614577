import assert from 'node:assert/strict';
import type { Purpose } from '#contract/owner/launch.ts';
import type { TimelineEvent } from '#contract/owner/people.ts';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { changeLanguage } from './change-language.ts';
import { addPerson } from './add.ts';
import { askAgain } from './ask-again.ts';
import { timelineOf } from './timeline.ts';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { test } from 'node:test';

const SHOWN = { version: 'v1', language: 'en', text: 'Words.' } as const;

const inShort = (timeline: readonly TimelineEvent[]) =>
  timeline.map(({ at, ...event }) =>
    [at, ...Object.values(event).filter((value) => value !== null)].join(' '),
  );

async function announced(store: TestStore, purpose: Purpose, id: number, at: number): Promise<void> {
  const { id: announcement } = await store.write
    .insertInto('announcement')
    .values({
      purpose,
      state: 'done',
      words: '{}',
      undo_ms: 0,
      wave: 0,
      max_per_minute: 1,
      pace: 1,
      enqueue_cursor: 0,
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store.write
    .insertInto('announcement_recipient')
    .values({
      announcement_id: announcement,
      subscription_id: id,
      state: 'sent',
      due_at: at,
      finished_at: at,
      language: 'en',
      added_at: at,
    })
    .execute();
}

testOnEach(
  'the timeline of a person has all that happened, the newest first, and nothing of others',
  async (_t, open) => {
    let now = 1_000;
    const store = await open({ now: () => now, consentTexts: [SHOWN] });
    const verbs = verbsOf(store, () => now);
    const source = {
      ...subscription('').source,
      utmSource: 'Instagram',
      utmCampaign: '<b>x</b>',
      path: '/services',
    };
    await store.add(subscription('eva', { interest: 'ads' }));
    await store.add(subscription('ana', { source, interest: 'seo' }));
    const { id } = await rowOf(store, 'ana');
    await store.write
      .updateTable('outbox')
      .set({ state: 'sent', finished_at: 2_000, reply: '250 ok' })
      .where('subject_id', '=', id)
      .execute();
    now = 3_000;
    await verbs.confirm(id);
    await announced(store, 'launch', id, 4_000);
    await store.write
      .insertInto('message')
      .values({
        key: 'k',
        body_hash: 'h',
        name: 'Ana',
        company: '',
        email: 'ANA@example.com',
        phone: '',
        website: null,
        message: 'Hi',
        language: 'en',
        created_at: 5_000,
      })
      .execute();
    const person = await timelineOf(store.read, id);
    assert.ok(person);
    assert.deepEqual(inShort(person.timeline), [
      '5000 message',
      '4000 told launch  sent',
      '3000 confirmed',
      '2000 mail confirm sent 250 ok',
      '1000 book seo',
      '1000 agreed Words. v1 1000',
      '1000 signup en',
      ' visit /services instagram',
    ]);
    assert.deepEqual(person.details, [
      { name: 'utm_source', value: 'Instagram' },
      { name: 'utm_campaign', value: '<b>x</b>' },
      { name: 'path', value: '/services' },
    ]);
    assert.deepEqual(person.purposes, [
      { book: null, told: 4_000 },
      { book: 'seo', told: null },
    ]);
    assert.deepEqual([person.kind, person.messages, person.source], ['confirmed', 1, 'instagram']);
    await announced(store, 'book:seo', id, 5_500);
    await store.write
      .updateTable('announcement_recipient')
      .set({ state: 'queued' })
      .where('due_at', '=', 5_500)
      .execute();
    assert.equal(await changeLanguage(store.write, id, 'pt'), true);
    const { language, timeline } = (await timelineOf(store.read, id)) ?? assert.fail();
    assert.deepEqual([language, inShort(timeline).at(-2)], ['pt', '1000 signup en'], 'the past stays');
    const kept = (await verbs.dataOf(id)) ?? assert.fail();
    assert.equal((await verbs.find(id))?.consent_text, 'Words.');
    assert.deepEqual(
      kept.consent.map(({ text }) => text),
      ['Words.', 'Words.'],
    );
    const mails = await store.read
      .selectFrom('announcement_recipient')
      .select('language')
      .orderBy('due_at')
      .execute();
    assert.deepEqual(
      mails.map((mail) => mail.language),
      ['en', 'pt'],
      'only what has not gone yet',
    );
    now = 6_000;
    await verbs.leave(id);
    const last = (await timelineOf(store.read, id))?.timeline.slice(0, 2) ?? [];
    assert.deepEqual(
      last.map(({ what }) => what),
      ['told', 'left'],
      'what was to be told is not',
    );
    assert.equal(await changeLanguage(store.write, id, 'en'), false, 'who has left gets no mail');
    assert.equal(await timelineOf(store.read, id + 100), null);
  },
);

testOnEach(
  'a person added by hand is asked once, and is told apart; an unsubscribed or erased person is not added (catches: an owner brings them back)',
  async (_t, open) => {
    const now = 1_000;
    const store = await open({ now: () => now });
    const verbs = verbsOf(store, () => now);
    const add = (name: string) => {
      const { address, key } = subscription(name);
      return addPerson(store.write, { address, key, language: 'pt' }, now);
    };
    const added = await add('ana');
    assert.ok(added.outcome === 'added');
    const person = await timelineOf(store.read, added.id);
    assert.deepEqual([person?.kind, person?.language], ['pending', 'pt']);
    assert.deepEqual(inShort(person?.timeline ?? []), ['1000 mail confirm queued', '1000 added']);
    assert.deepEqual(await add('ana'), { outcome: 'known' });
    await verbs.confirm(added.id);
    await verbs.leave(added.id);
    assert.deepEqual(await add('ana'), { outcome: 'left' });
    await verbs.erase(added.id);
    assert.deepEqual(await add('ana'), { outcome: 'erased' });
  },
);

testOnEach(
  'the confirmation goes again once a day and three times a month, and to those alone who wait for it (catches: as often as pressed)',
  async (_t, open) => {
    let now = 100 * DAY;
    const store = await open({ now: () => now });
    await store.add(subscription('ana'));
    await store.add(subscription('bot', { suspect: 'honeypot' }));
    const { id } = await rowOf(store, 'ana');
    const again = () => askAgain(store.write, id, now);
    const leaves = () =>
      store.write
        .updateTable('outbox')
        .set({ state: 'sent', started_at: now, finished_at: now })
        .where('state', '=', 'queued')
        .execute();
    assert.equal(await again(), 'on-its-way');
    await leaves();
    assert.equal(await again(), 'too-often');
    for (const expected of ['sent', 'sent', 'too-often']) {
      now += DAY + 1;
      assert.equal(await again(), expected);
      await leaves();
    }
    now += 31 * DAY;
    assert.equal(await again(), 'sent');
    await verbsOf(store, () => now).confirm(id);
    assert.equal(await again(), 'not-waiting');
    assert.equal(await askAgain(store.write, (await rowOf(store, 'bot')).id, now), 'not-waiting');
    assert.equal(await askAgain(store.write, 10_000, now), 'not-waiting');
  },
);

test('a timeline is read by indexes alone (catches: a walk through everybody’s mails)', async () => {
  const { db, query, plans } = openExplained();
  db.exec(
    "INSERT INTO subscription (key, address, language, state, created_at) VALUES ('a@b.c', 'a@b.c', 'en', 'pending', 0)",
  );
  assert.ok(await timelineOf(query, 1));
  const walks = plans.filter(({ plan }) => /SCAN (?!announcement\b|a\b)/.test(plan));
  assert.deepEqual(walks, []);
});
