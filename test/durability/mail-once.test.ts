import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTP_CONNECTIONS } from '#server/deliver/smtp.ts';
import { BUSY_MS } from '#server/store/open.ts';
import { startSmtp } from '../fixtures/smtp.ts';
import {
  drain,
  letAnHourPass,
  postAll,
  prepareStation,
  readOutbox,
  startSlowSmtp,
  type OutboxRow,
  type SlowSmtp,
} from './outbox.ts';

const KILLS = Number(process.env.MAIL_KILLS ?? 10);
const ADDRESSES = 25;
const SLOWNESS_MS = 40;

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${name}-${number}@example.com`);

type Result = {
  acked: string[];
  rows: OutboxRow[];
  received: SlowSmtp['received'];
  /** Addresses whose mail was started, but not known as sent, at a kill. */
  begun: Set<string>;
};

/**
 * Kills the collector with SIGKILL, `kills` times while it sends, an hour apart; then lets it send the rest.
 * `plant` changes its store first.
 */
async function killWhileSending(
  t: TestContext,
  kills: number,
  plant: (store: DatabaseSync) => void = () => {},
): Promise<Result> {
  const station = prepareStation(t);
  const { settings, received, arrived } = await startSlowSmtp(t, SLOWNESS_MS);
  const acked: string[] = [];
  const begun = new Set<string>();
  for (let kill = 0; kill < kills; kill++) {
    const { port, child, ended } = await station.start(settings);
    if (kill === 0) change(station.dataDir, plant);
    const moment = arrived(received.length + 1 + Math.floor(Math.random() * 15));
    const posting = postAll(port, addresses(`kill${kill}`, ADDRESSES));
    await moment;
    await wait(Math.random() * SLOWNESS_MS);
    child.kill('SIGKILL');
    await ended;
    acked.push(...(await posting).acked);
    for (const { address, state } of readOutbox(station.dataDir)) if (state === 'started') begun.add(address);
    letAnHourPass(station.dataDir);
  }
  return { acked, rows: await drain(station, settings), received, begun };
}

function change(dataDir: string, plant: (store: DatabaseSync) => void): void {
  const store = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { timeout: BUSY_MS });
  plant(store);
  store.close();
}

function copiesByAddress(received: SlowSmtp['received']): Map<string, string[]> {
  const copies = new Map<string, string[]>();
  for (const { to, messageId } of received) copies.set(to, [...(copies.get(to) ?? []), messageId]);
  return copies;
}

/** Addresses that should have got a mail and did not. */
function unmailed({ rows, received }: Result): string[] {
  const reached = new Set(received.map(({ to }) => to));
  return rows
    .filter(({ state, address }) => state !== 'unknown' && !reached.has(address))
    .map(({ address }) => address);
}

test(`each address gets its mail once in ${KILLS} kills while mails are sent (M1; catches: marked as sent before they are)`, async (t) => {
  const result = await killWhileSending(t, KILLS);
  const { acked, rows, received, begun } = result;
  const copies = copiesByAddress(received);
  const repeated = [...copies].filter(([, ids]) => ids.length > 1);
  const unknown = rows.filter(({ state }) => state === 'unknown');
  t.diagnostic(
    `${acked.length} acknowledged, ${received.length} mails, ${begun.size} begun at a kill, ` +
      `${repeated.length} mailed twice, ${unknown.length} unknown`,
  );
  assert.ok(begun.size > 0, 'there were mails under way');
  const stored = rows.map(({ address }) => address);
  assert.equal(new Set(stored).size, stored.length, 'one row for each address');
  const known = new Set(stored);
  assert.deepEqual(
    acked.filter((address) => !known.has(address)),
    [],
    'acknowledged and lost',
  );
  assert.deepEqual(
    rows.filter(({ kind, state }) => kind !== 'confirm' || !['sent', 'unknown'].includes(state)),
    [],
  );
  assert.deepEqual(unmailed(result), []);
  for (const [address, ids] of repeated) {
    assert.ok(begun.has(address), `${address} was mailed twice for no reason`);
    assert.equal(new Set(ids).size, 1, 'a mail program knows the copies as one');
    assert.equal(ids.length, 2);
  }
  assert.ok(repeated.length <= SMTP_CONNECTIONS * KILLS);
});

test('the same test finds addresses without mail when mails are marked as sent before they are', async (t) => {
  const result = await killWhileSending(t, 4, (store) =>
    store.exec(`CREATE TRIGGER sent_first AFTER UPDATE OF state ON outbox WHEN NEW.state = 'started'
      BEGIN UPDATE outbox SET state = 'sent' WHERE id = NEW.id; END`),
  );
  const lost = unmailed(result);
  t.diagnostic(`${result.acked.length} acknowledged, ${lost.length} without mail`);
  assert.ok(lost.length > 0);
});

test('asked to stop while it sends, it ends what it has begun and begins nothing more (M4; catches: it begins what is left)', async (t) => {
  const station = prepareStation(t);
  const told = Promise.withResolvers<void>();
  const { settings, received, arrived } = await startSlowSmtp(t, SLOWNESS_MS, told.promise);
  const { port, child, ended } = await station.start(settings);
  const moment = arrived(3);
  const { acked } = await postAll(port, addresses('stop', 40));
  assert.equal(acked.length, 40);
  await moment;
  const toldAt = performance.now();
  child.kill('SIGTERM');
  told.resolve();
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.ok(performance.now() - toldAt < 20_000);
  const states = readOutbox(station.dataDir).map(({ state }) => state);
  assert.deepEqual(new Set(states), new Set(['sent', 'queued']));
  assert.equal(states.filter((state) => state === 'sent').length, received.length);
  await drain(station, settings);
  assert.deepEqual(received.map(({ to }) => to).toSorted(), acked.toSorted());
});

test('asked to stop while the mail server says nothing, it ends in time and forgets no mail (M4; catches: it waits for the answer)', async (t) => {
  const station = prepareStation(t);
  const smtp = await startSmtp(t);
  const settings = { SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.com' };
  const hanging = addresses('hang', SMTP_CONNECTIONS);
  for (const address of hanging) smtp.afterMessage.set(address, 'hang');
  const { port, child, ended } = await station.start(settings);
  await postAll(port, hanging);
  await smtp.hanging();
  const toldAt = performance.now();
  child.kill('SIGTERM');
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.ok(performance.now() - toldAt < 20_000);
  const states = readOutbox(station.dataDir).map(({ state }) => state);
  // Mails under way have an unknown outcome and are retried once. The rest was not started.
  assert.ok(states.includes('retry'));
  assert.deepEqual(
    states.filter((state) => state !== 'retry' && state !== 'queued'),
    [],
  );
  smtp.afterMessage.clear();
  const rows = await drain(station, settings);
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['sent']));
});
