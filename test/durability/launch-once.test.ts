import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { LAUNCH_WORDS } from '#contract/announcement.ts';
import { open, readAnnouncement, writeWords } from '#server/launch/announcement.ts';
import { homeOf } from '#server/launch/home.ts';
import { countRecipients, type Sums } from '#server/launch/recipients.ts';
import { withStore } from '#server/store/existing.ts';
import { ANNOUNCEMENT_CONNECTIONS } from '#server/workers.ts';
import { prepareStation, startSlowSmtp, type SlowSmtp } from './outbox.ts';

const KILLS = Number(process.env.LAUNCH_KILLS ?? 4);
const PEOPLE = Number(process.env.LAUNCH_PEOPLE ?? 150);
const SLOWNESS_MS = 40;
/** Of the mails, so many are left when the last kill comes. */
const BEFORE_THE_LAST = 0.8;

type Result = { sums: Sums; notTold: number[]; copies: number[]; unknownTold: number };

/**
 * Launches to so many people and kills the collector `kills` times while it tells them. `plant` is done to its store
 * before. `ends`: waits until everybody was told, as far as can be.
 */
async function launchAndKill(t: TestContext, kills: number, plant = '', ends = true): Promise<Result> {
  const station = prepareStation(t);
  const { settings, received, arrived } = await startSlowSmtp(t, SLOWNESS_MS);
  const first = await station.start(settings);
  first.child.kill('SIGTERM');
  await first.ended;
  const { dataDir } = station;
  change(dataDir, `${peopleSql()}; ${plant}`);
  await launch(dataDir);
  for (let kill = 0; kill < kills; kill += 1) {
    const { child, ended } = await station.start(settings);
    const most = Math.floor((PEOPLE * BEFORE_THE_LAST * (kill + 1)) / kills);
    await arrived(Math.max(received.length + 1, most - Math.floor(Math.random() * 10)));
    await wait(Math.random() * SLOWNESS_MS);
    child.kill('SIGKILL');
    await ended;
    change(dataDir, AN_HOUR_LATER);
  }
  if (ends) {
    const { child, ended } = await station.start(settings);
    while ((await stateOf(dataDir)) !== 'done') await wait(50);
    child.kill('SIGTERM');
    await ended;
  }
  return resultOf(dataDir, received);
}

/** As if the killed one had been gone for an hour. */
const AN_HOUR_LATER = `UPDATE announcement SET sender_until = sender_until - 3600000;
  UPDATE announcement_recipient SET lease_until = lease_until - 3600000`;

function peopleSql(): string {
  return `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PEOPLE})
    INSERT INTO subscription (key, address, language, state, created_at, confirmed_at)
    SELECT 'p' || i || '@example.com', 'p' || i || '@example.com', 'en', 'confirmed', 1, 1 FROM n`;
}

function change(dataDir: string, statements: string): void {
  const store = new DatabaseSync(join(dataDir, 'embreve.sqlite'));
  store.exec(statements);
  store.close();
}

async function launch(dataDir: string): Promise<void> {
  await withStore({ dataDir, databaseUrl: null }, 'write', async (store) => {
    const now = Date.now();
    await writeWords(store.write, 'launch', LAUNCH_WORDS, now);
    const home = await homeOf(store, dataDir);
    const order = { by: 'a test', undoMs: 0, wave: 0, mostAMinute: 100_000, home, now };
    assert.ok((await open(store.write, 'launch', order)).ok);
  });
}

function stateOf(dataDir: string): Promise<string | undefined> {
  return withStore({ dataDir, databaseUrl: null }, 'read', async ({ read }) => {
    return (await readAnnouncement(read, 'launch'))?.state;
  });
}

async function resultOf(dataDir: string, received: SlowSmtp['received']): Promise<Result> {
  const told = Map.groupBy(received, ({ to }) => to);
  return withStore({ dataDir, databaseUrl: null }, 'read', async ({ read }) => {
    const { id = 0 } = (await readAnnouncement(read, 'launch')) ?? {};
    const rows = await read
      .selectFrom('announcement_recipient as r')
      .innerJoin('subscription as s', 's.id', 'r.subscription_id')
      .select(['s.id', 's.address', 'r.state'])
      .execute();
    const wasTold = ({ address }: { address: string }) => told.has(address);
    return {
      sums: await countRecipients(read, id),
      notTold: rows.filter((row) => row.state !== 'unknown' && !wasTold(row)).map((row) => row.id),
      copies: [...told.values()].map((mails) => mails.length),
      unknownTold: rows.filter((row) => row.state === 'unknown' && wasTold(row)).length,
    };
  });
}

test(`everybody is told once in ${KILLS} kills while ${PEOPLE} are (M1, M6)`, async (t) => {
  const { sums, notTold, copies, unknownTold } = await launchAndKill(t, KILLS);
  t.diagnostic(`${JSON.stringify(sums)}, of the unknown ${unknownTold} were told`);
  assert.deepEqual([Math.max(...copies), notTold], [1, []]);
  assert.ok(sums.unknown <= ANNOUNCEMENT_CONNECTIONS * KILLS);
  assert.deepEqual(sums, {
    ...sums,
    all: PEOPLE,
    sent: PEOPLE - sums.unknown,
    failed: 0,
    skipped: 0,
    waiting: 0,
  });
});

test('the same test finds people told twice where a mail leaves before it is started', async (t) => {
  const forgotten = `CREATE TRIGGER forgotten AFTER UPDATE OF state ON announcement_recipient
    WHEN NEW.state = 'started' BEGIN
      UPDATE announcement_recipient SET state = 'queued'
      WHERE announcement_id = NEW.announcement_id AND subscription_id = NEW.subscription_id; END`;
  const { copies } = await launchAndKill(t, 2, forgotten, false);
  assert.ok(Math.max(...copies) > 1);
});

test('the same test finds people told twice where an unknown end is tried again', async (t) => {
  const again = `CREATE TRIGGER again AFTER UPDATE OF state ON announcement_recipient
    WHEN NEW.state = 'unknown' BEGIN
      UPDATE announcement_recipient SET state = 'queued'
      WHERE announcement_id = NEW.announcement_id AND subscription_id = NEW.subscription_id; END`;
  const { copies } = await launchAndKill(t, KILLS, again);
  assert.ok(Math.max(...copies) > 1);
});
