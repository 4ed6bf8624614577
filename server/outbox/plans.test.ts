import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { queryBuilder } from '#server/db/sqlite.ts';
import { createQueue } from './queue.ts';

test('no look walks through mails long sent (fault: SQLite takes the index on their kind)', async () => {
  const db = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) db.exec(migration);
  db.exec("INSERT INTO outbox (kind, due_at, created_at) VALUES ('confirm', 0, 0), ('confirm', 0, 0)");
  const plans: string[] = [];
  const query = queryBuilder({
    run: (text, values) => {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
      plans.push(plan.map(({ detail }) => detail).join('; '));
      return Promise.resolve({ rows: db.prepare(text).all(...values), changes: 0 });
    },
    take: () => Promise.resolve(),
    release: () => {},
  });
  const queue = createQueue(
    { kind: 'sqlite', query },
    () => 1,
    () => 0.5,
  );
  assert.equal((await queue.claim(['confirm', 'message'], 10)).length, 2);
  await queue.recover(['confirm']);
  assert.equal(plans.length, 3);
  for (const plan of plans)
    assert.match(plan, /(SEARCH|SCAN) outbox USING (COVERING )?INDEX outbox_open/, plan);
  for (const plan of plans) assert.doesNotMatch(plan, /outbox_started|SCAN outbox(;|$)|TEMP B-TREE/, plan);
});
