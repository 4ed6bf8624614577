import { openDatabase } from '#server/db/open.ts';

/** As many random addresses as if people had subscribed one by one. */
export function fillStore(dataDir: string, rows: number): void {
  const db = openDatabase(dataDir, 'OFF');
  db.exec('PRAGMA cache_size = -400000; BEGIN');
  const insert =
    db.prepare(`INSERT INTO subscription (key, address, language, state, consent, path, created_at, confirmed_at)
    SELECT address, address, 'en', 'confirmed', 'v1', '/', 1790000000000, 1790000000000
    FROM (SELECT lower(hex(randomblob(7))) || '@example.com' AS address)`);
  for (let row = 0; row < rows; row++) insert.run();
  db.exec('COMMIT');
  db.close();
}
