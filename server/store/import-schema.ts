import type { Dialect } from './dialect.ts';

/**
 * Imports that can be taken back, and people who left elsewhere. Whoever was imported as confirmed counts from the day
 * of the import, as the others do: until now `created_at` was when they had agreed, which their receipt says.
 */
export function importSchema({ id, int, strict, keyed }: Dialect): string {
  return `
   CREATE TABLE list_import (id ${id}, at ${int} NOT NULL)${strict};
   CREATE TABLE list_import_person (
     subscription_id ${int} NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
     import_id ${int} NOT NULL,
     was TEXT,
     suspect TEXT,
     PRIMARY KEY (subscription_id, import_id)
   )${keyed};
   CREATE INDEX list_import_person_import ON list_import_person (import_id);
   ALTER TABLE erasure ADD COLUMN import_id ${int};
   UPDATE subscription SET created_at = confirmed_at
     WHERE consent = 'import' AND created_at < confirmed_at AND NOT EXISTS
       (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = subscription.id AND r.event = 'confirmed')`;
}
