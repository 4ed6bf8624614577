import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NEWS } from '#contract/newsletter.ts';
import { sql } from '#kysely';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import type { Sums } from '#contract/owner/launch.ts';
import { countRecipients } from '#server/launch/recipients.ts';
import { writeStage } from '#server/stage/stage.ts';
import { withStore } from '#server/store/existing.ts';
import { shareOfAnnouncements, usualLimits } from '#server/base/mail-hosts.ts';
import { ageLaunchLeases, open } from '../fixtures/launch.ts';
import { postgresOfFile } from '../fixtures/postgres-of-file.ts';
import { NO_POSTGRES } from '../fixtures/postgres.ts';
import type { Collector } from './collector.ts';
import { LAUNCH_WORDS } from '../fixtures/launch.ts';
import { prepareStation, startSlowSmtp, type SlowSmtp } from './outbox.ts';
import { onPostgres } from './postgres-collector.ts';

const { mailConnections: CONNECTIONS } = shareOfAnnouncements(usualLimits(null));
const KILLS = Number(process.env.LAUNCH_KILLS ?? 4);
const PEOPLE = Number(process.env.LAUNCH_PEOPLE ?? 150);
/** The twins show that the test can fail: they stay short in the long form too. */
const TWIN = { kills: 2, people: 150 };
const SLOWNESS_MS = 40;
/** The share of mails sent before the last kill. */
const BEFORE_THE_LAST = 0.8;
const KEY = 'Idempotency-Key';
const STARTS_AHEAD = fileURLToPath(new URL('./launch-ahead.ts', import.meta.url));
const postgres = postgresOfFile();

type Form = {
  /** A newsletter goes to its readers: here everybody. */
  purpose: 'launch' | 'letter:1';
  database: 'sqlite' | 'postgres';
  /** Concurrent processes; each kill hits the oldest. */
  processes: number;
  kills: number;
  people: number;
  /** Run on the store beforehand. */
  plant?: string;
  program?: string[];
  /** Waits until everybody reachable was emailed. */
  ends?: boolean;
  /** Mails have an idempotency key; the mail server remembers it or not. */
  keys?: 'remembered' | 'forgotten';
};

type Result = { sums: Sums; notTold: number[]; copies: number[]; unknownTold: number };

/** The collectors of one store. */
type Place = { where: Parameters<typeof withStore>[0]; start(): Promise<Collector> };

async function placeFor(
  t: TestContext,
  { database, program }: Form,
  settings: Record<string, string>,
): Promise<Place> {
  if (database === 'sqlite') {
    const { dataDir, start } = prepareStation(t);
    return { where: { dataDir, databaseUrl: null }, start: () => start(settings, program) };
  }
  const databaseUrl = await (await postgres()).createDatabase();
  const { options, start } = onPostgres(t, databaseUrl, settings);
  return { where: { dataDir: options.dataDir, databaseUrl }, start: () => start(program) };
}

/** Launches to people, and kills collectors at random moments while they send. */
async function launchAndKill(t: TestContext, form: Form): Promise<Result> {
  const { processes, kills, people, ends = true, keys } = form;
  const smtp = await startSlowSmtp(t, SLOWNESS_MS, undefined, keys === 'remembered' ? KEY : null);
  const settings = { ...smtp.settings, MAILS_PER_DAY: '999999', MAILS_PER_MINUTE: '100000' };
  const { where, start } = await placeFor(
    t,
    form,
    keys === undefined ? settings : { ...settings, SMTP_IDEMPOTENCY_HEADER: KEY },
  );
  await stopped(await start());
  await prepare(where, form);
  const running = await Promise.all(Array.from({ length: processes }, start));
  for (let kill = 0; kill < kills; kill += 1) {
    const most = Math.floor((people * BEFORE_THE_LAST * (kill + 1)) / kills);
    await smtp.arrived(Math.max(smtp.received.length + 1, most - Math.floor(Math.random() * 10)));
    await wait(Math.random() * SLOWNESS_MS);
    const oldest = running.shift();
    oldest?.child.kill('SIGKILL');
    // The others would email everybody before a slow machine has started the next.
    await smtp.during(async () => {
      await oldest?.ended;
      await withStore(where, 'write', ageLaunchLeases);
      if (ends || kill + 1 < kills) running.push(await start());
    });
  }
  if (ends) await untilDone(where, form);
  await Promise.all(running.map(stopped));
  return resultOf(where, form, smtp.received);
}

async function stopped({ child, ended }: Collector): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

