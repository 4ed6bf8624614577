// Sign-ups of people who had first requested a closed page, by hour and page (`signup_page_hour`). Only pages
// that visitors requested are counted, so that no made-up path remains after an erasure.

const ADD_ONE = 'INSERT INTO signup_page_hour (hour, path, n) VALUES (NEW.created_at / 3600000, NEW.path, 1)';
const UPSERT = 'ON CONFLICT (hour, path) DO UPDATE SET n = signup_page_hour.n + excluded.n';
const WAS_CLOSED = 'EXISTS (SELECT 1 FROM visit_hour v WHERE v.closed = 1 AND v.path = NEW.path)';
const RELEASED = 'OLD.suspect IS NOT NULL AND NEW.suspect IS NULL';

const sqliteTrigger = (name: string, when: string) => `
   CREATE TRIGGER signup_asked_${name} AFTER ${when} AND ${WAS_CLOSED} BEGIN
     ${ADD_ONE} ${UPSERT};
   END;`;

/** The rows of `counter` are locked first, as in signups-by-hour.ts, to avoid deadlocks. */
const POSTGRES_TRIGGERS = `
   CREATE FUNCTION count_asked_signup() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NOT ${WAS_CLOSED} THEN RETURN NULL; END IF;
     PERFORM 1 FROM counter ORDER BY name FOR UPDATE;
     ${ADD_ONE} ${UPSERT};
     RETURN NULL;
   END $$;
   CREATE TRIGGER subscription_asked_insert AFTER INSERT ON subscription
     FOR EACH ROW WHEN (NEW.suspect IS NULL AND NEW.path IS NOT NULL) EXECUTE FUNCTION count_asked_signup();
   CREATE TRIGGER subscription_asked_release AFTER UPDATE OF suspect ON subscription
     FOR EACH ROW WHEN (${RELEASED} AND NEW.path IS NOT NULL) EXECUTE FUNCTION count_asked_signup();`;

export const SIGNUP_PAGE_TRIGGERS = {
  sqlite:
    sqliteTrigger('inserted', 'INSERT ON subscription WHEN NEW.suspect IS NULL') +
    sqliteTrigger('released', `UPDATE OF suspect ON subscription WHEN ${RELEASED}`),
  postgres: POSTGRES_TRIGGERS,
};
