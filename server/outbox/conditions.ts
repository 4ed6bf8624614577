import { sql } from '#kysely';
import { OPEN } from '#server/store/subscription-sql.ts';

// Word for word as in the partial indexes: SQLite uses them only then.

/** Rows with something still to be done. */
export const IS_OPEN = sql.raw<boolean>(OPEN);

/** What waits for the owner's approval, or needs a look. */
export const HAS_ISSUE = sql<boolean>`(outbox.held_at IS NOT NULL OR outbox.state IN ('failed', 'unknown'))`;

/** Claimed by a worker, or under way. */
export const IS_LEASED = sql<boolean>`state IN ('claimed', 'started')`;

export const IS_RETRY = sql<boolean>`state = 'retry'`;

/** Where another column leads: by the column itself SQLite would take an index on it, and walk through every mail ever sent. */
export const KIND = sql<string>`(kind || '')`;
