import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type AnnouncementWords, NO_WORDS } from '#contract/announcement.ts';
import { inEach } from '#contract/language.ts';
import { NEWS } from '#contract/newsletter.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import { leave } from '#server/list/leave.ts';
import { deletePeople } from '#server/list/retain.ts';
import { addEdition } from '#server/content/editions.ts';
import { endTopics } from '#server/list/choices.ts';
import type { Mail } from '#server/deliver/message.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  LAUNCH_WORDS,
  launchOf,
  open,
  order,
  readyToLaunch,
  startClock,
  startSender,
  untilLaunchIs,
  untilTrue,
} from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { resume, sendAgain } from './announcement.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { deleteLetter, makeLetter, readPromise } from './letters.ts';
import { countLeft } from './untold.ts';
import { countAudience, enqueuePart } from './recipients.ts';

const PATIENCE = 5_000;
const NOW = Date.now();
const ENGLISH_ONLY: AnnouncementWords = { ...inEach(() => NO_WORDS), en: LAUNCH_WORDS.en };

/** Of ten people with alternating languages the first six said yes to the newsletter. */
async function readyForLetter(store: TestStore, words = LAUNCH_WORDS): Promise<number[]> {
  await readyToLaunch(store, 10);
  const people = await store.write.selectFrom('subscription').select('id').orderBy('id').execute();
  const ids = people.map(({ id }) => id);
  const readers = ids
    .slice(0, 6)
    .map((id) => ({ subscription_id: id, product: NEWS, at: Date.UTC(2026, 2, 4) }));
  await store.write.insertInto('interest').values(readers).execute();
  await write(store, words);
  return ids;
}

async function write(store: TestStore, words: AnnouncementWords) {
  assert.equal(await makeLetter(store.write, null, NOW), 'letter:1');
  await writeWords(store.write, 'letter:1', words, { by: 'a test', now: NOW });
}

/** Mails go into an array. */
async function startLetterSender(t: TestContext, store: TestStore) {
  const sent: Mail[] = [];
  const send = (mail: Mail) => {
    sent.push(mail);
    return Promise.resolve({ outcome: 'sent', reply: 'ok' } as const);
  };
  const { sender } = await startSender(t, store, { mailer: { send } });
  return { sent, sender };
}

const toOf = (sent: readonly Mail[]) =>
  sent.map(({ to }) => to.address.replace('@example.org', '')).toSorted();

testOnEach(
  'a newsletter reaches its readers once, each in their language, and nobody else (catches: everybody on the list; who asked for a book; the way out of the list)',
  async (t, openStore) => {
    const store = await openStore();
    const [, , suspect = 0, pending = 0, gone = 0] = await readyForLetter(store);
    const set = (id: number, values: object) =>
      store.write.updateTable('subscription').set(values).where('id', '=', id).execute();
    await set(suspect, { suspect: 'fast' });
    await set(pending, { state: 'pending' });
    await leave(store.write, gone, NOW);
    const { sent, sender } = await startLetterSender(t, store);
    await open(store.write, 'letter:1', order());
    await untilLaunchIs(store, 'done', 'letter:1');
    await sender.stop(PATIENCE);
    assert.deepEqual(toOf(sent), ['person0', 'person1', 'person5']);
    const [english, portuguese] = ['person0@example.org', 'person1@example.org'].map((to) =>
      sent.find((mail) => mail.to.address === to),
    );
    assert.deepEqual([english?.subject, portuguese?.subject], ['letter in en', 'letter in pt']);
    assert.match(portuguese?.text ?? '', /^date: 4 de março de 2026$/m);
    const { headers = {}, messageId = '' } = portuguese ?? {};
    assert.equal(headers['List-Id'], '<newsletter.example.com>');
    assert.equal(headers['Feedback-ID'], 'letter-1:announcement:example.com');
    assert.match(messageId, /^<letter-1-[0-9a-z]+\.\d+-\d+\.[0-9a-f]{8}@example\.com>$/);
    const way = new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '');
    assert.equal(way.searchParams.get('of'), NEWS);
    const token = way.searchParams.get('unsubscribe') ?? '';
    assert.ok(readLinkToken(createSecrets(['k'.repeat(32)]), 'unsubscribe', token, NOW).ok);
  },
);

