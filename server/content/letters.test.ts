import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { lettersShown } from './letters.ts';

test('the query made twice a second reads no words (catches: the rows are read; no index)', async () => {
  const { query, plans } = openExplained();
  await lettersShown(query).execute();
  assert.match(plans[0]?.plan ?? '', /USING COVERING INDEX announcement_shown/);
});
