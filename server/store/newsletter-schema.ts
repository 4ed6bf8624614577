import type { Dialect } from './dialect.ts';

/** Consent to the newsletter has receipts of its own, and its readers are found and counted. Rewrites no row. */
export function newsletterSchema(): string {
  return `
   ALTER TABLE consent_receipt ADD COLUMN topic TEXT;
   CREATE INDEX interest_product ON interest (product, subscription_id)`;
}

/**
 * A newsletter may have a page, and keeps its sums when its recipients are deleted. Those with a page are found without
 * their words. Rewrites no row.
 */
export function letterPageSchema({ int }: Dialect): string {
  return `
   ALTER TABLE announcement ADD COLUMN slug TEXT;
   ALTER TABLE announcement ADD COLUMN hidden_at ${int};
   ALTER TABLE announcement ADD COLUMN sums TEXT;
   CREATE UNIQUE INDEX announcement_slug ON announcement (slug);
   CREATE INDEX announcement_shown ON announcement (armed_at, id, state, sending_at, hidden_at, slug)
     WHERE slug IS NOT NULL AND hidden_at IS NULL AND armed_at IS NOT NULL`;
}
