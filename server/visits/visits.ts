import type { Insertable, Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import { HOUR } from '#contract/time.ts';
import type { Log } from '#server/base/log.ts';
import { repeat } from '#server/base/repeat.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepVisits } from './kept.ts';

/** A page load; nothing about the visitor is kept. `closed`: the page is not open yet. */
export type Visit = { path: string; language: Language; source: string; closed: boolean };

type Visits = {
  seen(visit: Visit): void;
  /** Writes every ten seconds; does not keep the process alive. */
  start(): void;
  /** Writes what is left. Never rejects. */
  stop(): Promise<void>;
};

type VisitsDeps = {
  query: Kysely<Tables>;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  log: Log;
};

/** A crash may lose this much. */
const WRITE_MS = 10_000;
/** Distinct sources per hour: anybody can make up more. */
const MOST_SOURCES = 50;
/** Distinct counters between two writes; others are dropped. */
const MOST_COUNTS = 2_000;
const OTHER_SOURCE = 'other';

/** Counts in memory, by hour, and adds the counts to the store. */
export function createVisits({ query, now, log }: VisitsDeps): Visits {
  const counts = new Map<string, Insertable<Tables['visit_hour']>>();
  let hourOfSources = 0;
  let sources = new Set<string>();

  function known(source: string, hour: number): string {
    if (hour !== hourOfSources) [hourOfSources, sources] = [hour, new Set()];
    if (sources.size < MOST_SOURCES) sources.add(source);
    return sources.has(source) ? source : OTHER_SOURCE;
  }

  function seen({ path, language, source, closed }: Visit): void {
    const last_at = now();
    const hour = Math.floor(last_at / HOUR);
    add({ hour, path, language, source: known(source, hour), closed: closed ? 1 : 0, n: 1, last_at });
  }

  function add(row: Insertable<Tables['visit_hour']>): void {
    const key = `${row.hour} ${row.path} ${row.language} ${row.closed} ${row.source}`;
    const before = counts.get(key);
    if (before !== undefined) {
      before.n += row.n;
      before.last_at = Math.max(before.last_at, row.last_at);
    } else if (counts.size < MOST_COUNTS) counts.set(key, row);
  }

  /** Never rejects. */
  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const rows = [...counts.values()];
    counts.clear();
    try {
      await keepVisits(query, rows);
    } catch (error) {
      log.error('page loads could not be stored yet; retrying', { error });
      rows.forEach(add);
    }
  }

  const writes = repeat(WRITE_MS, write, () => {});
  return {
    seen,
    start: writes.start,
    stop: async () => {
      await writes.stop();
      await write();
    },
  };
}
