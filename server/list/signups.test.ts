import assert from 'node:assert/strict';
import { HOUR } from '#contract/time.ts';
import type { NewSubscription } from '#server/list/subscribe.ts';
import { keepVisits } from '#server/visits/kept.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { countByKind } from './count.ts';
import { addPeople } from './import/store.ts';
import { release } from './release.ts';
import { joinedOn, lastSignup, signupsAsked, signupsByDay, sourcesOfConfirmed } from './signups.ts';
import { markUndeliverable } from './undeliverable.ts';

const START = 490_000 * HOUR;
const FOLLOW = { doubleOptIn: true, forward: false };

function from(name: string, utmSource: string | null, referrer: string | null, rest = {}): NewSubscription {
  const plain = subscription(name, rest);
  return { ...plain, source: { ...plain.source, utmSource, referrer } };
}

async function countedRows({ write }: TestStore) {
  const rows = await write
    .selectFrom('signup_hour')
    .selectAll()
    .orderBy('hour')
    .orderBy('language')
    .orderBy('source')
    .execute();
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      (['hour', 'joined', 'confirmed', 'gone'] as const).map((name) => [name, Number(row[name])]),
    ),
  }));
}

testOnEach(
  'sign-ups are counted in the hour they came, were confirmed, left (catches: a leaving counts in the hour of joining)',
  async (_, open) => {
    let time = START;
    const store = await open({ now: () => time });
    const { confirm, leave, erase } = verbsOf(store, () => time);
    const idOf = async (name: string) => Number((await rowOf(store, name)).id);
    await Promise.all([
      store.add(from('ana', 'Instagram', null, { language: 'pt' })),
      store.add(from('ben', null, 'https://www.Example.org/a/b', { language: 'en' })),
      store.add(from('eva', null, null, { language: 'pt' })),
      store.add(from('bot', null, null, { suspect: 'honeypot' })),
    ]);
    time += HOUR;
    await confirm(await idOf('ana'));
    await confirm(await idOf('ben'));
    await confirm(await idOf('ben'));
    await store.add(from('ana', 'other', null, { language: 'pt' }));
    time += HOUR;
    await leave(await idOf('ana'));
    await leave(await idOf('eva'));
    const ben = await idOf('ben');
    await store.write.transaction().execute((trx) => markUndeliverable(trx, [ben], time));
    assert.equal((await release(store.write, 'bot@example.com', FOLLOW, time)).ok, true);
    const hour = START / HOUR;
    const none = { joined: 0, confirmed: 0, gone: 0 };
    const expected = [
      { hour, language: 'en', source: '', ...none, joined: 1 },
      { hour, language: 'en', source: 'www.example.org', ...none, joined: 1 },
      { hour, language: 'pt', source: '', ...none, joined: 1 },
      { hour, language: 'pt', source: 'instagram', ...none, joined: 1 },
      { hour: hour + 1, language: 'en', source: 'www.example.org', ...none, confirmed: 1 },
      { hour: hour + 1, language: 'pt', source: 'instagram', ...none, confirmed: 1 },
      { hour: hour + 2, language: 'en', source: 'www.example.org', ...none, gone: 1 },
      { hour: hour + 2, language: 'pt', source: 'instagram', ...none, gone: 1 },
    ];
    assert.deepEqual(await countedRows(store), expected);
    const days = ['2025-12-24', '2025-12-25', '2025-12-26'];
    time = Date.UTC(2025, 11, 25, 23);
    await store.add(from('rui', null, null, { language: 'pt' }));
    for (const [zone, joined] of [
      ['Europe/Lisbon', [0, 1, 0]],
      ['Europe/Madrid', [0, 0, 1]],
    ] as const)
      assert.deepEqual((await signupsByDay(store.read, days, zone)).map(joinedOn), joined, zone);
    assert.equal(await lastSignup(store.read), time);
    await store.write
      .deleteFrom('signup_hour')
      .where('hour', '=', time / HOUR)
      .execute();
    await erase(await idOf('ana'));
    assert.deepEqual(await countedRows(store), expected, 'what was counted stays, without a name');
  },
);

testOnEach(
  'the counts add up to the people on the list, with two processes at once, an import and erasures (catches: an erasure is not counted)',
  async (_, open) => {
    const now = () => START;
    const [one, other] = [await open({ now }), await open({ now })];
    const names = Array.from({ length: 60 }, (_value, n) => `person${n}`);
    await Promise.all(
      names.map((name, n) => (n % 2 === 0 ? one : other).add(from(name, n % 3 === 0 ? 'ig' : null, null))),
    );
    const rows = await one.read.selectFrom('subscription').select('id').orderBy('id').execute();
    const [first, second] = [one, other].map((store) => verbsOf(store, now));
    assert.ok(first && second);
    await Promise.all(
      [first, second].map(async (verbs, side) => {
        for (const { id } of rows.filter((_row, n) => n % 2 === side)) await verbs.confirm(Number(id));
      }),
    );
    const imported = [1, 2, 3].map((n) => {
      const address = `listed${n}@example.com`;
      return { address, key: address, language: 'en' as const, agreedAt: START - 100 * HOUR };
    });
    await addPeople(one.write, imported, { nextMail: null, now: START });
    await Promise.all([
      first.leave(Number(rows[0]?.id)),
      second.erase(Number(rows[1]?.id)),
      first.erase(Number(rows[2]?.id)),
    ]);
    // Erasures are counted by the database's own clock, in today's hour.
    const day = new Date(START).toISOString().slice(0, 10);
    const [began] = await signupsByDay(one.read, [day], 'UTC');
    assert.ok(began);
    assert.deepEqual([joinedOn(began), began.confirmed, began.imported, began.gone], [60, 60, 3, 1]);
    assert.equal((await countByKind(one.read)).confirmed, 60 + 3 - 3);
    assert.deepEqual(await sourcesOfConfirmed(one.read, 0, 5), [
      { source: '', n: 40 },
      { source: 'ig', n: 20 },
      { source: 'import', n: 3 },
    ]);
  },
);

testOnEach(
  'a person who asked for a closed page and signed up is counted by page, a suspect once released, and no other path is kept (catches: open pages too, at once, never)',
  async (_, open) => {
    const now = () => START;
    const store = await open({ now });
    const hour = START / HOUR;
    const seen = { hour, language: 'en' as const, source: '', n: 1, last_at: START };
    await keepVisits(store.write, [
      { ...seen, path: '/services', closed: 1 },
      { ...seen, path: '/soon', closed: 0 },
    ]);
    const asked = (name: string, path: string, rest = {}) => {
      const plain = subscription(name, rest);
      return store.add({ ...plain, source: { ...plain.source, path } });
    };
    await asked('ana', '/services');
    await asked('ben', '/soon');
    await asked('eva', '/made-up');
    await asked('bot', '/services', { suspect: 'honeypot' });
    const counted = async () => Object.fromEntries(await signupsAsked(store.read, { from: 0, to: hour }));
    assert.deepEqual(await counted(), { '/services': 1 });
    assert.ok((await release(store.write, 'bot@example.com', FOLLOW, START)).ok);
    assert.deepEqual(await counted(), { '/services': 2 });
  },
);
