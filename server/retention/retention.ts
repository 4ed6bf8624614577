import type { Stage } from '#contract/pages.ts';
import { DAY } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import type { Alarm } from '#server/alarms/decide.ts';
import { removeOldEditions } from '#server/content/editions.ts';
import { removeUnusedFiles } from '#server/content/unused-files.ts';
import { countMessages, deleteMessages } from '#server/messages/retain.ts';
import type { Database } from '#server/store/database.ts';
import { deleteLeftovers } from '#server/store/leftovers.ts';
import type { Tables } from '#server/store/schema.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { forgetSignIns } from '#server/owners/retain.ts';
import { forgetEnded } from '#server/outbox/subject-mails.ts';
import type { Log } from '#server/base/log.ts';
import { noteOpening, readOpening } from '#server/stage/opening.ts';
import { forgetImports } from '#server/list/import/runs.ts';
import { queueReminders } from '#server/list/reminder.ts';
import { applyRetention, countDeletable, deletePeople } from '#server/list/retain.ts';
import { forgetRecipients } from '#server/launch/retain.ts';
import { forgetVisits } from '#server/visits/kept.ts';
import { isClockSteady } from '#server/list/steady-clock.ts';

type RetentionDeps = {
  database: Database;
  dataDir: string;
  unconfirmedDays: number;
  /** Days until an unconfirmed person is reminded; 0: never. */
  reminderDays: number;
  /** As promised in the privacy notice. */
  retentionMonths: number;
  stage: () => Stage;
  /** Alerts the owner, once. */
  tell(alarm: Alarm): Promise<void>;
  /** Deletes mail files without a row. Never rejects. */
  sweepMails(): Promise<void>;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  log: Log;
};

const MONTH = (365 / 12) * DAY;
/** Safety margin: months differ in length, and an opening is recorded up to a day and an hour late. */
const EARLY = 4 * DAY;
const WARNING = 30 * DAY;
/** Counts of page loads; older ones are useless. */
const VISITS_KEPT = 730 * DAY;
/** What the site said, to go back to. */
const EDITIONS_KEPT = 365 * DAY;

/** Milliseconds from the opening, or from the last form if later, until the data is deleted. */
function keepingTime(months: number): number {
  return months * MONTH - EARLY;
}

/**
 * The number of people (last form before `before`) that retention deletes next, and when (`end`). Null before
 * the site has opened: the retention period has not begun.
 */
export async function forecast(query: Kysely<Tables>, months: number, now: number) {
  const opened = await readOpening(query);
  if (opened === null) return null;
  const before = Math.max(opened, now - keepingTime(months));
  const people = await countDeletable(query, before);
  const messages = await countMessages(query, { suspect: 0, all: before });
  return { opened, end: opened + keepingTime(months), before, people, messages };
}

/** The only place that deletes by age; reminders need a steady clock too. */
export function createRetention(deps: RetentionDeps) {
  const { database, dataDir, unconfirmedDays, reminderDays, stage, now, log } = deps;
  const { write } = database;
  const keeping = keepingTime(deps.retentionMonths);
  let filesLookedAt = -Infinity;

  async function deleteWhatIsOver(time: number): Promise<void> {
    const opened = await noteOpening(write, stage(), time);
    const end = opened === null ? Infinity : opened + keeping;
    if (time < end && time >= end - WARNING) {
      const date = new Date(end).toISOString().slice(0, 10);
      await deps.tell({
        mail: 'alarm-retention',
        values: { date },
        dedupKey: `alarm-retention:${date}`,
      });
    }
    const before = time < end ? null : time - keeping;
    logDeleted('unconfirmed addresses deleted', await applyRetention(write, unconfirmedDays, time));
    await forgetEnded(write, KINDS, time);
    await forgetVisits(write, time - VISITS_KEPT);
    await forgetSignIns(write, time);
    await forgetImports(write, time);
    await removeOldContent(time);
    logDeleted('recipients of old newsletters deleted', await forgetRecipients(write, time - keeping));
    if (before !== null)
      logDeleted('addresses deleted whose time is over', await deletePeople(write, before, time));
    const suspect = time - unconfirmedDays * DAY;
    logDeleted('messages deleted whose time is over', await deleteMessages(write, { suspect, all: before }));
  }

  async function removeOldContent(time: number): Promise<void> {
    logDeleted('old editions deleted', await removeOldEditions(write, time - EDITIONS_KEPT));
    // Daily: it reads all editions.
    if (time - filesLookedAt < DAY) return;
    filesLookedAt = time;
    logDeleted('unused files deleted', await removeUnusedFiles(write, time));
  }

  function logDeleted(what: string, deleted: number): void {
    if (deleted > 0) log.info(what, { deleted });
  }

  /** Deletes all expired data once. Never rejects. */
  async function run(): Promise<void> {
    const time = now();
    await attempt('retention could not be applied', async () => {
      if (!(await isClockSteady(write, time))) return;
      await deleteWhatIsOver(time);
      if (reminderDays > 0) await queueReminders(write, reminderDays, time);
    });
    await deps.sweepMails();
    await attempt('copies of the list could not be deleted', () => deleteLeftovers(dataDir, time));
    // Also removes what any command has deleted since the last run.
    await attempt('the log could not be emptied', () => database.emptyLog());
  }

  async function attempt(failure: string, work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => log.error(failure, { error }));
  }

  return { run };
}
