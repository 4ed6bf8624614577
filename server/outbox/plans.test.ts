import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { test } from 'node:test';
import { openExplained } from '#test/fixtures/query-plans.ts';
import { createQueue } from './queue.ts';
import { countIssues, lastMail, listIssues } from './delivery-issues.ts';

test('no look walks through mails long sent (catches: SQLite takes the index on their kind)', async () => {
  const { db, query, plans } = openExplained();
  db.exec("INSERT INTO outbox (kind, due_at, created_at) VALUES ('confirm', 0, 0), ('confirm', 0, 0)");
  const queue = createQueue(
    { kind: 'sqlite', write: query },
    KINDS,
    () => 1,
    () => 0.5,
  );
  assert.deepEqual(await queue.due(['message', 'confirm']), ['confirm']);
  assert.equal((await queue.claim('confirm', 10)).length, 2);
  await queue.recover(['confirm']);
  assert.equal(plans.length, 7);
  for (const { plan } of plans)
    assert.match(
      plan,
      /SEARCH outbox (EXISTS )?USING INDEX outbox_(open|retry) \(kind=|SCAN outbox USING INDEX outbox_leased/,
      plan,
    );
  for (const { plan } of plans)
    assert.doesNotMatch(plan, /outbox_started|SCAN outbox(;|$)|TEMP B-TREE/, plan);
});

test('mails in trouble are counted and listed by their index (catches: all that ever failed is sorted for a page)', async () => {
  const { query, plans } = openExplained();
  await listIssues(query, 'failed', { limit: 25, before: 1_000 });
  await countIssues(query);
  await lastMail(query, ['confirm']);
  const found = plans.map(({ plan }) => plan.split(';')[0]);
  assert.deepEqual(found, [
    'SEARCH outbox USING INDEX outbox_trouble_listed (<expr>=? AND id<?)',
    'SCAN outbox USING INDEX outbox_trouble_listed',
    'SEARCH outbox USING INDEX outbox_finished (finished_at>?)',
  ]);
  for (const { plan } of plans) assert.doesNotMatch(plan, /TEMP B-TREE/, plan);
});
