import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test, type TestContext } from 'node:test';
import { startListener, startSmtp } from '../fixtures/smtp.ts';
import { type Collector, post } from './collector.ts';
import { drain, prepareStation, readOutbox, startSlowSmtp } from './outbox.ts';

/** Per collector; 200 retries an hour are allowed. */
const POSTS = 200;

const AWAYS: Record<string, (t: TestContext) => Promise<string>> = {
  'refuses connections': async () => 'smtp://127.0.0.1:1',
  'says nothing': (t) => startListener(t, () => {}),
  'puts every mail off with 451': startPuttingOff,
};

async function startPuttingOff(t: TestContext): Promise<string> {
  const later = Object.assign(new Error('later, said the server'), { responseCode: 451 });
  const { url } = await startSmtp(t, { onRcptTo: (_address, _session, callback) => callback(later) });
  return url;
}

const addresses = Array.from({ length: POSTS }, (_, number) => `person-${number}@example.com`);

/** Posts each address to both in turn; returns milliseconds for each answer. A slow machine slows both. */
async function postInTurn(well: Collector, away: Collector): Promise<{ well: number[]; away: number[] }> {
  const agent = new Agent({ keepAlive: true });
  const took = { well: [] as number[], away: [] as number[] };
  for (const address of addresses) {
    const turns = [
      { port: well.port, times: took.well },
      { port: away.port, times: took.away },
    ];
    for (const { port, times } of Math.random() < 0.5 ? turns : turns.toReversed()) {
      const sentAt = performance.now();
      assert.equal(await post(port, address, agent), 202);
      times.push(performance.now() - sentAt);
    }
  }
  agent.destroy();
  return took;
}

/** The percentile `share` of these milliseconds. */
function within(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? Infinity;
}

for (const [how, url] of Object.entries(AWAYS)) {
  test(`a mail server that ${how} delays mails and no answer; all are sent once when it is back (D15; catches: each answer takes 5 ms more meanwhile)`, async (t) => {
    const { settings, received } = await startSlowSmtp(t, 0);
    const station = prepareStation(t);
    const well = await prepareStation(t).start({ ...settings, SMTP_URL: (await startSmtp(t)).url });
    const away = await station.start({ ...settings, SMTP_URL: await url(t) });
    const took = await postInTurn(well, away);
    for (const share of [0.5, 0.9]) {
      const times = [took.well, took.away].map((all) => within(all, share).toFixed(1));
      t.diagnostic(`${100 * share} of 100 answers within ${times[0]} ms, without mail server ${times[1]} ms`);
    }
    // The account is away: one mail is tried now and then, and the others wait as they are.
    const states = readOutbox(station.dataDir).map(({ state }) => state);
    assert.ok(
      states.every((state) => !['sent', 'failed', 'unknown'].includes(state)),
      states.join(),
    );
    away.child.kill('SIGKILL');
    await away.ended;
    const rows = await drain(station, settings);
    assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['sent']));
    assert.deepEqual(received.map(({ to }) => to).toSorted(), addresses.toSorted());
    assert.ok(within(took.away, 0.5) <= 1.3 * within(took.well, 0.5) + 1, 'the median');
    // The slowest few are random.
    assert.ok(within(took.away, 0.9) <= 1.5 * within(took.well, 0.9) + 3, '9 of 10');
  });
}
