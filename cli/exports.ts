import type { DatabaseSync } from 'node:sqlite';
import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';

/** Rows read at once: memory stays the same however long the list is. */
const CHUNK = 1000;

/** The parts of a CSV file, made while they are read. Between two parts nothing of the store is held open. */
export type CsvExport = (db: DatabaseSync) => Generator<string>;

/** Up to the last row there was at the start, in the order in which people subscribed. */
export function* exportSubscribers(db: DatabaseSync): Generator<string> {
  const columns =
    'address, language, subscribed_at, consent_version, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referrer, path';
  const chunk = db.prepare(
    `SELECT id, address, language, created_at AS subscribed_at, consent AS consent_version, utm_source, utm_medium,
       utm_campaign, utm_term, utm_content, referrer, path
     FROM subscription WHERE id > ? AND id <= ? ORDER BY id LIMIT ${CHUNK}`,
  );
  const last = Number(db.prepare('SELECT max(id) AS last FROM subscription').get()?.last ?? 0);
  const names = columns.split(', ');
  yield BYTE_ORDER_MARK + csvRecord(names);
  for (let id = 0; ;) {
    const rows = chunk.all(id, last);
    if (rows.length === 0) return;
    yield rows.map((row) => csvRecord(names.map((name) => cellOf(name, row[name])))).join('');
    id = Number(rows.at(-1)?.id);
  }
}

/** The exact words behind each version that stands in a subscription. */
export function* exportConsentTexts(db: DatabaseSync): Generator<string> {
  const names = ['version', 'language', 'first_seen', 'text'];
  yield BYTE_ORDER_MARK + csvRecord(names);
  const rows = db.prepare(
    `SELECT ${names.join(', ')} FROM consent_text ORDER BY first_seen, version, language`,
  );
  for (const row of rows.all()) yield csvRecord(names.map((name) => cellOf(name, row[name])));
}

const TIMES = new Set(['subscribed_at', 'first_seen']);

function cellOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return TIMES.has(name) ? new Date(Number(value)).toISOString() : String(value);
}