function prepare(where: Place['where'], { purpose, people, plant }: Form): Promise<void> {
  return withStore(where, 'write', async (store) => {
    const now = Date.now();
    await sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(people)})
      INSERT INTO subscription (key, address, language, state, created_at, confirmed_at)
      SELECT 'p' || i || '@example.com', 'p' || i || '@example.com', 'en', 'confirmed', 1, 1 FROM n`.execute(
      store.write,
    );
    if (plant) await sql.raw(plant).execute(store.write);
    await sql`INSERT INTO interest (subscription_id, product, at) SELECT id, ${NEWS}, 1 FROM subscription`.execute(
      store.write,
    );
    // The launch opens it.
    if (purpose !== 'launch') await writeStage(store.write, 'live');
    await writeWords(store.write, purpose, LAUNCH_WORDS, { by: 'a test', now });
    const storeId = await storeIdOf(store, where.dataDir);
    const mailRoute = { is: 'files' } as const;
    const order = {
      by: 'a test',
      undoMs: 0,
      wave: 0,
      maxPerMinute: 100_000,
      mailRoute,
      storeId,
      isLive: true,
      now,
    };
    assert.ok((await open(store.write, purpose, order)).ok);
  });
}

function untilDone(where: Place['where'], { purpose }: Form): Promise<void> {
  return withStore(where, 'read', async ({ read }) => {
    while ((await readAnnouncement(read, purpose))?.state !== 'done') await wait(50);
  });
}

async function resultOf(
  where: Place['where'],
  { purpose }: Form,
  received: SlowSmtp['received'],
): Promise<Result> {
  const told = Map.groupBy(received, ({ to }) => to);
  return withStore(where, 'read', async ({ read }) => {
    const { id = 0 } = (await readAnnouncement(read, purpose)) ?? {};
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

const FORMS = [
  { purpose: 'launch', database: 'sqlite', name: 'SQLite', processes: 1 },
  { purpose: 'launch', database: 'postgres', name: 'PostgreSQL', processes: 2 },
  { purpose: 'letter:1', database: 'sqlite', name: 'SQLite', processes: 1 },
  { purpose: 'letter:1', database: 'postgres', name: 'PostgreSQL', processes: 2 },
] as const;
const { LAUNCH_DATABASE, LAUNCH_PROCESSES } = process.env;

for (const { purpose, database, name, processes: usual } of FORMS) {
  if (LAUNCH_DATABASE !== undefined && LAUNCH_DATABASE !== database) continue;
  const processes = Number(LAUNCH_PROCESSES ?? usual);
  test(
    `everybody is emailed once in ${KILLS} kills while ${PEOPLE} are, processes: ${processes} (M1, M6) (${purpose}, ${name})`,
    { skip: database === 'postgres' && NO_POSTGRES },
    async (t) => {
      const form = { purpose, database, processes, kills: KILLS, people: PEOPLE };
      const { sums, notTold, copies, unknownTold } = await launchAndKill(t, form);
      t.diagnostic(
        `${JSON.stringify(sums)}, most copies ${Math.max(...copies)}, of the unknown ${unknownTold} were told`,
      );
      assert.deepEqual([Math.max(...copies), notTold], [1, []]);
      assert.ok(sums.unknown <= CONNECTIONS * KILLS);
      const ended = { sent: PEOPLE - sums.unknown, failed: 0, skipped: 0, waiting: 0, started: 0 };
      assert.deepEqual(sums, { ...sums, all: PEOPLE, ...ended });
    },
  );
}

const ON_SQLITE = { purpose: 'launch', database: 'sqlite', processes: 1, ...TWIN } as const;

test('the same test finds people told twice where a mail leaves before it is started', async (t) => {
  const plant = `CREATE TRIGGER forgotten AFTER UPDATE OF state ON announcement_recipient
    WHEN NEW.state = 'started' BEGIN
      UPDATE announcement_recipient SET state = 'queued'
      WHERE announcement_id = NEW.announcement_id AND subscription_id = NEW.subscription_id; END`;
  const { copies } = await launchAndKill(t, { ...ON_SQLITE, plant, ends: false });
  assert.ok(Math.max(...copies) > 1);
});

test('the same test finds people told twice where an unknown end is tried again', async (t) => {
  const plant = `CREATE TRIGGER again AFTER UPDATE OF state ON announcement_recipient
    WHEN NEW.state = 'unknown' BEGIN
      UPDATE announcement_recipient SET state = 'queued'
      WHERE announcement_id = NEW.announcement_id AND subscription_id = NEW.subscription_id; END`;
  const { copies } = await launchAndKill(t, { ...ON_SQLITE, kills: 4, plant });
  assert.ok(Math.max(...copies) > 1);
});

test('the same test finds more unknown than connections where 500 are started ahead', async (t) => {
  const form = { ...ON_SQLITE, kills: 1, program: [STARTS_AHEAD], ends: false };
  const { sums } = await launchAndKill(t, form);
  assert.ok(sums.started + sums.unknown > CONNECTIONS, JSON.stringify(sums));
});

test('where the mail server remembers keys everybody is emailed once, and nobody stays unknown', async (t) => {
  const { sums, notTold, copies } = await launchAndKill(t, { ...ON_SQLITE, keys: 'remembered' });
  assert.deepEqual([Math.max(...copies), notTold], [1, []]);
  assert.deepEqual([sums.sent, sums.unknown], [TWIN.people, 0]);
});

test('the same test finds people told twice where the mail server forgets them', async (t) => {
  const { copies } = await launchAndKill(t, { ...ON_SQLITE, kills: 4, keys: 'forgotten' });
  assert.ok(Math.max(...copies) > 1);
});
