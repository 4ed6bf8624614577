import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAUNCH_WORDS } from '#test/fixtures/launch.ts';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { countStarted, findWaiting, isAnybodyLeft, lastStart, readWave, commitBatch } from './ledger.ts';
import { checkHealth } from './health.ts';
import { countAudienceByLanguage, readAudience } from './recipients.ts';
import { createRecovery } from './uncertain.ts';

test('whatever the sender asks again and again finds its rows by an index, not by walking through everybody', async () => {
  const { query, plans } = openExplained();
  const store = { kind: 'sqlite' as const, write: query };
  await findWaiting(query, 1, 5, 200, { id: 1, due: 1 });
  await countStarted(query, 5);
  await readWave(query, 1, 50);
  await lastStart(query, 1);
  await isAnybodyLeft(query, 1);
  await checkHealth(query, 1, 5);
  await createRecovery(store, () => 5)(1, 'other', 'X');
  await commitBatch(store, {
    announcement: 1,
    sender: 'me',
    ended: [
      { id: 1, attempt: 1, outcome: 'sent', reply: '' },
      { id: 2, attempt: 1, outcome: 'retry', reply: '', due: 9, afresh: false },
    ],
    neverLeft: [3],
    next: [4, 5],
    relay: 'X',
    now: 5,
  });
  const looks = plans.filter(({ text }) => text.includes('announcement_recipient'));
  assert.ok(looks.length >= 9);
  for (const { text, plan } of looks) {
    assert.doesNotMatch(plan, /SCAN (?:r|announcement_recipient)\b/, text);
    // By the announcement alone it would scan all recipients.
    assert.doesNotMatch(plan, /PRIMARY KEY \(announcement_id=\?\)/, text);
  }
});

test('readers are counted from their topic, and read on from the last one (catches: from the whole list; from the first reader)', async () => {
  const { query, plans } = openExplained();
  await countAudienceByLanguage(query, 'book:seo');
  assert.match(plans.at(-1)?.plan ?? '', /^SEARCH i USING COVERING INDEX interest_product \(product=\?\)/);
  for await (const _ of readAudience(query, { purpose: 'letter:1', words: LAUNCH_WORDS }));
  assert.match(
    plans.at(-1)?.plan ?? '',
    /^SEARCH (s USING INTEGER PRIMARY KEY \(rowid>|i .*subscription_id>)/,
  );
});
