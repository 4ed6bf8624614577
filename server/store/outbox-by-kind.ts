/** A look for mails of one kind must not walk through all that wait of another. */
export const OUTBOX_BY_KIND = `
   DROP INDEX outbox_open;
   CREATE INDEX outbox_open ON outbox (kind, due_at)
     WHERE state IN ('queued', 'retry', 'claimed', 'started') AND held_at IS NULL;
   CREATE INDEX outbox_leased ON outbox (lease_until) WHERE state IN ('claimed', 'started')`;
