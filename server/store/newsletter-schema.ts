/** Consent to the newsletter has receipts of its own, and its readers are found and counted. Rewrites no row. */
export function newsletterSchema(): string {
  return `
   ALTER TABLE consent_receipt ADD COLUMN topic TEXT;
   CREATE INDEX interest_product ON interest (product, subscription_id)`;
}
