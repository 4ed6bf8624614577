import { loadBuild } from '#server/base/build.ts';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY, MINUTE } from '#contract/time.ts';
import type { Mail } from '#server/deliver/message.ts';
import { createLog } from '#server/base/log.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  NO_LIMITS,
  ageLaunchLeases,
  LAUNCH_WORDS,
  launchOf,
  order,
  readyToLaunch,
  startSender,
  sumsOf,
  open,
} from '#test/fixtures/launch.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { beginSending, stop } from './announcement.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { findWaiting, holdSender, commitBatch } from './ledger.ts';
import { createProviders } from './providers.ts';
import { enqueuePart } from './recipients.ts';
import { createRun, step } from './run.ts';
import { templatesOf } from './templates.ts';

const SENDER = 'this process';

async function begun(store: TestStore, sender: string): Promise<number> {
  await open(store.write, 'launch', order({ maxPerMinute: 600 }));
  while (await enqueuePart(store, await launchOf(store)));
  const { id } = await launchOf(store);
  await beginSending(store.write, id, Date.now());
  assert.ok(await holdSender(store.database, id, sender));
  return id;
}

/** One announcement sent step by step, with its own clock. `reply`: the outcome of each mail. */
async function startRun(
  t: TestContext,
  store: TestStore,
  reply: (to: string) => Delivery,
  mailsADay = NO_LIMITS.mailsADay,
) {
  await begun(store, SENDER);
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const clock = { time: 0 };
  const start = Date.now();
  const steadyNow = () => clock.time;
  const told: string[] = [];
  const send = (mail: Mail) => {
    told.push(mail.to.address);
    return Promise.resolve(reply(mail.to.address));
  };
  const providers = createProviders(() => Promise.resolve([]), steadyNow);
  const run = createRun(await launchOf(store), {
    database: store.database,
    mailer: { send },
    account: { state: async () => ({ refusal: null, endedAt: 0 }), takeTry: async () => false },
    templates: templatesOf('launch', loadBuild(dist)),
    secrets: createSecrets(['k'.repeat(32)]),
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    picture: null,
    sender: SENDER,
    underWay: new Set(),
    limits: { ...NO_LIMITS, mailConnections: 6, mailsADay },
    providers,
    relay: null,
    wake: () => {},
    log: createLog(
      () => {},
      () => new Date(0),
    ),
    now: () => start + clock.time,
    steadyNow,
    random: () => 0.5,
  });
  const goOn = async (ms: number, stepMs = 100) => {
    for (const end = clock.time + ms; clock.time < end; clock.time += stepMs) {
      run.announcement = await launchOf(store);
      await step(run, false);
      await Promise.all(run.deps.underWay);
    }
  };
  return { run, told, providers, goOn };
}

const TAKEN: Delivery = { outcome: 'sent', reply: '250 ok' };

test('a provider that is slow has half the pace, and keeps nobody else waiting (catches: one mail a minute)', async (t) => {
  const store = await openTestStore(t);
  await readyToLaunch(store, 420);
  await store.write
    .updateTable('subscription')
    .set({ address: 'other@example.net' })
    .where('id', '>', 400)
    .execute();
  const { told, providers, goOn } = await startRun(t, store, () => TAKEN);
  providers.slow('example.org');
  await goOn(MINUTE);
  const ofSlow = told.filter((address) => address.endsWith('example.org')).length;
  assert.ok(ofSlow >= 250 && ofSlow <= 301, `${ofSlow} of the slow one`);
  assert.equal(told.length - ofSlow, 20);
});

test('one person whose server refuses us stops nobody (catches: paused by one)', async (t) => {
  const store = await openTestStore(t);
  await readyToLaunch(store, 3);
  const { goOn } = await startRun(t, store, (to) =>
    to.startsWith('person1@') ? { outcome: 'retry', reply: '550 5.7.1 not you' } : TAKEN,
  );
  await goOn(2_000);
  await goOn(20 * DAY, DAY);
  await goOn(1_000);
  const { state } = await launchOf(store);
  const { sent, waiting, failed } = await sumsOf(store);
  assert.deepEqual([state, sent, waiting, failed], ['done', 2, 0, 1]);
});

test('the most of a day counts all announcements (catches: each for itself)', async (t) => {
  const store = await openTestStore(t);
  await readyToLaunch(store, 6);
  await writeWords(store.write, 'book:seo', LAUNCH_WORDS, { by: 'a test', now: 0 });
  const { id } = await launchOf(store, 'book:seo');
  const told = {
    announcement_id: id,
    state: 'sent' as const,
    language: 'en' as const,
    due_at: 0,
    added_at: 0,
  };
  const rows = [1, 2, 3, 4].map((person) => ({ ...told, subscription_id: person, started_at: Date.now() }));
  await store.write.insertInto('announcement_recipient').values(rows).execute();
  const run = await startRun(t, store, () => TAKEN, 5);
  await run.goOn(2_000);
  assert.equal(run.told.length, 1);
});

testOnEach(
  'a mail that a killed process had under way is unknown also when it was stopped',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    const id = await begun(store, 'killed');
    const next = (await findWaiting(store.write, id, Date.now(), 1)).map((person) => person.id);
    await commitBatch(store.database, {
      announcement: id,
      sender: 'killed',
      ended: [],
      neverLeft: [],
      next,
      relay: null,
      now: Date.now(),
    });
    await stop(store.write, 'launch', Date.now());
    await ageLaunchLeases(store);
    const { sender } = await startSender(t, store);
    while ((await sumsOf(store)).unknown === 0) await wait(20);
    await sender.stop(5_000);
  },
);
