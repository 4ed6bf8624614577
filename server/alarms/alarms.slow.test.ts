import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { test } from 'node:test';
import { DAY, HOUR } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import type { OutboxTable, SubscriptionTable, Tables } from '#server/store/schema.ts';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { sqliteQueries } from '#server/store/sqlite-query.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { createLog } from '#server/base/log.ts';
import { IMPORTED } from '#server/list/receipts.ts';
import { states, workerOf } from '#test/fixtures/outbox.ts';
import { createAlarmMail } from './alarm-mail.ts';
import { createAlarms, type AlarmsDeps } from './alarms.ts';
import { readAlarmFigures } from './figures.ts';

const NOW = Date.parse('2026-11-21T12:30:00Z');
const YEAR = 365 * DAY;
const ROOMY = { free: 50e9, total: 100e9 };
const FULL = { free: 180e6, total: 100e9 };

/** Alerts on a store; the test sets the clock and the disk. */
function watch(query: Kysely<Tables>, deps: Partial<AlarmsDeps> = {}) {
  const state = { now: NOW, space: ROOMY };
  const log: string[] = [];
  const alarms = createAlarms({
    query,
    kinds: KINDS,
    now: () => state.now,
    space: () => Promise.resolve(state.space),
    copies: () => null,
    sealed: () => [],
    log: createLog(
      (line) => log.push(line),
      () => new Date(0),
    ),
    onQueued: () => {},
    ...deps,
  });
  async function told(): Promise<(string | null)[]> {
    const rows = await query
      .selectFrom('outbox')
      .select('dedup_key')
      .where('kind', '=', 'alarm')
      .orderBy('id')
      .execute();
    return rows.map(({ dedup_key }) => dedup_key);
  }
  return { state, log, alarms, told };
}

type Kept = Partial<Pick<SubscriptionTable, 'suspect' | 'consent'>>;

/** Adds one subscription at each of the times. */
async function signUp(query: Kysely<Tables>, times: number[], kept: Kept = {}): Promise<void> {
  const rows = times.map((created_at) => {
    const key = `${Math.random()}@example.com`;
    return {
      key,
      address: key,
      language: 'en' as const,
      state: 'pending' as const,
      suspect: null,
      created_at,
      ...kept,
    };
  });
  // Below the bind-parameter limits of PostgreSQL and SQLite.
  for (let i = 0; i < rows.length; i += 500) {
    await query
      .insertInto('subscription')
      .values(rows.slice(i, i + 500))
      .execute();
  }
}

const every = (gap: number, count: number, until: number) =>
  Array.from({ length: count }, (_, i) => until - (count - 1 - i) * gap);

type Row = Partial<Omit<OutboxTable, 'id' | 'subject_type' | 'state' | 'attempt' | 'unknown_attempts'>> & {
  attempt?: number;
  state: 'failed' | 'unknown' | 'retry' | 'sent';
};

async function addRow(query: Kysely<Tables>, row: Row): Promise<void> {
  await query
    .insertInto('outbox')
    .values({ kind: 'confirm', due_at: NOW - 2 * HOUR, created_at: NOW - 2 * HOUR, ...row })
    .execute();
}

testOnEach('usual figures make no alarm', async (_t, open) => {
  const { write } = await open();
  await signUp(write, every(HOUR, 60, NOW - HOUR));
  const { alarms, told } = watch(write);
  await alarms.runOnce();
  assert.deepEqual(await told(), []);
});

testOnEach(
  'an alarm is one row that the mail worker can send, however often and by whom it is seen',
  async (_t, open) => {
    const { write } = await open();
    const other = await open();
    let queued = 0;
    const one = watch(write, { onQueued: () => queued++ });
    const two = watch(other.write);
    one.state.space = FULL;
    two.state.space = FULL;
    await Promise.all([one.alarms.runOnce(), two.alarms.runOnce(), one.alarms.runOnce()]);
    assert.deepEqual(await one.told(), ['alarm-disk:2026-11-21']);
    assert.equal(one.log.length + two.log.length, 1);
    assert.equal(queued, one.log.length);
    const row = await write.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(row.payload ?? ''), { mail: 'alarm-disk', values: { free: '180 MB' } });
    assert.deepEqual([row.state, row.due_at, row.created_at, row.subject_id], ['queued', NOW, NOW, null]);
  },
);

