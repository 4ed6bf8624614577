/**
 * Connections of a process (docs/deploy.md, "Several servers"); PostgreSQL's default limit is 100. One batch at a time; the
 * rate limit; one that looks why the others do not answer; all other queries.
 */
export const CONNECTIONS = { intake: 1, rate: 8, look: 1, others: 7 };

/** Of a process, in all. */
export const ALL_CONNECTIONS = Object.values(CONNECTIONS).reduce((sum, some) => sum + some);
