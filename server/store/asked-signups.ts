import type { Words } from './migrations.ts';

// Sign-ups of people who had asked for a closed page first, by hour and page. Only pages that visitors asked for are counted,
// so no path that somebody made up stays when they are erased.

const INTO = 'INSERT INTO asked_signup_hour (hour, path, n)';
const UPSERT = 'ON CONFLICT (hour, path) DO UPDATE SET n = asked_signup_hour.n + excluded.n';
const wasClosed = (row: string) =>
  `EXISTS (SELECT 1 FROM visit_hour v WHERE v.closed = 1 AND v.path = ${row}.path)`;
const RELEASED = 'OLD.suspect IS NOT NULL AND NEW.suspect IS NULL';

/** And what figures of a long time read in its order: to sort two years of hours took a second. */
export function askedSignups({ int, keyed, askedTriggers }: Words): string {
  return `
   CREATE INDEX visit_page ON visit_hour (closed, path, hour, n);
   CREATE INDEX signup_source ON signup_hour (source, hour, confirmed) WHERE confirmed > 0;
   CREATE TABLE asked_signup_hour (
     hour ${int} NOT NULL,
     path TEXT NOT NULL,
     n ${int} NOT NULL,
     PRIMARY KEY (hour, path)
   )${keyed};
   ${INTO} SELECT created_at / 3600000, path, count(*) FROM subscription s
     WHERE suspect IS NULL AND ${wasClosed('s')} GROUP BY created_at / 3600000, path;
   ${askedTriggers}`;
}

const sqliteTrigger = (name: string, when: string) => `
   CREATE TRIGGER signup_asked_${name} AFTER ${when} AND ${wasClosed('NEW')} BEGIN
     ${INTO} VALUES (NEW.created_at / 3600000, NEW.path, 1) ${UPSERT};
   END;`;

export const SQLITE_ASKED_TRIGGERS =
  sqliteTrigger('inserted', 'INSERT ON subscription WHEN NEW.suspect IS NULL') +
  sqliteTrigger('released', `UPDATE OF suspect ON subscription WHEN ${RELEASED}`);

/** The rows of `counter` are locked first, as in hour-tables.ts: whoever counts waits for nobody who waits for them. */
export const POSTGRES_ASKED_TRIGGERS = `
   CREATE FUNCTION count_asked_signup() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NOT ${wasClosed('NEW')} THEN RETURN NULL; END IF;
     PERFORM 1 FROM counter ORDER BY name FOR UPDATE;
     ${INTO} VALUES (NEW.created_at / 3600000, NEW.path, 1) ${UPSERT};
     RETURN NULL;
   END $$;
   CREATE TRIGGER subscription_asked_insert AFTER INSERT ON subscription
     FOR EACH ROW WHEN (NEW.suspect IS NULL AND NEW.path IS NOT NULL) EXECUTE FUNCTION count_asked_signup();
   CREATE TRIGGER subscription_asked_release AFTER UPDATE OF suspect ON subscription
     FOR EACH ROW WHEN (${RELEASED} AND NEW.path IS NOT NULL) EXECUTE FUNCTION count_asked_signup();`;
