import assert from 'node:assert/strict';
import type { Figures } from '#contract/owner/figures.ts';
import { PATHS } from '#contract/pages.ts';
import type { Today } from '#contract/owner/today.ts';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { fillSample } from '#test/fixtures/sample.ts';
import { verbsOf } from '#test/fixtures/subscription.ts';

/** In the middle of 28 days Lisbon's clocks go back. */
const NOW = Date.UTC(2026, 10, 8, 14);
const LISBON = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon', dateStyle: 'short' });

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

testOnEach(
  'figures of 28 days are those of the rows, in the owner’s zone (catches: days of UTC)',
  async (t, open) => {
    const store = await open({ now: () => NOW });
    await fillSample(store.write, { now: NOW });
    const { port } = await startOwnerApp(t, store, { now: () => NOW });
    const owner = await signedIn(port, store.write, { now: NOW });
    const { days, signups, confirmed, before, funnel, sources, demand } = jsonOf<Figures>(
      await owner.get('/figures?period=month'),
    );
    const people = await store.read.selectFrom('subscription').selectAll().execute();
    const genuine = people.filter(({ suspect }) => suspect === null);
    const onDay = (at: number | null) => at !== null && LISBON.format(at);

    assert.deepEqual([days.length, days[0], days.at(-1)], [28, '2026-10-12', '2026-11-08']);
    for (const [place, day] of days.entries())
      for (const language of ['en', 'pt'] as const) {
        const came = genuine.filter((row) => row.language === language && onDay(row.created_at) === day);
        assert.equal(signups[place]?.[language], came.length, `${day} ${language}`);
      }
    const isOnList = ({ state }: { state: string }) => state === 'confirmed';
    assert.equal(confirmed.at(-1), genuine.filter(isOnList).length);
    const wereOn = (day: string) =>
      genuine.filter(({ confirmed_at, left_at, undeliverable_at }) => {
        const gone = left_at ?? undeliverable_at;
        return (
          confirmed_at !== null &&
          LISBON.format(confirmed_at) <= day &&
          (gone === null || LISBON.format(gone) > day)
        );
      }).length;
    assert.equal(confirmed[0], wereOn('2026-10-12'));
    assert.equal(before?.at(-1), wereOn('2026-10-11'));
    const inTime = genuine.filter(({ confirmed_at }) => (onDay(confirmed_at) || '') >= '2026-10-12');
    assert.deepEqual(
      [funnel.signups, funnel.confirmed],
      [sum(signups.flatMap((day) => Object.values(day))), inTime.length],
    );
    assert.equal(sum(sources.map(({ n }) => n)), inTime.length);
    assert.deepEqual(
      [sources[0]?.source, sources.at(-1)?.source],
      [{ is: 'named', name: 'Instagram' }, { is: 'other' }],
    );
    assert.ok(funnel.visits > funnel.signups);
    assert.deepEqual(
      demand.slice(0, 2).map(({ page }) => page),
      ['services', 'products'],
    );
    assert.deepEqual(
      demand.map(({ signedUp }) => signedUp),
      demand.map(({ page }) => {
        const asked = genuine.filter(({ path }) => path === PATHS[page]);
        return asked.filter((row) => (onDay(row.created_at) || '') >= '2026-10-12').length;
      }),
      'who had asked for a closed page signed up',
    );

    const all = jsonOf<Figures>(await owner.get('/figures?period=all'));
    assert.equal(all.before, null);
    assert.equal(sum(all.signups.flatMap((day) => Object.values(day))), genuine.length);
    assert.ok(all.since !== null && LISBON.format(all.since) === all.days[0]);
  },
);

testOnEach('an empty store has figures too: nothing, of today', async (t, open) => {
  const store = await open({ now: () => NOW });
  const { port } = await startOwnerApp(t, store, { now: () => NOW });
  const owner = await signedIn(port, store.write, { now: NOW });
  const all = jsonOf<Figures>(await owner.get('/figures?period=all'));
  assert.deepEqual(all, {
    since: null,
    days: ['2026-11-08'],
    signups: [{ en: 0, pt: 0 }],
    confirmed: [0],
    before: null,
    funnel: { visits: 0, signups: 0, confirmed: 0 },
    sources: [],
    demand: [],
  });
  const today = jsonOf<Today>(await owner.get('/today'));
  assert.deepEqual([today.people, today.fortnight.length, today.needs, today.launch], [0, 14, [], null]);
  assert.deepEqual(today.form, {
    state: 'alive',
    lastSignup: null,
    lastVisit: null,
    mailTook: null,
    usual: null,
  });
});

testOnEach(
  'Today says who is on the list, how many more than yesterday, and what needs the owner, the most urgent first',
  async (t, open) => {
    let time = NOW;
    const store = await open({ now: () => time });
    await fillSample(store.write, { now: NOW });
    const { port } = await startOwnerApp(t, store, { now: () => time });
    const owner = await signedIn(port, store.write, { now: NOW });
    const today = jsonOf<Today>(await owner.get('/today'));
    const rows = await store.read.selectFrom('subscription').selectAll().execute();
    assert.equal(today.people, rows.filter(({ state }) => state === 'confirmed').length);
    assert.equal(today.waiting, rows.filter((row) => row.state === 'pending' && !row.suspect).length);
    assert.deepEqual(
      today.needs.map((need) => ('n' in need ? [need.is, need.n] : [need.is])),
      [['mails', 4], ['held', 2], ['messages', 3], ...(store.database.kind === 'sqlite' ? [['backup']] : [])],
    );
    assert.deepEqual([today.unread, today.trouble, today.form.state], [3, 6, 'alive']);
    assert.equal(today.fortnight.at(-1)?.day, '2026-11-08');

    const someone = rows.find(({ state }) => state === 'confirmed');
    await verbsOf(store, () => time).leave(Number(someone?.id));
    const later = jsonOf<Today>(await owner.get('/today'));
    assert.deepEqual(
      [later.people, later.sinceYesterday],
      [today.people - 1, today.sinceYesterday - 1],
      'who leaves today counts today',
    );
    time += 2 * DAY;
    const again = await signedIn(port, store.write, { now: time });
    assert.equal(jsonOf<Today>(await again.get('/today')).form.state, 'quiet');
  },
);