testOnEach('an alarm that goes on is reported again a day later, not at midnight', async (_t, open) => {
  const { write } = await open();
  const { alarms, state, told } = watch(write);
  state.space = FULL;
  await alarms.runOnce();
  for (const hours of [0, 11, 12, 23]) {
    state.now = NOW + hours * HOUR;
    await alarms.runOnce();
  }
  assert.deepEqual(await told(), ['alarm-disk:2026-11-21']);
  state.now = NOW + DAY;
  await alarms.runOnce();
  assert.deepEqual(await told(), ['alarm-disk:2026-11-21', 'alarm-disk:2026-11-22']);
});

testOnEach('a silence is reported, also when machines go on posting', async (_t, open) => {
  const { write } = await open();
  await signUp(write, every(HOUR, 60, NOW - 25 * HOUR));
  await signUp(write, every(HOUR, 20, NOW), { suspect: 'honeypot' });
  const { alarms, log, told } = watch(write);
  await alarms.runOnce();
  assert.deepEqual(await told(), ['alarm-silence:60:0']);
  assert.match(log[0] ?? '', /"alarm":"alarm-silence","hours":"25","usual":"1"/);
});

testOnEach('sign-ups from a time when the clock was wrong do not hide a silence', async (_t, open) => {
  const { write } = await open();
  await signUp(write, every(HOUR, 60, NOW - 25 * HOUR));
  await signUp(write, every(HOUR, 5, NOW + 10 * YEAR));
  const { alarms, told } = watch(write);
  await alarms.runOnce();
  assert.deepEqual(await told(), ['alarm-silence:60:0']);
});

testOnEach(
  'an imported list is not a rush, nor are the days after it a silence (catches: its rows count as sign-ups)',
  async (_t, open) => {
    const { write } = await open();
    await signUp(write, every(3 * DAY, 30, NOW - DAY));
    await signUp(write, every(0, 400, NOW), { consent: IMPORTED });
    const { alarms, state, told } = watch(write);
    for (const later of [0, 25 * HOUR, 10 * DAY]) {
      state.now = NOW + later;
      await alarms.runOnce();
    }
    assert.deepEqual(await told(), []);
    state.now = NOW + 15 * DAY;
    await alarms.runOnce();
    assert.deepEqual(await told(), ['alarm-silence:30:0']);
  },
);

testOnEach('a burst is reported at most once an hour, also over the full hour', async (_t, open) => {
  const { write } = await open();
  await signUp(write, [...every(HOUR, 60, NOW - HOUR), ...every(1000, 31, NOW)]);
  const { alarms, state, log, told } = watch(write);
  await alarms.runOnce();
  assert.match(log[0] ?? '', /"alarm":"alarm-burst","count":"31","minutes":"10"/);
  state.now = NOW + 40 * 60_000;
  await signUp(write, every(1000, 31, state.now));
  await alarms.runOnce();
  assert.deepEqual(await told(), ['alarm-burst:2026-11-21T12']);
  state.now = NOW + HOUR;
  await signUp(write, every(1000, 400, state.now));
  await alarms.runOnce();
  assert.deepEqual(await told(), ['alarm-burst:2026-11-21T12', 'alarm-burst:2026-11-21T13']);
});

testOnEach('submissions refused in the last hour are reported, older ones not', async (_t, open) => {
  const { write } = await open();
  await addRow(write, { kind: 'forward', state: 'failed', finished_at: NOW - HOUR, reply: 'old' });
  const { alarms, log } = watch(write);
  await alarms.runOnce();
  assert.deepEqual(log, []);
  await addRow(write, { kind: 'forward', state: 'failed', finished_at: NOW - 2, reply: 'first' });
  await addRow(write, { kind: 'forward', state: 'failed', finished_at: NOW - 1, reply: 'last' });
  await alarms.runOnce();
  assert.match(log[0] ?? '', /"alarm":"alarm-forward","count":"2","reply":"last"/);
});

testOnEach(
  'mails that failed, or are tried in vain for an hour, are reported; a fresh retry is not (catches: nor is the first one of a mail that waited for its turn)',
  async (_t, open) => {
    const { write } = await open();
    await addRow(write, { state: 'retry', created_at: NOW - HOUR, reply: '421 busy' });
    await addRow(write, { kind: 'forward', state: 'retry', reply: '500' });
    await addRow(write, { state: 'retry', attempt: 3, created_at: NOW - DAY, reply: '451 later' });
    const { alarms, log, told } = watch(write);
    await alarms.runOnce();
    assert.deepEqual(log, []);
    const late = { attempt: 4, created_at: NOW - HOUR - 1 };
    await addRow(write, { kind: 'message', state: 'retry', ...late, reply: '421 busy' });
    await alarms.runOnce();
    assert.match(log[0] ?? '', /"alarm":"alarm-mail","count":"1","reply":"421"/);
    await write.deleteFrom('outbox').where('kind', '=', 'alarm').execute();
    await addRow(write, { state: 'unknown', finished_at: NOW, reply: 'cut' });
    await alarms.runOnce();
    assert.match(log[1] ?? '', /"count":"2","reply":"cut"/);
    assert.deepEqual(await told(), ['alarm-mail:2026-11-21']);
  },
);

