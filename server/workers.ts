import type { MailTemplates } from '#contract/mails.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { createAlarmMail } from '#server/alarms/alarm-mail.ts';
import { createBookMail } from '#server/books/book-mail.ts';
import type { BookFiles } from '#server/books/book-files.ts';
import type { Config } from '#server/config.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { MAILS_AT_ONCE } from '#server/deliver/smtp.ts';
import { createConfirmMail } from '#server/list/confirm-mail.ts';
import type { Log } from '#server/log.ts';
import { createMessageMail } from '#server/messages/message-mail.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { createRoom } from '#server/outbox/room.ts';
import { createWorker, type WorkerDeps } from '#server/outbox/worker.ts';
import type { Database } from '#server/store/database.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';

/** Milliseconds for mails that are under way when the process is told to stop. Supervisors kill after 30 s or less. */
const MAIL_PATIENCE = 12_000;
/** What a form service bears, and enough that one that hangs holds up no other. */
const FORWARDS_AT_ONCE = 5;
/** Milliseconds to write down how those ended that were cut off. */
const NOTE_PATIENCE = 2_000;

export type WorkersDeps = {
  database: Database;
  secrets: Secrets;
  bookFiles: BookFiles;
  templates: MailTemplates;
  words: SiteManifest['words'];
  log: Log;
  now: () => number;
  random: () => number;
  onOutcome: NonNullable<WorkerDeps['onOutcome']>;
};

/** All that delivers what the outbox holds. */
export type Workers = {
  start(): void;
  /** Looks now for what is due. */
  poke(): void;
  /** Does now what is due, and resolves when it is done. */
  runOnce(): Promise<void>;
  /** Takes nothing new, and ends what is under way. */
  stop(patience?: number): Promise<void>;
  /** After `stop`: cuts off what has not ended, and writes down how it stands. */
  close(): Promise<void>;
};

export async function createWorkers(config: Config, deps: WorkersDeps): Promise<Workers> {
  const { database, bookFiles, log, now, random, onOutcome } = deps;
  const { query } = database;
  const mailer = createMailer(config);
  const mailing = { ...config, ...deps, query, mailer };
  const each = { queue: createQueue(database, now, random), log, onOutcome };
  const room = createRoom(query, now);
  const owner = {
    message: createMessageMail(mailing),
    alarm: createAlarmMail(mailing),
    book: createBookMail({ ...mailing, bookFiles }),
  };
  const workers = [
    createWorker({
      ...each,
      handlers: { confirm: createConfirmMail(mailing) },
      atOnce: MAILS_AT_ONCE.confirmations,
      room,
    }),
    createWorker({ ...each, handlers: owner, atOnce: MAILS_AT_ONCE.owner, room }),
  ];
  const forward = await forwardJob(config, query);
  if (forward !== null) {
    workers.push(createWorker({ ...each, handlers: { forward }, atOnce: FORWARDS_AT_ONCE }));
  }
  const stop = async (patience: number) => {
    await Promise.all(workers.map((worker) => worker.stop(patience)));
  };
  return {
    start: () => workers.forEach((worker) => worker.start()),
    poke: () => workers.forEach((worker) => worker.poke()),
    runOnce: async () => void (await Promise.all(workers.map((worker) => worker.runOnce()))),
    stop: (patience = MAIL_PATIENCE) => stop(patience),
    close: async () => {
      await mailer.close();
      await stop(NOTE_PATIENCE);
    },
  };
}

async function forwardJob({ forward }: Config, query: Database['query']) {
  if (forward === null) return null;
  // With it comes a whole TLS client.
  const [{ createForwarder }, { createForwardJob }] = await Promise.all([
    import('#server/deliver/forward/forward.ts'),
    import('#server/deliver/forward/forward-job.ts'),
  ]);
  return createForwardJob(query, createForwarder(forward, { allowPrivate: false }));
}
