import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { keptCopies } from '#server/copies/kept.ts';
import { readCopyStatus } from '#server/copies/status.ts';
import type { Target, TargetSettings } from '#server/copies/target.ts';
import { openTarget } from '#server/copies/open-target.ts';
import { assembleNewest, KEY } from '../fixtures/copies.ts';
import { folderOf } from '../fixtures/folder.ts';
import { startStorage } from '../fixtures/storage.ts';
import { makeFolders, startCollector, startLoad } from './collector.ts';
import { until } from './postgres-collector.ts';

/** The processes that a process has started; Linux alone says so. */
function childrenOf(pid: number | undefined): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Milliseconds. */
const PROMISED = 10_000;
const ROUNDS = Number(process.env.GONE_ROUNDS ?? 3);

type Acked = [address: string, at: number];

/** Of what was acknowledged and is not in the newest copy, how long before the kill the oldest was, in milliseconds. */
async function comparedWith(t: TestContext, { target, acked, killedAt, into }: Compared) {
  const { parts } = await assembleNewest(target, into);
  using db = new DatabaseSync(into, { readOnly: true });
  // A burst may still be in the buffer.
  const rows = db.prepare('SELECT address FROM subscription UNION ALL SELECT rows FROM write_buffer').all();
  const stored = rows.map(({ address }) => String(address)).join('\n');
  const lost = acked.filter(([address]) => !stored.includes(address));
  const oldest = killedAt - Math.min(killedAt, ...lost.map(([, at]) => at));
  t.diagnostic(
    `${acked.length} acknowledged, ${parts} parts, ${lost.length} lost, the oldest ${oldest} ms before`,
  );
  assert.ok(acked.length > lost.length);
  return oldest;
}

type Compared = { target: Target; acked: Acked[]; killedAt: number; into: string };

/** A server under load, and what it has acknowledged. */
async function started(t: TestContext, env: Record<string, string>) {
  const { dataDir, dist } = makeFolders(t);
  const { port, child, ended } = await startCollector(t, { dataDir, dist, env });
  const acked: Acked[] = [];
  const load = startLoad(port, 8, 'gone', (status, address) => {
    if (status === 202) acked.push([address, Date.now()]);
  });
  const isCopied = (time: number) => (readCopyStatus(dataDir)?.until ?? 0) > time;
  await until(() => isCopied(acked[0]?.[1] ?? Infinity), 60_000);
  /** @returns when, in milliseconds since 1970 */
  async function lose(): Promise<number> {
    child.kill('SIGKILL');
    const killedAt = Date.now();
    // What sends may live a moment longer, and write.
    rmSync(dataDir, { recursive: true, maxRetries: 10 });
    await ended;
    await load.stop();
    return killedAt;
  }
  return { child, acked, isCopied, lose, into: join(dirname(dataDir), 'restored.sqlite') };
}

function settingsFor({ to, endpoint, region, keyId, secret }: TargetSettings): Record<string, string> {
  return {
    COPY_TO: to,
    COPY_KEY: KEY,
    S3_ENDPOINT: endpoint ?? '',
    S3_REGION: region,
    S3_ACCESS_KEY_ID: keyId ?? '',
    S3_SECRET_ACCESS_KEY: secret ?? '',
  };
}

test('a server is killed under load and its folder deleted: of what was acknowledged only the last seconds are missing from the copy, also if its sending process was killed before, and the storage hung (D20; catches: parts are not sent; a part is left out; nothing is sent any more)', async (t) => {
  const { child: storage, settings } = await startStorage(t);
  const { child, acked, isCopied, lose, into } = await started(t, settingsFor(settings));
  for (const sender of childrenOf(child.pid)) process.kill(sender, 'SIGKILL');
  storage.kill('SIGSTOP');
  const before = acked.length;
  await until(() => acked.length > before + 2000, 60_000);
  storage.kill('SIGCONT');
  const again = Date.now();
  const target = await openTarget(settings);
  const objects = async () => (await keptCopies(target)).at(-1)?.objects.length ?? 0;
  // A base and three parts, 12 seconds: it lost more than promised if it went on without one of them.
  await until(async () => isCopied(again + 12_000) && (await objects()) > 3, 90_000);
  const killedAt = await lose();
  const oldest = await comparedWith(t, { target, acked, killedAt, into });
  assert.ok(oldest <= PROMISED, `${oldest} ms`);
});

test(`${ROUNDS} servers are killed at random moments and their folders deleted: a folder and a storage that fails and ends connections have all but the last seconds (catches: parts are not sent)`, async (t) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const isFolder = round % 2 === 1;
    const { settings, ails } = isFolder ? { settings: folderSettings(t), ails: null } : await startStorage(t);
    await ails?.('badDay');
    const { acked, lose, into } = await started(t, settingsFor(settings));
    // Later than what a base alone would lose.
    await wait(PROMISED + Math.random() * 8_000);
    const killedAt = await lose();
    await ails?.('none');
    const target = await openTarget(settings);
    const oldest = await comparedWith(t, { target, acked, killedAt, into });
    assert.ok(oldest <= PROMISED, `${oldest} ms`);
  }
});

function folderSettings(t: TestContext): TargetSettings {
  const settings = { to: folderOf(t), region: '', endpoint: null, keyId: null, secret: null };
  return { ...settings, mayBeNear: true };
}