testOnEach(
  'a mail server that takes nothing is reported, not one that refuses some (catches: a dead mailbox counts, a mail that was taken does not)',
  async (_t, open) => {
    const { write } = await open();
    const { alarms, log } = watch(write);
    for (const reply of ['550 5.1.1 No such user', '452 4.2.2 Mailbox full', '550 Unknown user'])
      await addRow(write, { state: 'failed', finished_at: NOW, reply });
    await addRow(write, { state: 'retry', attempt: 5, reply: '450 4.1.2 Domain not found' });
    await alarms.runOnce();
    assert.deepEqual(log, []);
    await addRow(write, { state: 'failed', finished_at: NOW, reply: '550 5.7.1 Not from you' });
    await addRow(write, { state: 'sent', finished_at: NOW - HOUR / 2 });
    await alarms.runOnce();
    assert.deepEqual(log, []);
    await write
      .updateTable('outbox')
      .where('state', '=', 'sent')
      .set({ finished_at: NOW - HOUR })
      .execute();
    await alarms.runOnce();
    assert.match(log[0] ?? '', /"alarm":"alarm-mail","count":"1","reply":"550 5.7.1"/);
  },
);

testOnEach('a clock that jumps makes no storm of alarms', async (_t, open) => {
  const { write } = await open();
  await signUp(write, every(HOUR, 60, NOW - HOUR));
  await addRow(write, { state: 'retry', attempt: 4, created_at: NOW - 60_000, reply: '421 busy' });
  const { alarms, state, told } = watch(write);
  const jumps = [0, -DAY, 0, HOUR, 0, 10 * YEAR, 0, -DAY, HOUR, 10 * YEAR, 0];
  for (const jump of jumps) {
    for (const minute of [0, 1, 2]) {
      state.now = NOW + jump + minute * 60_000;
      await alarms.runOnce();
    }
  }
  // An hour later the mail counts as late, ten years later too, and nobody has signed up since.
  const all = await told();
  assert.deepEqual(
    all.filter((once) => once?.startsWith('alarm-silence')),
    ['alarm-silence:60:521'],
  );
  assert.deepEqual(
    all.filter((once) => !once?.startsWith('alarm-silence')),
    ['alarm-mail:2026-11-21', 'alarm-mail:2036-11-18'],
  );
});

testOnEach(
  'an alarm is one line in the log, also where nobody is mailed; its row is skipped (catches: it waits)',
  async (_t, open) => {
    const store = await open();
    const { alarms, state, log } = watch(store.write);
    state.space = FULL;
    for (const hours of [0, 0, 12, 23]) {
      state.now = NOW + hours * HOUR;
      await alarms.runOnce();
    }
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /"msg":"alarm","alarm":"alarm-disk","free":"180 MB"/);
    const deps = { ownerReader: async () => null } as unknown as Parameters<typeof createAlarmMail>[0];
    await workerOf(store, () => state.now, { alarm: createAlarmMail(deps) }).worker.runOnce();
    assert.equal(await states(store), 'skipped');
    state.now = NOW + DAY;
    await alarms.runOnce();
    assert.equal(log.length, 2);
  },
);

test('a store that is away costs one line a look, and the next look is made', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let looks = 0;
  const query = sqliteQueries({
    run: () => (looks++, Promise.reject(new Error('planted'))),
    take: () => Promise.resolve(),
    release: () => {},
  });
  const { alarms, log } = watch(query);
  alarms.start();
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(60_000);
  await alarms.stop();
  assert.deepEqual([looks, log.length], [2, 2]);
  t.mock.timers.tick(600_000);
  assert.equal(looks, 2);
});

test('no look reads a whole table', async () => {
  const { query, plans } = openExplained();
  await readAlarmFigures(query, KINDS, NOW, null);
  // A plan with a LIMIT may scan; `announcement` has one row per purpose, `setting` is read by its key.
  const looks = plans.filter(
    ({ text }) => !/limit \?\) as "latest"|from "(?:announcement|setting)"/.test(text),
  );
  assert.equal(looks.length, 3);
  for (const { plan } of looks) assert.match(plan, /^SEARCH outbox USING|; ?SEARCH outbox USING/);
  assert.equal(looks.filter(({ plan }) => plan.includes('outbox_trouble')).length, 2);
});
