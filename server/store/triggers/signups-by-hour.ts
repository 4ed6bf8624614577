// Sign-ups by hour, language and source (`signup_hour`), whichever command or process changes a person. The
// counts stay after an erasure, and identify nobody.

const UPSERT = `ON CONFLICT (hour, language, source) DO UPDATE SET joined = signup_hour.joined + excluded.joined,
     confirmed = signup_hour.confirmed + excluded.confirmed, gone = signup_hour.gone + excluded.gone`;
const INTO = 'INSERT INTO signup_hour (hour, language, source, joined, confirmed, gone)';

const hour = (time: string) => `${time} / 3600000`;
/** On the list, so that those confirmed minus those gone are those on it now. */
const isOnList = (row: string) => `(${row}.state = 'confirmed' AND ${row}.suspect IS NULL)`;
const confirmedAt = (row: string) => `coalesce(${row}.confirmed_at, ${row}.created_at)`;

/** A person's source: our own parameter, else the referring host; empty for neither. */
const sourceOf = (row: string, host: string) =>
  `CASE WHEN ${row}.consent = 'import' THEN 'import' ELSE lower(substr(coalesce(${row}.utm_source, ${host}, ''), 1, 60)) END`;
const sqliteSource = (row: string) => {
  const rest = `substr(${row}.referrer, instr(${row}.referrer, '://') + 3)`;
  return sourceOf(row, `substr(${rest}, 1, instr(${rest} || '/', '/') - 1)`);
};
const postgresSource = (row: string) =>
  sourceOf(row, `split_part(split_part(${row}.referrer, '://', 2), '/', 1)`);

function sqliteTrigger(name: string, when: string, time: string, row: string, counts: string): string {
  return `
   CREATE TRIGGER signup_${name} AFTER ${when} BEGIN
     ${INTO} VALUES (${time}, ${row}.language, ${sqliteSource(row)}, ${counts}) ${UPSERT};
   END;`;
}

const CLOCK = `unixepoch() / 3600`;
const SQLITE_TRIGGERS = [
  sqliteTrigger(
    'joined',
    'INSERT ON subscription WHEN NEW.suspect IS NULL',
    hour('NEW.created_at'),
    'NEW',
    '1, 0, 0',
  ),
  sqliteTrigger(
    'joined_confirmed',
    `INSERT ON subscription WHEN ${isOnList('NEW')}`,
    hour(confirmedAt('NEW')),
    'NEW',
    '0, 1, 0',
  ),
  sqliteTrigger(
    'released',
    'UPDATE OF suspect ON subscription WHEN OLD.suspect IS NOT NULL AND NEW.suspect IS NULL',
    hour('NEW.created_at'),
    'NEW',
    '1, 0, 0',
  ),
  sqliteTrigger(
    'confirmed',
    `UPDATE OF state, suspect ON subscription WHEN ${isOnList('NEW')} AND NOT ${isOnList('OLD')}`,
    hour(confirmedAt('NEW')),
    'NEW',
    '0, 1, 0',
  ),
  sqliteTrigger(
    'left',
    `UPDATE OF state, suspect ON subscription WHEN ${isOnList('OLD')} AND NOT ${isOnList('NEW')}`,
    `coalesce(${hour('NEW.left_at')}, ${hour('NEW.undeliverable_at')}, ${CLOCK})`,
    'OLD',
    '0, 0, 1',
  ),
  sqliteTrigger('erased', `DELETE ON subscription WHEN ${isOnList('OLD')}`, CLOCK, 'OLD', '0, 0, 1'),
];

type Event = { row: string; where: string; time: string; counts: string };

const POSTGRES_CLOCK = 'floor(extract(epoch FROM now()) / 3600)::bigint';
const JOINED: Omit<Event, 'where'> = { row: 'n', time: hour('n.created_at'), counts: '1, 0, 0' };
const CONFIRMED: Omit<Event, 'where'> = { row: 'n', time: hour(confirmedAt('n')), counts: '0, 1, 0' };
const LEFT: Omit<Event, 'where'> = {
  row: 'o',
  time: `coalesce(${hour('n.left_at')}, ${hour('n.undeliverable_at')}, ${POSTGRES_CLOCK})`,
  counts: '0, 0, 1',
};

const POSTGRES_EVENTS = {
  INSERT: {
    tables: 'NEW TABLE AS added',
    from: 'added n',
    events: [
      { ...JOINED, where: 'n.suspect IS NULL' },
      { ...CONFIRMED, where: isOnList('n') },
    ],
  },
  UPDATE: {
    tables: 'NEW TABLE AS added OLD TABLE AS removed',
    from: 'added n JOIN removed o ON o.id = n.id',
    events: [
      { ...JOINED, where: 'o.suspect IS NOT NULL AND n.suspect IS NULL' },
      { ...CONFIRMED, where: `${isOnList('n')} AND NOT ${isOnList('o')}` },
      { ...LEFT, where: `${isOnList('o')} AND NOT ${isOnList('n')}` },
    ],
  },
  DELETE: {
    tables: 'OLD TABLE AS removed',
    from: 'removed o',
    events: [{ ...LEFT, time: POSTGRES_CLOCK, where: isOnList('o') }],
  },
};

/**
 * Per statement. The rows of `counter` are locked first, as in its own triggers, to avoid deadlocks. The name
 * makes this trigger run after those.
 */
function postgresTrigger(when: keyof typeof POSTGRES_EVENTS): string {
  const { tables, from, events } = POSTGRES_EVENTS[when];
  const name = `subscription_hours_${when.toLowerCase()}`;
  const changes = events
    .map(
      ({ row, where, time, counts }) =>
        `SELECT ${time} AS hour, ${row}.language AS language, ${postgresSource(row)} AS source, ${counts} FROM ${from} WHERE ${where}`,
    )
    .join(' UNION ALL ');
  return `
   CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NOT EXISTS (SELECT 1 FROM ${from} WHERE ${events.map(({ where }) => where).join(' OR ')}) THEN RETURN NULL; END IF;
     PERFORM 1 FROM counter ORDER BY name FOR UPDATE;
     ${INTO}
       SELECT hour, language, source, sum(joined), sum(confirmed), sum(gone)
       FROM (${changes}) AS event (hour, language, source, joined, confirmed, gone)
       GROUP BY hour, language, source ORDER BY hour, language, source
       ${UPSERT};
     RETURN NULL;
   END $$;
   CREATE TRIGGER ${name} AFTER ${when} ON subscription REFERENCING ${tables}
     FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`;
}

export const SIGNUP_HOUR_TRIGGERS = {
  sqlite: SQLITE_TRIGGERS.join(''),
  postgres: postgresTrigger('INSERT') + postgresTrigger('UPDATE') + postgresTrigger('DELETE'),
};
