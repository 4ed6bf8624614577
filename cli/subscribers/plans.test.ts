import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { queryBuilder } from '#server/db/sqlite.ts';
import { newest } from './list.ts';

test('a list of few does not walk through all (fault: the condition is not that of the index)', async () => {
  const db = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) db.exec(migration);
  const plans: string[] = [];
  const query = queryBuilder({
    run: (text, values) => {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
      plans.push(plan.map(({ detail }) => detail).join('; '));
      return Promise.resolve({ rows: [], changes: 0 });
    },
    take: () => Promise.resolve(),
    release: () => {},
  });
  for (const kind of ['unsubscribed', 'suppressed', 'suspect'] as const)
    await newest(query, kind, { limit: 50, before: 1_000 });
  const left = 'SEARCH subscription USING INDEX subscription_left (state=? AND id<?)';
  assert.deepEqual(plans, [left, left, 'SEARCH subscription USING INDEX subscription_suspect (id<?)']);
});
