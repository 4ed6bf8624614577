import { type RawBuilder, sql } from '#kysely';
import type { Database } from '#server/store/database.ts';

/**
 * What leases are measured by: nobody's mail may go out twice because the clock of a process jumps or differs from
 * another's. PostgreSQL has one clock for all; the processes of an SQLite store are on one machine, whose time since
 * its start goes on evenly.
 */
function leaseTime(database: Database['kind']): RawBuilder<number> {
  if (database === 'postgres') return sql`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`;
  return sql`CAST(${sinceMachineStart()} AS INTEGER)`;
}

/** When a lease of so many milliseconds given now ends. */
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

/** More than a clock that is set right goes ahead by. */
const LEAP_MS = 60_000;

/**
 * PostgreSQL's clock may leap ahead, and what is under way would seem to be over. Returns the time without the leap, for
 * as long as a lease of `longest` milliseconds lasts.
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
