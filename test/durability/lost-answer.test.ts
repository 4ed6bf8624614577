import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { startPostgres } from '../fixtures/postgres.ts';
import { makeFolders, startCollector } from './collector.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { type Answered, ask, onPostgres, openClient } from './postgres-collector.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';

const KEPT = `SELECT (SELECT count(*) FROM subscription) AS subscriptions, (SELECT count(*) FROM consent_receipt) AS receipts,
  (SELECT count(*) FROM message) AS messages, (SELECT count(*) FROM outbox WHERE kind = 'confirm') AS confirms,
  (SELECT count(*) FROM outbox WHERE kind = 'message') AS mails`;

type Counts = Record<'subscriptions' | 'receipts' | 'messages' | 'confirms' | 'mails', number>;
const rows = (n: number): Counts => ({ subscriptions: n, receipts: n, messages: n, confirms: n, mails: n });

const WRITTEN = { name: 'Ana', company: 'A', phone: '+351210000000', message: 'Hello.' };
const asks: ((port: number, name: string) => Promise<Answered>)[] = [
  (port, name) => ask(port, '/api/subscribe', { email: `${name}@example.com` }),
  (port, name) =>
    ask(port, '/api/contact', { ...WRITTEN, email: `${name}@example.com`, key: `a-key-for-${name}` }),
];

/** An answer without its date. */
function essence({ status, headers, body }: Answered) {
  return { status, headers: { ...headers, date: undefined }, body };
}

/** Loses the answers of the first attempts, then none. */
async function loseAnswers(t: TestContext, port: number, count: () => Promise<Counts>): Promise<void> {
  const proxy = await startFaultProxy(t, port);
  proxy.set('unanswered');
  for (const post of asks) {
    for (let times = 0; times < 2; times += 1) await assert.rejects(post(proxy.port, 'ana'), /hang up|RESET/);
  }
  assert.deepEqual(await count(), rows(1), 'cut after the commit, and once each');
  proxy.set('none');
  for (const post of asks) {
    const again = await post(proxy.port, 'ana');
    assert.equal(again.status, 202);
    assert.deepEqual(essence(again), essence(await post(proxy.port, 'eva')), 'as if it were the first');
  }
  assert.deepEqual(await count(), rows(2));
}

test('an answer lost after the commit: the next try gets the same 202, and one row is kept (D11, SQLite; catches: the key of a message does not count)', async (t) => {
  const folders = makeFolders(t);
  const { port } = await startCollector(t, folders);
  const db = new DatabaseSync(join(folders.dataDir, 'embreve.sqlite'), { readOnly: true });
  t.after(() => db.close());
  await loseAnswers(t, port, async () => ({ ...(db.prepare(KEPT).get() as Counts) }));
});

testOnPostgres(
  'an answer lost after the commit: the next try gets the same 202, and one row is kept (D11, PostgreSQL; catches: the key of a message does not count)',
  async (t) => {
    const { url } = await startPostgres(t);
    const { port } = await onPostgres(t, url).start();
    const client = await openClient(t, url);
    await loseAnswers(t, port, async () => {
      const { rows: found } = await client.query<Record<keyof Counts, string>>(KEPT);
      return Object.fromEntries(
        Object.entries(found[0] ?? {}).map(([name, n]) => [name, Number(n)]),
      ) as Counts;
    });
  },
);
