import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIRECT, type PeopleFilter, readFilter, writeFilter } from '#contract/owner/people.ts';
import { type OpenStore, testOnEach } from '#test/fixtures/each-database.ts';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { joinNews } from './news.ts';
import { countPeople, newestSources, searchPeople } from './search.ts';

const ALL = readFilter(new URLSearchParams());
const { source: NOWHERE } = subscription('');

async function filled(open: OpenStore) {
  const store = await open();
  await store.add(subscription('ana', { language: 'pt', source: { ...NOWHERE, utmSource: 'Instagram' } }));
  await store.add(
    subscription('eva', { interest: 'seo', source: { ...NOWHERE, referrer: 'https://www.google.com/' } }),
  );
  await store.add(
    subscription('rui', { language: 'pt', source: { ...NOWHERE, referrer: 'https://google.com.evil/x' } }),
  );
  await store.add(subscription('100%_a', { suspect: 'honeypot' }));
  const set = (name: string, state: 'confirmed' | 'unsubscribed') =>
    store.write.updateTable('subscription').set({ state }).where('key', 'like', `${name}@%`).execute();
  await set('eva', 'confirmed');
  await set('rui', 'unsubscribed');
  return store;
}

testOnEach(
  'people are found by a part of the address and by each filter, the newest first',
  async (_t, open) => {
    const { read, write } = await filled(open);
    const found = async (filter: Partial<PeopleFilter>) => {
      const { people, next } = await searchPeople(
        read,
        { ...ALL, ...filter },
        { before: Infinity, limit: 50 },
      );
      assert.equal(next, null);
      assert.deepEqual(await countPeople(read, { ...ALL, ...filter }), { n: people.length, isExact: true });
      return people.map(({ address }) => address.split('@')[0]);
    };
    assert.deepEqual(await found({}), ['rui', 'eva', 'ana'], 'no suspect');
    assert.deepEqual(await found({ text: 'a@ex' }), ['100%_a', 'eva', 'ana']);
    assert.deepEqual(await found({ text: '%_' }), ['100%_a'], 'signs of LIKE are letters like others');
    assert.deepEqual(await found({ kinds: ['suspect', 'confirmed'] }), ['100%_a', 'eva']);
    assert.deepEqual(await found({ kinds: ['pending'] }), ['ana'], 'a suspect belongs to no state');
    assert.deepEqual(await found({ language: 'pt' }), ['rui', 'ana']);
    assert.deepEqual(await found({ language: 'pt', kinds: ['unsubscribed'] }), ['rui']);
    assert.deepEqual(await found({ source: 'instagram' }), ['ana']);
    assert.deepEqual(await found({ source: 'google.com' }), ['eva'], 'not a host that begins so');
    assert.deepEqual(await found({ source: DIRECT }), []);
    assert.deepEqual(await found({ source: DIRECT, kinds: ['suspect'] }), ['100%_a']);
    assert.deepEqual(await found({ book: 'seo' }), ['eva']);
    assert.deepEqual(await found({ newsletter: 'yes' }), []);
    const eva = await searchPeople(read, { ...ALL, book: 'seo' }, { before: Infinity, limit: 1 });
    await joinNews(write, eva.people[0]?.id ?? 0, { version: null, language: 'en' }, 1);
    assert.deepEqual(await found({ newsletter: 'yes' }), ['eva']);
    assert.deepEqual(await found({ newsletter: 'no' }), ['rui', 'ana']);
    assert.deepEqual((await newestSources(read)).toSorted(), ['google.com', 'google.com.evil', 'instagram']);
  },
);

testOnEach(
  'page by page, and window by window, nobody is missed or told twice (catches: the last window is taken for the end)',
  async (_t, open) => {
    const store = await open();
    for (let n = 1; n <= 30; n++) await store.add(subscription(`p${n}`, { language: n % 5 ? 'en' : 'pt' }));
    for (const language of [null, 'pt'] as const) {
      const filter = { ...ALL, language };
      const told: string[] = [];
      let asked = 0;
      for (let before: number | null = Infinity; before !== null; asked++) {
        // No patience at all: one window per answer.
        const page = await searchPeople(
          store.read,
          filter,
          { before, limit: 4 },
          { window: 7, patience: -1 },
        );
        told.push(...page.people.map(({ address }) => address.replace(/@.*/, '')));
        before = page.next;
      }
      const wanted = Array.from({ length: 30 }, (_, n) => 30 - n).filter(
        (n) => language === null || n % 5 === 0,
      );
      assert.deepEqual(
        told,
        wanted.map((n) => `p${n}`),
      );
      assert.ok(asked >= 5, 'it was asked once');
      const counted = await countPeople(store.read, filter, { window: 7, patience: -1 });
      assert.deepEqual(counted, language === null ? { n: 30, isExact: true } : { n: 2, isExact: false });
    }
  },
);

test('a filter says the same in an address and out of it (catches: a sign of the text ends it)', () => {
  const filter: PeopleFilter = {
    text: 'a&b=c',
    kinds: ['pending', 'suspect'],
    language: 'pt',
    source: 'x y',
    book: 'ads',
    newsletter: 'no',
  };
  assert.deepEqual(readFilter(new URLSearchParams(writeFilter(filter))), filter);
  assert.deepEqual(readFilter(new URLSearchParams('state=x,pending&language=xx&book=Y&q=%20ANA%20')), {
    ...ALL,
    kinds: ['pending'],
    text: 'ana',
  });
});

test('a search reads one window of ids, and few among many by their index (catches: a walk through all)', async () => {
  const { db, query, plans } = openExplained();
  db.exec(
    "INSERT INTO subscription (key, address, language, state, created_at) VALUES ('a', 'a', 'en', 'pending', 0)",
  );
  const planOf = async (filter: Partial<PeopleFilter>) => {
    await searchPeople(query, { ...ALL, ...filter }, { before: Infinity, limit: 50 });
    return plans.at(-1)?.plan;
  };
  const window = 'SEARCH subscription USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)';
  assert.equal(await planOf({ text: 'ana' }), window);
  assert.equal(await planOf({ language: 'pt' }), window);
  assert.match(
    (await planOf({ kinds: ['suspect'] })) ?? '',
    /USING INDEX subscription_suspect \(id>\? AND id<\?\)$/,
  );
  assert.match(
    (await planOf({ kinds: ['suppressed'] })) ?? '',
    /subscription_left \(state=\? AND id>\? AND id<\?\)$/,
  );
});