testOnEach(
  'a newsletter in one language goes to its readers, and to the others only if the owner says so, with a line (catches: to all; without the line; the launch needs it, too)',
  async (t, openStore) => {
    const store = await openStore();
    await readyForLetter(store, ENGLISH_ONLY);
    const told = { purpose: 'letter:1', words: ENGLISH_ONLY } as const;
    const instead = { ...ENGLISH_ONLY, pt: { ...NO_WORDS, instead: 'yes' } };
    assert.equal(await countAudience(store.write, told), 3);
    assert.equal(await countAudience(store.write, { ...told, words: instead }), 6);
    assert.equal(await countAudience(store.write, { purpose: 'launch', words: ENGLISH_ONLY }), 10);
    await writeWords(store.write, 'letter:1', instead, { by: 'a test', now: NOW });
    const { sent, sender } = await startLetterSender(t, store);
    await open(store.write, 'letter:1', order());
    await untilLaunchIs(store, 'done', 'letter:1');
    await sender.stop(PATIENCE);
    assert.equal(sent.length, 6);
    const textTo = (n: number) => sent.find(({ to }) => to.address === `person${n}@example.org`)?.text ?? '';
    assert.match(textTo(1), /^heading: The wait is over\.$/m);
    assert.match(textTo(1), /^lang: en$/m);
    assert.match(textTo(1), /^onlyIn: inglês$/m);
    assert.match(textTo(0), /^onlyIn: –$/m);
  },
);

testOnEach(
  'a person who leaves the newsletter before their mail has begun gets none, and the other mails still come (catches: only before it is opened; the launch is skipped, too)',
  async (t, openStore) => {
    const store = await openStore();
    const [first = 0, second = 0, third = 0] = await readyForLetter(store);
    for (const purpose of ['launch', 'letter:1'] as const) {
      await open(store.write, purpose, order());
      while (await enqueuePart(store.database, await launchOf(store, purpose)));
    }
    await endTopics(store.write, first, [NEWS], NOW);
    // Not by this program's way of leaving: an import that is taken back.
    await store.write.deleteFrom('interest').where('subscription_id', '=', second).execute();
    await leave(store.write, third, NOW);
    const { sent, sender } = await startLetterSender(t, store);
    await untilLaunchIs(store, 'done', 'letter:1');
    await untilLaunchIs(store, 'done');
    await sender.stop(PATIENCE);
    const { id } = await launchOf(store, 'letter:1');
    const skipped = await store.write
      .selectFrom('announcement_recipient')
      .select(['subscription_id', 'state', 'reply'])
      .where('announcement_id', '=', id)
      .where('state', '!=', 'sent')
      .orderBy('subscription_id')
      .execute();
    assert.deepEqual(
      skipped.map(({ subscription_id, state, reply }) => [subscription_id, state, reply]),
      [
        [first, 'skipped', 'The person no longer wants it.'],
        [second, 'skipped', 'The person no longer wants it.'],
        [third, 'skipped', 'The person has left.'],
      ],
    );
    assert.equal(sent.filter(({ name }) => name.startsWith('launch')).length, 9);
  },
);

testOnEach(
  'one newsletter is under way at a time, also if two owners press at once, and none before the site is live (catches: each looks only at its own; a closed site)',
  async (_t, openStore) => {
    const store = await openStore();
    await readyForLetter(store);
    const second = await makeLetter(store.write, await launchOf(store, 'letter:1'), NOW);
    assert.equal(second, 'letter:2');
    assert.deepEqual((await launchOf(store, 'letter:2')).words, LAUNCH_WORDS, 'with its words');
    const closed = await open(store.write, 'letter:1', order({ isLive: false }));
    assert.ok(!closed.ok && closed.why === 'not-live');
    const both = await Promise.all(
      (['letter:1', 'letter:2'] as const).map(async (purpose) => open(store.write, purpose, order())),
    );
    assert.deepEqual(both.map((one) => (one.ok ? 'sent' : one.why)).toSorted(), ['sent', 'under-way']);
    const [waits, goes] =
      both[0]?.ok === true ? (['letter:2', 'letter:1'] as const) : (['letter:1', 'letter:2'] as const);
    assert.equal(await deleteLetter(store.write, goes), false, 'it is no draft');
    assert.equal(await deleteLetter(store.write, 'launch'), false);
    assert.equal(await deleteLetter(store.write, waits), true);
  },
);

testOnEach(
  'a person who gets the newsletter is kept while it comes; the others go as promised (catches: also of people who left it; forever)',
  async (t, openStore) => {
    const store = await openStore();
    const [left = 0, ...kept] = (await readyForLetter(store)).slice(0, 6);
    const { sender } = await startLetterSender(t, store);
    await open(store.write, 'letter:1', order());
    await untilLaunchIs(store, 'done', 'letter:1');
    await sender.stop(PATIENCE);
    await endTopics(store.write, left, [NEWS], Date.now());
    assert.equal(await countLeft(store.write, await launchOf(store, 'letter:1')), 1);
    const { sending_at: sentAt } = await launchOf(store, 'letter:1');
    const people = () => store.write.selectFrom('subscription').select('id').orderBy('id').execute();
    assert.equal(await deletePeople(store.write, sentAt ?? 0, NOW), 5);
    assert.deepEqual(
      (await people()).map(({ id }) => id),
      kept,
    );
    assert.equal(await deletePeople(store.write, (sentAt ?? 0) + 1, NOW), 5);
    assert.deepEqual(await people(), []);
  },
);

