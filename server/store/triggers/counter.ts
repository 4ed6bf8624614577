// How `counter` is maintained on both databases.

/** SQL: the name under which a row of `subscription` counts. */
const counted = (row: string) => `CASE WHEN ${row}.suspect IS NOT NULL THEN 'suspect'
     WHEN ${row}.state = 'unsubscribed' AND ${row}.undeliverable_at IS NOT NULL THEN 'undeliverable'
     ELSE ${row}.state END`;

const SQLITE_TRIGGERS = `
   CREATE TRIGGER subscription_added AFTER INSERT ON subscription BEGIN
     UPDATE counter SET n = n + 1 WHERE name = ${counted('NEW')};
   END;
   CREATE TRIGGER subscription_changed AFTER UPDATE OF state, suspect, undeliverable_at ON subscription BEGIN
     UPDATE counter SET n = n - 1 WHERE name = ${counted('OLD')};
     UPDATE counter SET n = n + 1 WHERE name = ${counted('NEW')};
   END;
   CREATE TRIGGER subscription_removed AFTER DELETE ON subscription BEGIN
     UPDATE counter SET n = n - 1 WHERE name = ${counted('OLD')};
   END;`;

const POSTGRES_EVENTS = {
  INSERT: {
    tables: 'NEW TABLE AS added',
    changed: `SELECT ${counted('added')} AS name, 1 AS n FROM added`,
  },
  UPDATE: {
    tables: 'NEW TABLE AS added OLD TABLE AS removed',
    changed: `SELECT ${counted('added')} AS name, 1 AS n FROM added
     UNION ALL SELECT ${counted('removed')}, -1 FROM removed`,
  },
  DELETE: {
    tables: 'OLD TABLE AS removed',
    changed: `SELECT ${counted('removed')} AS name, -1 AS n FROM removed`,
  },
};

/**
 * Per statement, not per row; rows of `counter` are locked in one order against deadlocks, and not at all if
 * no number changes.
 */
function postgresTrigger(event: keyof typeof POSTGRES_EVENTS): string {
  const { tables, changed } = POSTGRES_EVENTS[event];
  const name = `subscription_counted_${event.toLowerCase()}`;
  const changes = `SELECT name, sum(n) AS n FROM (${changed}) AS row GROUP BY name HAVING sum(n) <> 0`;
  return `
   CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NOT EXISTS (${changes}) THEN RETURN NULL; END IF;
     PERFORM 1 FROM counter ORDER BY name FOR UPDATE;
     UPDATE counter SET n = counter.n + change.n FROM (${changes}) AS change WHERE counter.name = change.name;
     RETURN NULL;
   END $$;
   CREATE TRIGGER ${name} AFTER ${event} ON subscription REFERENCING ${tables}
     FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`;
}

export const COUNTER_TRIGGERS = {
  sqlite: SQLITE_TRIGGERS,
  postgres: postgresTrigger('INSERT') + postgresTrigger('UPDATE') + postgresTrigger('DELETE'),
};
