import { openDatabase } from '#server/store/open.ts';

/** Sorted in batches: an index much larger than the cache is scanned once per batch, not once per row. */
const SORTED = 1_000_000;
/** Old enough for the mail limit, too young for retention. */
const DAYS_AGO = 3;

/**
 * Stores random addresses as if people had subscribed one by one and confirmed, each with receipts and the
 * sent mail. The last ten have unsubscribed.
 */
export function fillStore(dataDir: string, rows: number): void {
  const time = Date.now() - DAYS_AGO * 24 * 60 * 60 * 1_000;
  const db = openDatabase(dataDir, 'OFF');
  db.exec('PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY');
  const add = db.prepare(`INSERT INTO subscription
      (key, address, language, state, consent, path, created_at, confirmed_at)
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    SELECT address, address, 'en', 'confirmed', 'v1', '/', ${time}, ${time} FROM
      (SELECT lower(hex(randomblob(7))) || '@example.com' AS address FROM n ORDER BY address)`);
  for (let done = 0; done < rows; done += SORTED) add.run(Math.min(SORTED, rows - done));
  db.exec(`
    INSERT INTO consent_receipt (subscription_id, event, version, language, page, at)
      SELECT id, event, 'v1', 'en', '/soon', ${time}
      FROM subscription, (SELECT 'given' AS event UNION ALL SELECT 'confirmed') ORDER BY id;
    INSERT INTO outbox (kind, subject_id, state, attempt, due_at, started_at, finished_at, created_at)
      SELECT 'confirm', id, 'sent', 1, ${time}, ${time}, ${time}, ${time} FROM subscription ORDER BY id;
    UPDATE subscription SET state = 'unsubscribed', left_at = ${time}
      WHERE id > (SELECT max(id) - 10 FROM subscription);
    PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
}
