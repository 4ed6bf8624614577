import { sql } from '#kysely';
import { OPEN } from '#server/store/subscription-sql.ts';

// Word for word as in the partial indexes: SQLite uses them only then.

/** Rows with something still to be done. */
export const IS_OPEN = sql.raw<boolean>(OPEN);

/** What waits for the owner's approval, or needs a look. */
export const IN_TROUBLE = sql<boolean>`(outbox.held_at IS NOT NULL OR outbox.state IN ('failed', 'unknown'))`;

export const IS_RETRY = sql<boolean>`state = 'retry'`;

/** For open and ended rows. As a column SQLite would take the index on it, and walk through every mail ever sent. */
export const KIND = sql<string>`(kind || '')`;
