import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { NO_POSTGRES, startPostgres } from '../fixtures/postgres.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Answered, ask, onPostgres, openClient, readStored } from './postgres-collector.ts';

const skip = NO_POSTGRES;
const CONTACT = { name: 'Ana', company: 'A', phone: '+351210000000', message: 'Hello.' };

function subscribe(port: number, name: string): Promise<Answered> {
  return ask(port, '/api/subscribe', { email: `${name}@example.com` });
}

/** More visitors of each kind than there are connections. */
function visit(port: number, round: string): Promise<Answered[]> {
  const visits: Promise<Answered>[] = [];
  for (let i = 0; i < 12; i++) {
    visits.push(subscribe(port, `${round}-${i}`), subscribe(port, `${round}-${i}`));
    const key = `${round}-message-${i}`;
    visits.push(ask(port, '/api/contact', { ...CONTACT, email: `${round}-${i}@example.com`, key }));
    visits.push(ask(port, '/readyz'));
  }
  return Promise.all(visits);
}

const ACCEPTED = new Set([200, 202]);
const accepted = (answers: Answered[]) => answers.filter(({ status }) => ACCEPTED.has(status)).length;
const slowest = (answers: Answered[]) => Math.max(...answers.map(({ ms }) => ms));

/** Requests pages one after the other until `end`. */
async function readPages(port: number, end: Promise<unknown>): Promise<Answered[]> {
  const pages: Answered[] = [];
  const ended = new AbortController();
  const stop = () => ended.abort();
  void end.then(stop, stop);
  while (!ended.signal.aborted) pages.push(await ask(port, '/soon'));
  return pages;
}

/** Milliseconds. Ten seconds, plus some slack for a busy machine. */
const LONGEST = 10_500;
/** For an address: two batches of at most 3.5 seconds. */
const LONGEST_ADDRESS = 7_500;
/** A page that waits for the database would take longer. */
const LONGEST_PAGE = 1_500;

/** Visits until this many consecutive rounds were accepted completely; returns the name of the last one. */
async function untilAllAccepted(port: number, name: string, rounds: number): Promise<string> {
  const begun = performance.now();
  for (let round = 0, good = 0; ; round++) {
    good = accepted(await visit(port, `${name}-${round}`)) === 48 ? good + 1 : 0;
    if (good === rounds) return `${name}-${round}`;
    assert.ok(performance.now() - begun <= LONGEST, `${name}: visitors are lost`);
  }
}

type Way = { fault: Fault | 'reset'; rateLimit: 'on' | 'off'; rounds: number };

/** Visits while the connection between collector and database is faulty. */
async function visitThrough(t: TestContext, url: string, way: Way, plant: (proxy: FaultProxy) => void) {
  const address = new URL(url);
  const proxy = await startFaultProxy(t, Number(address.port));
  address.port = String(proxy.port);
  const { port, child } = await onPostgres(t, address.href, { RATE_LIMIT: way.rateLimit }).start();
  await untilAllAccepted(port, 'before', 1);
  plant(proxy);
  const faulty: Answered[] = [];
  for (let round = 0; round < way.rounds; round++) {
    const visits = visit(port, `round-${round}`);
    const [answers, pages] = await Promise.all([visits, readPages(port, visits)]);
    faulty.push(...answers);
    assert.ok(slowest(answers) <= LONGEST, `${slowest(answers)} ms`);
    const addresses = answers.filter(({ path }) => path === '/api/subscribe');
    assert.ok(slowest(addresses) <= LONGEST_ADDRESS, `an address took ${slowest(addresses)} ms`);
    assert.ok(slowest(pages) <= LONGEST_PAGE, `a page took ${slowest(pages)} ms`);
    assert.ok(pages.every(({ status }) => status === 200));
  }
  assert.ok(faulty.every(({ status }) => ACCEPTED.has(status) || status === 503));
  t.diagnostic(`${accepted(faulty)} of ${faulty.length} accepted, slowest ${slowest(faulty).toFixed()} ms`);
  proxy.set('none');
  // Broken connections left in any pool must not cost visitors longer than this.
  const last = await untilAllAccepted(port, 'lifted', 2);
  assert.deepEqual([child.exitCode, child.signalCode], [null, null]);
  const { addresses, repeated } = await readStored(await openClient(t, url));
  assert.deepEqual(repeated, []);
  for (let i = 0; i < 12; i++) assert.ok(addresses.has(`${last}-${i}@example.com`));
}

const WAYS: Way[] = [
  { fault: 'latency', rateLimit: 'off', rounds: 1 },
  { fault: 'blackhole', rateLimit: 'off', rounds: 2 },
  // The rate limit queries the database too, before anything is stored.
  { fault: 'blackhole', rateLimit: 'on', rounds: 1 },
  { fault: 'slow-close', rateLimit: 'off', rounds: 1 },
  { fault: 'reset', rateLimit: 'off', rounds: 1 },
];

test(
  'a bad way to PostgreSQL: no request takes long, pages stay quick, connections come back (D13; catches: a batch waits for 30 seconds) (PostgreSQL)',
  { skip, concurrency: 2 },
  async (t) => {
    const database = await startPostgres(t);
    const runs = WAYS.map(async (way) => {
      const { fault, rateLimit } = way;
      const url = await database.createDatabase();
      await t.test(`${fault}, rate limit ${rateLimit}`, async (wayTest) => {
        const client = await openClient(wayTest, url);
        await visitThrough(wayTest, url, way, (proxy) => {
          if (fault === 'reset') return proxy.reset();
          proxy.set(fault);
          if (fault === 'slow-close')
            void client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'embreve' AND datname = current_database()`);
        });
      });
    });
    await Promise.all(runs);
  },
);
