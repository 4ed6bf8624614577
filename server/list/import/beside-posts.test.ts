import assert from 'node:assert/strict';
import { sql } from '#kysely';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { someoneWaits, type TestStore } from '#test/fixtures/store.ts';
import { NOW, person } from '#test/fixtures/command.ts';
import { beginImport } from './runs.ts';
import { addPeople, moveKnown } from './store.ts';

function peopleOf(names: string[]) {
  return names.map((name) => {
    const address = `${name}@example.com`;
    return { address, key: address, language: 'en' as const, agreedAt: null };
  });
}

function addAll({ write }: TestStore, names: string[]) {
  return addPeople(write, peopleOf(names), { nextMail: null, now: NOW });
}

/** Makes PostgreSQL abort the next `count` transactions that add people; SQLite has no deadlocks. */
async function endNext({ kind, write }: TestStore, count: number): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`CREATE SEQUENCE IF NOT EXISTS ended`.execute(write);
  await sql
    .raw(
      `CREATE OR REPLACE FUNCTION end_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('ended') <= ${count} THEN RAISE EXCEPTION 'planted' USING ERRCODE = '40P01'; END IF;
         RETURN NULL;
       END $$`,
    )
    .execute(write);
  await sql`CREATE OR REPLACE TRIGGER end_it AFTER INSERT ON subscription EXECUTE FUNCTION end_it()`.execute(
    write,
  );
}

testOnEach(
  'people are added in the order of their keys, as posts are (catches: in that of the file, a circle of waiting)',
  async (_t, open) => {
    const store = await open();
    await addAll(store, ['zoe', 'ana.b', 'anab', 'eva', 'ana-a']);
    const keys = (by: 'id' | 'key') =>
      store.write.selectFrom('subscription').select('key').orderBy(by).execute();
    assert.deepEqual(await keys('id'), await keys('key'));
  },
);

testOnEach(
  'what PostgreSQL ends, as it and others wait for each other, is tried again, not forever (catches: an import stops half way)',
  async (_t, open) => {
    const store = await open();
    await endNext(store, 4);
    assert.deepEqual(await addAll(store, ['ana', 'eva']), ['added', 'added']);
    if (store.kind === 'sqlite') return;
    await sql`ALTER SEQUENCE ended RESTART`.execute(store.write);
    await endNext(store, 5);
    await assert.rejects(addAll(store, ['rui']), /planted/);
  },
);

testOnEach(
  'an import that confirms people waits for posts in the order of their keys, and sees what they did (catches: a circle of waiting; who left meanwhile counts)',
  async (_t, open) => {
    const store = await open();
    // SQLite has no deadlocks.
    if (store.kind === 'sqlite') return;
    const people = peopleOf(['zoe', 'ana']);
    for (const { key } of people) await store.add(person(key));
    const run = await beginImport(store.write, NOW);
    const pending = await store.write.transaction().execute(async (trx) => {
      const row = (key: string) =>
        trx.selectFrom('subscription').select('id').where('key', '=', key).forNoKeyUpdate().noWait();
      const { id } = await row('ana@example.com').executeTakeFirstOrThrow();
      const confirming = moveKnown(store, people, { now: NOW, run, getNews: false });
      await someoneWaits(store);
      await row('zoe@example.com').execute();
      const left = {
        subscription_id: id,
        event: 'withdrawn' as const,
        language: 'en' as const,
        page: '/soon',
      };
      await trx
        .insertInto('consent_receipt')
        .values({ ...left, at: NOW })
        .execute();
      // Wrapped: the promise itself would be awaited before the transaction ends.
      return { confirming };
    });
    assert.deepEqual(await pending.confirming, { confirmed: ['zoe@example.com'], joined: [] });
    const confirmed = store.write.selectFrom('subscription').select('key').where('state', '=', 'confirmed');
    assert.deepEqual(await confirmed.execute(), [{ key: 'zoe@example.com' }]);
  },
);
