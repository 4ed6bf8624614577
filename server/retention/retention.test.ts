import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '#contract/pages.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { createAlarms } from '#server/alarms/alarms.ts';
import { createLog } from '#server/base/log.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import { createRetention } from './retention.ts';
import { readOpening } from '#server/stage/opening.ts';
import { erasedOf } from '#server/list/erase.ts';
import { subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { addEdition, listEditions } from '#server/content/editions.ts';
import { storeFile } from '#server/content/files.ts';
import { IMPORTED } from '#server/list/receipts.ts';

const START = Date.parse('2026-11-01T12:00:00Z');
const YEAR = Date.parse('2027-11-01T12:00:00Z') - START;

/** The real retention on a real store; the clock advances by days, the site is at `stage`. */
function setUp(store: TestStore, clock: { time: number }, stage: { now: Stage }) {
  const log: string[] = [];
  const deps = { query: store.write, now: () => clock.time };
  const quiet = createLog(
    (line) => log.push(line),
    () => new Date(0),
  );
  const alarms = createAlarms({
    ...deps,
    kinds: KINDS,
    space: () => Promise.resolve(null),
    copies: () => null,
    sealed: () => [],
    log: quiet,
    onQueued: () => {},
  });
  const retention = createRetention({
    database: store.database,
    dataDir: store.dataDir,
    unconfirmedDays: 30,
    reminderDays: 3,
    retentionMonths: 12,
    stage: () => stage.now,
    tell: alarms.tell,
    sweepMails: async () => void (await sweepMailFiles(store.dataDir, store.write)),
    now: deps.now,
    log: quiet,
  });
  async function goTo(time: number): Promise<void> {
    while (clock.time < time) {
      clock.time = Math.min(clock.time + 3 * DAY, time);
      await retention.run();
    }
  }
  return { log, goTo, run: retention.run };
}

async function confirmed(store: TestStore, clock: { time: number }, name: string): Promise<number> {
  await store.add(subscription(name, { interest: 'seo' }));
  const { id } = await store.write
    .selectFrom('subscription')
    .select('id')
    .where('key', '=', `${name}@example.com`)
    .executeTakeFirstOrThrow();
  await verbsOf(store, () => clock.time).confirm(id);
  return id;
}

async function writeMessage({ write }: TestStore, name: string, created_at: number): Promise<void> {
  const rest = { body_hash: 'h', company: 'A', phone: '912345678', website: null, message: 'Hello' };
  const { id } = await write
    .insertInto('message')
    .values({ ...rest, name, key: name, email: `${name}@example.com`, language: 'en', created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await write
    .insertInto('outbox')
    .values({
      kind: 'message',
      subject_type: 'message',
      subject_id: id,
      held_at: created_at,
      due_at: created_at,
      created_at,
    })
    .execute();
}

async function kept({ write }: TestStore): Promise<{ people: string[]; messages: string[] }> {
  const people = await write.selectFrom('subscription').select('key').orderBy('id').execute();
  const messages = await write.selectFrom('message').select('name').orderBy('id').execute();
  return {
    people: people.map(({ key }) => key.split('@')[0] ?? '').filter((name) => !name.startsWith('many')),
    messages: messages.map(({ name }) => name),
  };
}

async function rowsOf({ write }: TestStore): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of ['subscription', 'consent_receipt', 'interest', 'outbox', 'message'] as const) {
    const { n } = await write
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    found[table] = Number(n);
  }
  return found;
}

testOnEach(
  'nobody and no message is kept longer than the notice says, and the owner is warned a month before (catches: kept forever)',
  async (_t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const stage = { now: 'soon' as Stage };
    const { goTo, log } = setUp(store, clock, stage);
    await confirmed(store, clock, 'early');
    await confirmed(store, clock, 'back');
    await verbsOf(store, () => clock.time).leave(await confirmed(store, clock, 'left'));
    // More than one batch.
    const many = Array.from({ length: 700 }, (_, n) => ({
      key: `many${n}`,
      address: `many${n}`,
      language: 'en' as const,
      state: 'confirmed' as const,
      created_at: START,
    }));
    await store.write.insertInto('subscription').values(many).execute();
    await writeMessage(store, 'early', START);
    const files = join(store.dataDir, 'outbox');
    mkdirSync(files, { recursive: true });
    const { id } = await store.write
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'message')
      .executeTakeFirstOrThrow();
    writeFileSync(join(files, `2026-11-01T12-00-00.000Z-message-${id}-0a1b2c3d.txt`), 'Hello');

    const opened = START + 9 * DAY;
    await goTo(opened - HOUR);
    stage.now = 'live';
    await goTo(opened);
    await goTo(opened + 60 * DAY);
    await confirmed(store, clock, 'back');
    await confirmed(store, clock, 'later');
    await writeMessage(store, 'later', clock.time);
    // An import counts as of its day, however long ago they consented elsewhere.
    const imported = { key: 'import@example.com', address: 'import@example.com', language: 'en' as const };
    await store.write
      .insertInto('subscription')
      .values({
        ...imported,
        state: 'confirmed',
        consent: IMPORTED,
        created_at: clock.time,
        confirmed_at: clock.time,
      })
      .execute();
    const everybody = { people: ['early', 'back', 'left', 'later', 'import'], messages: ['early', 'later'] };

    const told = () => log.filter((line) => line.includes('"alarm-retention"'));
    await goTo(opened + YEAR - 36 * DAY);
    assert.deepEqual([await kept(store), told()], [everybody, []]);
    await goTo(opened + YEAR - 33 * DAY);
    assert.equal(told().length, 1);
    assert.match(told()[0] ?? '', /"date":"2027-11-06"/);
    await goTo(opened + YEAR - 5 * DAY);
    assert.deepEqual(await kept(store), everybody, 'not before the day that was told');
    await goTo(opened + YEAR);
    assert.deepEqual(await kept(store), { people: ['back', 'later', 'import'], messages: ['later'] });
    assert.equal(told().length, 1);
    assert.deepEqual(readdirSync(files), []);
    // Two queued confirmations, a message and the alert.
    const rows = { subscription: 3, consent_receipt: 5, interest: 2, outbox: 4, message: 1 };
    assert.deepEqual(await rowsOf(store), rows);
    // People who had left must not be mailed because of an old list; of the others nothing stays.
    const keys = ['early', 'back', 'left', 'later'].map((name) => `${name}@example.com`);
    assert.deepEqual([...(await erasedOf(store.write, keys)).keys()], ['left@example.com']);

    await goTo(opened + 60 * DAY + YEAR);
    assert.deepEqual(await kept(store), { people: [], messages: [] });
    assert.equal(told().length, 1);
  },
);

