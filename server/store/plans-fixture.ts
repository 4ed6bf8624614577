import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from './migrations.ts';
import { queryBuilder } from './sqlite.ts';

/** For tests: an empty store in memory; `plans` grows by each query with how SQLite means to find its rows. */
export function openExplained() {
  const db = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) db.exec(migration);
  const plans: { text: string; plan: string }[] = [];
  const query = queryBuilder({
    run: (text, values) => {
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
      plans.push({ text, plan: steps.map(({ detail }) => detail).join('; ') });
      return Promise.resolve({ rows: db.prepare(text).all(...values), changes: 0 });
    },
    take: () => Promise.resolve(),
    release: () => {},
  });
  return { db, query, plans };
}
