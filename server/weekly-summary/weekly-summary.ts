import type { Kysely } from '#kysely';
import { dayIn } from '#server/base/days.ts';
import { repeat, type Repeated } from '#server/base/repeat.ts';
import type { Log } from '#server/base/log.ts';
import { queueSummaries } from '#server/owners/weekly-summaries.ts';
import type { Tables } from '#server/store/schema.ts';
import { summaryMail } from './summary-mail.ts';

type WeeklySummaryDeps = {
  query: Kysely<Tables>;
  ownerZone: string;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  log: Log;
  /** Called when the outbox has new rows. */
  onQueued: () => void;
};

export type WeeklySummary = Repeated & {
  /** Queues what is due. Rejects if the store cannot be read. */
  runOnce(): Promise<void>;
};

const HOUR_OF_DAY = 9;

/**
 * Queues the weekly summary from nine o'clock on; a server that starts later that day queues it then. Safe to
 * run in any number of processes: each owner gets one.
 */
export function createSummaries({ query, ownerZone, now, log, onQueued }: WeeklySummaryDeps): WeeklySummary {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: ownerZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const dayOf = dayIn(ownerZone);

  async function runOnce(): Promise<void> {
    const time = now();
    const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]));
    if (parts.get('weekday') !== 'Mon' || Number(parts.get('hour')) < HOUR_OF_DAY) return;
    if ((await queueSummaries(query, summaryMail.name, dayOf(time), time)) > 0) onQueued();
  }

  const looks = repeat(60_000, runOnce, (error) =>
    log.error('the weekly summary could not be queued', { error }),
  );
  return { runOnce, ...looks };
}
