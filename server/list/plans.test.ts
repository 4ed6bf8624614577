import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { countDemand, countVisits } from '#server/visits/kept.ts';
import { applyRetention } from './retain.ts';
import { signupsAsked, signupsByDay, sourcesOfConfirmed } from './signups.ts';

test('figures of two years are summed in the order of their indexes, and read no table (catches: a condition that the index lacks, a sum of what it has not)', async () => {
  const { query, plans } = openExplained();
  await signupsByDay(query, ['2026-11-20', '2026-11-21'], 'Europe/Lisbon');
  await sourcesOfConfirmed(query, 1, 200);
  await countVisits(query, 1);
  await countDemand(query, 1);
  await signupsAsked(query, { from: 1, to: 2 });
  const [byDay = '', sources = '', ...rest] = plans.map(({ plan }) => plan);
  assert.match(byDay, /SEARCH signup_hour USING PRIMARY KEY \(hour>\? AND hour<\?\); SCAN of_hour/);
  assert.match(
    sources,
    /^SCAN signup_hour USING COVERING INDEX signup_source; USE TEMP B-TREE FOR ORDER BY$/,
  );
  const visits = 'SEARCH visit_hour USING COVERING INDEX visit_page (closed=?)';
  assert.deepEqual(rest, [
    visits,
    `${visits}; USE TEMP B-TREE FOR ORDER BY`,
    'SEARCH signup_page_hour USING PRIMARY KEY (hour>? AND hour<?); USE TEMP B-TREE FOR GROUP BY',
  ]);
});

test('people to be deleted are found among those who wait and those who cannot be reached (catches: all are walked through)', async () => {
  const { query, plans } = openExplained();
  await applyRetention(query, 30, 1);
  const [waiting = '', unreachable = ''] = plans.map(({ plan }) => plan);
  assert.match(waiting, /^SEARCH subscription USING COVERING INDEX subscription_pending \(created_at<\?\)/);
  assert.match(unreachable, /USING INDEX subscription_undeliverable/);
});
