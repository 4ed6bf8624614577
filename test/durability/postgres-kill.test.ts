import assert from 'node:assert/strict';
import { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../fixtures/postgres.ts';
import { startLoad } from './collector.ts';
import { onPostgres, openClient, readStored, type Stored } from './postgres-collector.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { untilMet } from './until-met.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 6);
const ACK_FIRST = fileURLToPath(new URL('./postgres-ack-first.ts', import.meta.url));

type Result = { acked: string[]; lost: string[]; stored: Stored };

/**
 * Two collectors on one PostgreSQL, each killed with SIGKILL `rounds` times at random moments under load.
 * Both get the same addresses.
 */
async function killUnderLoad(t: TestContext, rounds: number, program?: string[]): Promise<Result> {
  const database = await startPostgres(t);
  const url = await database.createDatabase();
  const { start } = onPostgres(t, url);
  const acked: string[] = [];
  async function killAgainAndAgain(): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const collector = await start(program);
      const load = startLoad(collector.port, 16, `r${round}`);
      // On a busy machine the first answer takes longer than the delay of the kill.
      while (load.acked.length === 0) await wait(5);
      await wait(50 + Math.random() * 300);
      collector.child.kill('SIGKILL');
      await collector.ended;
      await load.stop();
      acked.push(...load.acked);
    }
  }
  await Promise.all([killAgainAndAgain(), killAgainAndAgain()]);
  const stored = await readStored(await openClient(t, url));
  return { acked, lost: acked.filter((address) => !stored.addresses.has(address)), stored };
}

testOnPostgres(
  `no acknowledged address is lost in ${2 * ROUNDS} kills of two processes on one PostgreSQL (D1; catches: the answer goes out before the commit)`,
  async (t) => {
    const { acked, lost, stored } = await killUnderLoad(t, ROUNDS);
    t.diagnostic(`${acked.length} acknowledged, ${lost.length} lost`);
    assert.ok(acked.length > ROUNDS, 'there was a load');
    assert.deepEqual([lost, stored.repeated, stored.incomplete], [[], [], []]);
  },
);

testOnPostgres('the same test finds lost addresses when the answer goes out before the commit', async (t) => {
  const run = () => killUnderLoad(t, 2, [ACK_FIRST]);
  const { acked, lost } = await untilMet(run, (result) => result.lost.length > 0);
  t.diagnostic(`${acked.length} acknowledged, ${lost.length} lost`);
  assert.ok(lost.length > 0);
});
