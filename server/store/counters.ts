// How `counter` is kept on both databases.

/** SQL: under which name a row of `subscription` counts. */
type CountedAs = (row: string) => string;

/** The first step counts so, and must not change any more. */
export const BY_STATE: CountedAs = (row) =>
  `CASE WHEN ${row}.suspect IS NULL THEN ${row}.state ELSE 'suspect' END`;

export const BY_KIND: CountedAs = (row) => `CASE WHEN ${row}.suspect IS NOT NULL THEN 'suspect'
     WHEN ${row}.state = 'unsubscribed' AND ${row}.undeliverable_at IS NOT NULL THEN 'undeliverable'
     ELSE ${row}.state END`;

export function sqliteCounters(counted: CountedAs): string {
  const columns = counted === BY_STATE ? 'state, suspect' : 'state, suspect, undeliverable_at';
  return `
   CREATE TRIGGER subscription_added AFTER INSERT ON subscription BEGIN
     UPDATE counter SET n = n + 1 WHERE name = ${counted('NEW')};
   END;
   CREATE TRIGGER subscription_changed AFTER UPDATE OF ${columns} ON subscription BEGIN
     UPDATE counter SET n = n - 1 WHERE name = ${counted('OLD')};
     UPDATE counter SET n = n + 1 WHERE name = ${counted('NEW')};
   END;
   CREATE TRIGGER subscription_removed AFTER DELETE ON subscription BEGIN
     UPDATE counter SET n = n - 1 WHERE name = ${counted('OLD')};
   END;`;
}

export const DROP_SQLITE_COUNTERS = `
   DROP TRIGGER subscription_added;
   DROP TRIGGER subscription_changed;
   DROP TRIGGER subscription_removed;`;

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;
const TRANSITIONS = {
  INSERT: 'NEW TABLE AS added',
  UPDATE: 'NEW TABLE AS added OLD TABLE AS removed',
  DELETE: 'OLD TABLE AS removed',
};

const functionOf = (event: string) => `subscription_counted_${event.toLowerCase()}`;

export function postgresCounters(counted: CountedAs): string {
  const triggers = EVENTS.map(
    (event) => `
   CREATE TRIGGER ${functionOf(event)} AFTER ${event} ON subscription REFERENCING ${TRANSITIONS[event]}
     FOR EACH STATEMENT EXECUTE FUNCTION ${functionOf(event)}();`,
  );
  return postgresFunctions(counted) + triggers.join('');
}

/**
 * Once a statement, not once a row; the rows of `counter` are locked in one order, so that no two wait for each other,
 * and not at all where no number changes.
 */
export function postgresFunctions(counted: CountedAs): string {
  const changed = {
    INSERT: `SELECT ${counted('added')} AS name, 1 AS n FROM added`,
    UPDATE: `SELECT ${counted('added')} AS name, 1 AS n FROM added
     UNION ALL SELECT ${counted('removed')}, -1 FROM removed`,
    DELETE: `SELECT ${counted('removed')} AS name, -1 AS n FROM removed`,
  };
  return EVENTS.map((event) => {
    const changes = `SELECT name, sum(n) AS n FROM (${changed[event]}) AS row GROUP BY name HAVING sum(n) <> 0`;
    return `
   CREATE OR REPLACE FUNCTION ${functionOf(event)}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NOT EXISTS (${changes}) THEN RETURN NULL; END IF;
     PERFORM 1 FROM counter ORDER BY name FOR UPDATE;
     UPDATE counter SET n = counter.n + change.n FROM (${changes}) AS change WHERE counter.name = change.name;
     RETURN NULL;
   END $$;`;
  }).join('');
}
