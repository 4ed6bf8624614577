import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { newestPeople } from './find.ts';

test('a list of few does not walk through all (fault: the condition is not that of the index)', async () => {
  const { query, plans } = openExplained();
  for (const kind of ['unsubscribed', 'suppressed', 'suspect', 'undeliverable'] as const)
    await newestPeople(query, kind, { limit: 50, before: 1_000 });
  const left = 'SEARCH subscription USING INDEX subscription_left (state=? AND id<?)';
  assert.deepEqual(
    plans.map(({ plan }) => plan),
    [
      left,
      left,
      'SEARCH subscription USING INDEX subscription_suspect (id<?)',
      'SEARCH subscription USING INDEX subscription_undeliverable (id<?)',
    ],
  );
});
