import { sql } from '#kysely';
import { OPEN } from '#server/store/subscription-sql.ts';
import { TO_FILE } from './delivery.ts';

// Verbatim as in the partial indexes: SQLite uses them only then.

/** Rows with work left to do. */
export const IS_OPEN = sql.raw<boolean>(OPEN);

/** Rows on hold, or with a delivery issue. */
export const HAS_ISSUE = sql<boolean>`(outbox.held_at IS NOT NULL OR outbox.state IN ('failed', 'unknown'))`;

/** Claimed by a worker, or under way. */
export const IS_LEASED = sql<boolean>`state IN ('claimed', 'started')`;

export const IS_RETRY = sql<boolean>`state = 'retry'`;

/** Mails that became files: nobody got them. */
export const IS_FILE = sql<boolean>`(state = 'sent' AND coalesce(reply, '') LIKE ${sql.lit(`${TO_FILE}%`)})`;

/** A condition on a book mail `o`: it has left, may have, or is about to. */
export const HAS_BOOK = sql<boolean>`o.state NOT IN ('failed', 'skipped')`;

/** For a bare `kind` SQLite would use its index and scan every mail ever sent, instead of another index. */
export const KIND = sql<string>`(kind || '')`;