testOnEach(
  'a clock that leaps deletes nobody and reports nothing (catches: a wrong date empties the list)',
  async (_t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const { goTo, run, log } = setUp(store, clock, { now: 'live' });
    await confirmed(store, clock, 'ana');
    await goTo(START + 20 * DAY);
    for (const time of [START + 10 * YEAR, START + 10 * YEAR + 23 * HOUR, START - YEAR, START + 21 * DAY]) {
      clock.time = time;
      await run();
    }
    await goTo(START + 40 * DAY);
    assert.deepEqual([(await kept(store)).people, log], [['ana'], []]);
    assert.equal(await readOpening(store.write), START + 6 * DAY);
  },
);

testOnEach(
  'a person who has not confirmed is reminded by the run of each hour, once the clock is steady (catches: by nobody)',
  async (_t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const { run } = setUp(store, clock, { now: 'soon' });
    await store.add(subscription('ana'));
    await store.write.updateTable('outbox').set({ state: 'sent', started_at: START }).execute();
    const mails: number[] = [];
    for (const days of [3, 3.5, 4, 5]) {
      clock.time = START + days * DAY;
      await run();
      mails.push((await rowsOf(store)).outbox ?? 0);
    }
    assert.deepEqual(mails, [1, 1, 2, 2]);
  },
);

testOnEach(
  'the first opening counts, closed again or not; one of less than a week was a trial',
  async (_t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const stage = { now: 'live' as Stage };
    const { goTo } = setUp(store, clock, stage);
    const step = async (days: number, next: Stage) => {
      await goTo(clock.time + days * DAY);
      stage.now = next;
    };
    await step(6, 'soon');
    await step(30, 'live');
    assert.equal(await readOpening(store.write), null);
    const opened = clock.time;
    await step(9, 'soon');
    await step(90, 'live');
    await step(9, 'live');
    assert.equal(await readOpening(store.write), opened + 3 * DAY);
  },
);

testOnEach(
  'old editions go after a year, and with them the files that nothing else names (catches: kept forever)',
  async (_t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const { write, dataDir } = store;
    const { goTo } = setUp(store, clock, { now: 'soon' });
    async function* pictureOf(n: number): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`picture ${n}`);
    }
    for (const after of [0, 1, 2]) {
      const stored = await storeFile(write, 'jpg', pictureOf(after), { most: 100, dataDir }, clock.time);
      const content = { picture: { file: stored.is === 'stored' ? stored.name : assert.fail(stored.is) } };
      await addEdition(write, { after, content, owner: null, draftSeen: 0 }, clock.time);
      await goTo(clock.time + 6 * DAY);
    }
    async function left(): Promise<[editions: number[], files: number]> {
      const files = await write.selectFrom('file').select('hash').execute();
      return [(await listEditions(write)).map(({ number }) => number), files.length];
    }
    await goTo(START + 12 * DAY + YEAR);
    assert.deepEqual(await left(), [[3, 2, 1], 3]);
    await goTo(START + 18 * DAY + YEAR);
    assert.deepEqual(await left(), [[3, 1], 2]);
  },
);