testOnEach(
  'a person who reads another language by the time it is sent gets what is written, with a line (catches: an empty mail)',
  async (t, openStore) => {
    const store = await openStore();
    const [first = 0] = await readyForLetter(store, ENGLISH_ONLY);
    await open(store.write, 'letter:1', order());
    while (await enqueuePart(store.database, await launchOf(store, 'letter:1')));
    await store.write.updateTable('subscription').set({ language: 'pt' }).where('id', '=', first).execute();
    const { sent, sender } = await startLetterSender(t, store);
    await untilLaunchIs(store, 'done', 'letter:1');
    await sender.stop(PATIENCE);
    const { text = '' } = sent.find(({ to }) => to.address === 'person0@example.org') ?? {};
    assert.match(text, /^heading: The wait is over\.$/m);
    assert.match(text, /^onlyIn: inglês$/m);
  },
);

testOnEach(
  'while the site is closed a newsletter is paused, which says so, and neither resumed nor sent again (catches: an owner is named; only when it is opened; the launch, too)',
  async (t, openStore) => {
    const store = await openStore();
    await readyForLetter(store);
    for (const purpose of ['launch', 'letter:1'] as const) await open(store.write, purpose, order());
    const { sender, smtp } = await startSender(t, store, { isLive: () => Promise.resolve(false) });
    await untilLaunchIs(store, 'paused', 'letter:1');
    assert.equal((await launchOf(store, 'letter:1')).reason?.why, 'closed');
    await untilLaunchIs(store, 'done');
    await sender.stop(PATIENCE);
    assert.equal(smtp.received.length, 10, 'of the launch');
    const closed = order({ isLive: false });
    for (const refused of [
      await resume(store.write, 'letter:1', closed),
      await sendAgain(store.write, 'letter:1', 'failed', closed),
    ])
      assert.ok(!refused.ok && refused.why === 'not-live');
    assert.ok((await resume(store.write, 'letter:1', order())).ok);
  },
);

testOnEach(
  'an ended announcement is left alone: its end is reported once, it is not sent again beside another, and no number is reused (catches: read forever; two under way; the last one plus one)',
  async (t, openStore) => {
    const store = await openStore();
    await readyForLetter(store);
    const clock = startClock();
    const { sender, logged } = await startSender(t, store, clock);
    await open(store.write, 'letter:1', order());
    await untilLaunchIs(store, 'done', 'letter:1');
    const { turns } = clock;
    await untilTrue(() => {
      sender.poke();
      return Promise.resolve(clock.turns > turns + 20);
    });
    await sender.stop(PATIENCE);
    assert.equal(logged.filter((line) => line.includes('sending finished')).length, 1);

    const [second, third] = await Promise.all([0, 1].map(async () => makeLetter(store.write, null, NOW)));
    assert.deepEqual([second, third].toSorted(), ['letter:2', 'letter:3']);
    assert.equal(await deleteLetter(store.write, 'letter:3'), true);
    assert.equal(await makeLetter(store.write, null, NOW), 'letter:4');
    await writeWords(store.write, 'letter:2', LAUNCH_WORDS, { by: 'a test', now: NOW });
    assert.ok((await open(store.write, 'letter:2', order({ undoMs: 60_000 }))).ok);
    const again = await sendAgain(store.write, 'letter:1', 'failed', order());
    assert.ok(!again.ok && again.why === 'under-way');
  },
);

testOnEach(
  'the least number that was promised since the first reader said yes is kept (catches: the newest counts; one of before any reader; “none”)',
  async (_t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    const { id } = await store.write.selectFrom('subscription').select('id').executeTakeFirstOrThrow();
    const promises = [1, 2, 4, 0];
    for (const [after, aMonth] of promises.entries()) {
      const edition = { after, content: { 'newsletter.aMonth': aMonth }, owner: null, draftSeen: 0 };
      await addEdition(store.write, edition, (after + 1) * 100);
    }
    assert.equal(await readPromise(store.write, 4), 4, 'nobody has agreed yet');
    const saysYes = async (at: number) => {
      await store.write.deleteFrom('interest').execute();
      await store.write.insertInto('interest').values({ subscription_id: id, product: NEWS, at }).execute();
      return readPromise(store.write, null);
    };
    assert.deepEqual([await saysYes(150), await saysYes(250), await saysYes(350)], [1, 2, 4]);
  },
);
