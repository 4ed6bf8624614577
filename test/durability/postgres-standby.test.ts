import assert from 'node:assert/strict';
import { request } from 'node:http';
import { startPair } from '../fixtures/postgres-pair.ts';
import { get, startLoad, type Status } from './collector.ts';
import { ask, onPostgres, openClient, readStored, until } from './postgres-collector.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';

/** How long the standby hangs, in seconds. */
const HANGS = Number(process.env.HANG_SECONDS ?? 8);
/** docs/deploy.md, "Several servers". */
const CONNECTIONS = 17;
/** Milliseconds, with some slack for a busy machine: a post while the standby hangs, and the first after. */
const REFUSED_MS = 1_500;
const BACK_MS = 1_000;

/** From another network each time, so that the rate limit asks the database. */
let networks = 0;
function postFrom(port: number, path: string, fields: object): Promise<Status> {
  const body = JSON.stringify(fields);
  const forwarded = `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks++ & 255}`;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': forwarded,
  };
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? null));
    });
    sent.once('error', () => resolve(null));
    sent.end(body);
  });
}

testOnPostgres(
  'a standby hangs: posts get 503 within a second, the collector holds 17 connections at most, and all goes on within a second of its return (D19; catches: connections given up add up, an address is acknowledged that waits)',
  async (t) => {
    const pair = await startPair(t);
    const settings = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '1' };
    const { port } = await onPostgres(t, pair.primary, settings).start();
    let since = Infinity;
    let slowest = 0;
    const timed = (status: Status, _address: string, sentAt: number) => {
      if (sentAt > since && status === 503) slowest = Math.max(slowest, performance.now() - sentAt);
    };
    const addresses = startLoad(port, 24, 'standby', timed, (to, email) =>
      postFrom(to, '/api/subscribe', { email }),
    );
    const messages = startLoad(port, 24, 'message', timed, (to, email) => {
      const key = `${email.slice(0, email.indexOf('@'))}-key`;
      const fields = { name: 'Ana', company: 'A.', email, phone: '+351210000000', message: 'Hello.', key };
      return postFrom(to, '/api/contact', fields);
    });
    await until(() => addresses.acked.length > 100 && messages.acked.length > 50, 30_000);

    const admin = await openClient(t, pair.primary);
    let most = 0;
    const count = async () => {
      const all = await admin.query(`SELECT FROM pg_stat_activity WHERE application_name = 'embreve'`);
      most = Math.max(most, all.rowCount ?? 0);
    };
    await pair.signal('standby', 'SIGSTOP');
    since = performance.now();
    const refused = () => (addresses.statuses.get(503) ?? 0) + (messages.statuses.get(503) ?? 0);
    await until(() => refused() > 0, 10_000);
    // What was answered meanwhile had been on its way.
    const before = addresses.acked.length;
    await until(
      async () => (await count(), performance.now() - since > HANGS * 1_000),
      HANGS * 1_000 + 5_000,
    );
    assert.equal(addresses.acked.length, before);
    assert.equal(await get(port, '/soon'), 200);
    assert.equal((await ask(port, '/readyz')).status, 503);

    await pair.signal('standby', 'SIGCONT');
    const back = performance.now();
    since = Infinity;
    await until(() => addresses.acked.length > before, 20_000);
    const took = performance.now() - back;
    await until(async () => (await count(), addresses.acked.length > before + 100), 20_000);
    await Promise.all([addresses.stop(), messages.stop()]);
    t.diagnostic(
      `${addresses.acked.length} acknowledged, ${refused()} times 503, the slowest after ${slowest.toFixed()} ms, at most ${most} connections, back after ${took.toFixed()} ms`,
    );
    assert.ok(most <= CONNECTIONS, `${most} connections`);
    assert.ok(slowest <= REFUSED_MS, `503 after ${slowest} ms`);
    assert.ok(took <= BACK_MS, `back after ${took} ms`);
    const stored = await readStored(admin);
    assert.deepEqual(
      addresses.acked.filter((address) => !stored.addresses.has(address)),
      [],
    );
    assert.deepEqual(stored.repeated, []);
  },
);
