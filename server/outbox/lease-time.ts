import { type RawBuilder, sql } from '#kysely';
import type { Database } from '#server/store/database.ts';

/**
 * The clock for leases: no mail may be sent twice because a process's clock jumps or differs. PostgreSQL has
 * one clock for all; the processes of an SQLite store share a machine and its monotonic uptime.
 */
function leaseTime(database: Database['kind']): RawBuilder<number> {
  if (database === 'postgres') return sql`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`;
  return sql`CAST(${sinceMachineStart()} AS INTEGER)`;
}

/** Returns when a lease of `ms` taken now expires. */
export function leaseFor(database: Database['kind'], ms: number): RawBuilder<number> {
  return sql<number>`${leaseTime(database)} + CAST(${ms} AS BIGINT)`;
}

export async function readLeaseTime({ kind, write }: Pick<Database, 'kind' | 'write'>): Promise<number> {
  if (kind === 'sqlite') return sinceMachineStart();
  const { time } = await write.selectNoFrom(leaseTime(kind).as('time')).executeTakeFirstOrThrow();
  return Number(time);
}

function sinceMachineStart(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** More than an ordinary clock correction. */
const LEAP_MS = 60_000;

/**
 * PostgreSQL's clock may jump ahead, and make running leases look expired. Returns the time without the jump,
 * for as long as a lease of `longest` milliseconds lasts.
 */
export function createEvenTime(longest: number): (time: number) => number {
  let last = { time: Infinity, elapsed: 0 };
  let leap = { by: 0, until: 0 };
  return (time) => {
    const elapsed = performance.now();
    const by = time - last.time - (elapsed - last.elapsed);
    last = { time, elapsed };
    if (by > LEAP_MS) leap = { by, until: elapsed + longest };
    return elapsed < leap.until ? time - leap.by : time;
  };
}
