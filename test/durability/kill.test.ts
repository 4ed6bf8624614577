import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeFolders, readStore, startCollector, startMixedLoad } from './collector.ts';
import { startBurst } from './burst.ts';
import { untilMet } from './until-met.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 20);
const CLIENTS = 64;
const WEAKENED = fileURLToPath(new URL('./weakened.ts', import.meta.url));

type Load = { acked(): Promised; stop(): Promise<void> };
type Promised = { addresses: string[]; messages: string[] };
type Result = {
  acked: Promised;
  lost: Promised;
  repeated: number;
  /** Kills that left rows in the write buffer. */
  unmerged: number;
  integrity: unknown;
};
type Options = { rounds: number; program?: string[]; load(port: number, prefix: string): Load };

function ofMany(port: number, prefix: string): Load {
  const { addresses, messages, stop } = startMixedLoad(port, CLIENTS, prefix);
  return { acked: () => ({ addresses: addresses.acked, messages: messages.acked }), stop };
}

function ofBurst(port: number, prefix: string): Load {
  const { acked, stop } = startBurst(port, prefix);
  return { acked: () => ({ addresses: acked, messages: [] }), stop };
}

/** Kills the collector with SIGKILL, `rounds` times at random moments under load, and compares. */
async function killUnderLoad(t: TestContext, { rounds, program, load: start }: Options): Promise<Result> {
  const folders = makeFolders(t);
  const acked: Promised = { addresses: [], messages: [] };
  let unmerged = 0;
  for (let round = 0; round < rounds; round++) {
    const collector = await startCollector(t, { ...folders, ...(program && { program }) });
    const load = start(collector.port, `r${round}`);
    await wait(20 + Math.random() * 600);
    collector.child.kill('SIGKILL');
    await collector.ended;
    await load.stop();
    const { addresses, messages } = load.acked();
    acked.addresses.push(...addresses);
    acked.messages.push(...messages);
    if (readStore(folders.dataDir).waiting > 0) unmerged++;
  }
  // The next start drains the write buffer.
  const { child, ended } = await startCollector(t, folders);
  child.kill('SIGTERM');
  await ended;
  const { addresses, messages, integrity } = readStore(folders.dataDir);
  const lost = {
    addresses: missing(acked.addresses, addresses),
    messages: missing(acked.messages, messages),
  };
  const repeated = repetitions(addresses) + repetitions(messages);
  return { acked, lost, repeated, unmerged, integrity };
}

function missing(promised: string[], stored: string[]): string[] {
  const found = new Set(stored);
  return promised.filter((one) => !found.has(one));
}

function repetitions(stored: string[]): number {
  return stored.length - new Set(stored).size;
}

test(`no acknowledged address and no message is lost in ${ROUNDS} kills under load (D1; catches: the answer goes out before the commit)`, async (t) => {
  const run = () => losingNothing(t, { rounds: ROUNDS, load: ofMany });
  const { acked } = await untilMet(run, (result) => result.acked.messages.length > ROUNDS / 2);
  assert.ok(acked.messages.length > ROUNDS / 2, 'there were messages');
});

test('nor of a burst, whose addresses wait in the buffer (D1; catches: it is emptied before it is drained)', async (t) => {
  const run = () => losingNothing(t, { rounds: 5, load: ofBurst });
  const { unmerged } = await untilMet(run, (result) => result.unmerged > 0);
  assert.ok(unmerged > 0, 'the buffer was in use');
});

function report(t: TestContext, { acked, lost }: Result): void {
  t.diagnostic(`${acked.addresses.length} addresses acknowledged, ${lost.addresses.length} lost`);
  t.diagnostic(`${acked.messages.length} messages acknowledged, ${lost.messages.length} lost`);
}

async function losingNothing(t: TestContext, { rounds, load }: Options): Promise<Result> {
  const result = await killUnderLoad(t, { rounds, load });
  report(t, result);
  assert.ok(result.acked.addresses.length > rounds, 'there was a load');
  assert.deepEqual(result.lost, { addresses: [], messages: [] });
  assert.equal(result.repeated, 0);
  assert.equal(result.integrity, 'ok');
  return result;
}

test('the same test finds lost addresses and messages when the answer goes out before the commit', async (t) => {
  const program = [WEAKENED, 'ack-first'];
  const result = await untilMet(
    () => killUnderLoad(t, { rounds: 5, program, load: ofMany }),
    ({ lost }) => lost.addresses.length > 0 && lost.messages.length > 0,
  );
  report(t, result);
  assert.ok(result.lost.addresses.length > 0);
  assert.ok(result.lost.messages.length > 0);
});
