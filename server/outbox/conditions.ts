import { sql } from '#kysely';

// Word for word as in the partial indexes: SQLite uses them only then.

/** Rows with something still to be done. */
export const IS_OPEN = sql<boolean>`state IN ('queued', 'retry', 'claimed', 'started') AND held_at IS NULL`;

/** What waits for the owner's approval, or needs a look. */
export const IN_TROUBLE = sql<boolean>`(outbox.held_at IS NOT NULL OR outbox.state IN ('failed', 'unknown'))`;

export const IS_RETRY = sql<boolean>`state = 'retry'`;

/** For open and ended rows. As a column SQLite would take the index on it, and walk through every mail ever sent. */
export const KIND = sql<string>`(kind || '')`;
