import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MailServer } from '#server/base/config.ts';
import { withDeadline } from '#server/base/deadline.ts';
import type { Log } from '#server/base/log.ts';
import { holdLease, releaseLease } from '#server/outbox/lease.ts';
import type { Database } from '#server/store/database.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { type DeliveryEventDeps, takeDeliveryEvent } from '../take-delivery-event.ts';
import { explainImapError } from '#server/deliver/imap.ts';
import { createMailbox, type Mailbox, type ReadPosition } from './mailbox.ts';
import { readReport } from './report.ts';

export type ReaderDeps = DeliveryEventDeps & {
  database: Pick<Database, 'kind' | 'write'>;
  /** What is read now; null: none. */
  server: () => MailServer | null;
  secrets: Secrets;
  log: Log;
  /** Called with whether the mailbox was readable. */
  onRead: (isUp: boolean) => void;
  /** Called with whether a report about our mail was understood. */
  onReport: (isRead: boolean) => void;
  /** Polling interval in milliseconds; set only in tests. */
  everyMs?: number;
};

export type Reader = { start(): void; stop(patience: number): Promise<void> };

const EVERY_MS = 60_000;
const LATEST_MS = 60 * 60_000;
const LEASE = { name: 'returns-mailbox', ms: 90_000 };
const PLACE = 'returns-mailbox-place';

function placeIn(write: ReaderDeps['write']): ReadPosition {
  return {
    read: () => readSetting(write, PLACE),
    write: (place) => writeSetting(write, PLACE, place),
  };
}

/** Polls the mailbox each minute, in one process at a time; backs off while its server is unreachable. */
export function createReader(deps: ReaderDeps): Reader {
  const { now, log, onRead, everyMs = EVERY_MS } = deps;
  let present: { of: MailServer; mailbox: Mailbox } | null = null;
  const owner = randomUUID();
  const stopped = Promise.withResolvers<void>();
  const state = { stopping: false };
  let running: Promise<void> | null = null;

  /** Returns the milliseconds until the next poll. */
  async function look(failures: number): Promise<number> {
    const of = deps.server();
    if (of === null) return everyMs;
    if (present === null || !isDeepStrictEqual(present.of, of))
      present = { of, mailbox: createMailbox(of, placeIn(deps.database.write), now) };
    if (!(await holdLease(deps.database, LEASE.name, owner, LEASE.ms))) return everyMs;
    try {
      const more = await present.mailbox.read((source, at) => takeReport(deps, source, at));
      onRead(true);
      return more ? 0 : everyMs;
    } catch (error) {
      if (!state.stopping) {
        onRead(false);
        log.error('the bounce mailbox cannot be read', {
          reason: explainImapError(error),
          failures,
        });
      }
      throw error;
    }
  }

  async function loop(): Promise<void> {
    for (let failures = 0; !state.stopping;) {
      let rest = everyMs;
      try {
        rest = await look(failures);
        failures = 0;
      } catch {
        // The mailbox or the store is unreachable: nothing is lost.
        failures += 1;
        rest = Math.min(everyMs * 2 ** failures, LATEST_MS);
      }
      await withDeadline(stopped.promise, rest, undefined);
    }
    await releaseLease(deps.database, LEASE.name, owner).catch(() => {});
  }

  return {
    start: () => void (running ??= loop()),
    stop: async (patience) => {
      state.stopping = true;
      stopped.resolve();
      present?.mailbox.cut();
      if (running) await withDeadline(running, patience, undefined);
    },
  };
}

/** Returns whether it may be deleted: it was a report about one of our mails, and understood. */
async function takeReport(deps: ReaderDeps, source: Uint8Array, at: number): Promise<boolean> {
  const events = readReport(source, at, deps.secrets);
  if (events === null) return false;
  let isRead = false;
  try {
    for (const one of events) isRead = (await takeDeliveryEvent(deps, one)) !== 'another' || isRead;
  } catch (error) {
    deps.log.error('bounce reports could not be stored', { error });
    throw error;
  }
  if (!isRead) deps.log.error('a report about a mail of ours was not understood, and stays in the mailbox');
  deps.onReport(isRead);
  return isRead;
}
