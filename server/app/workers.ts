import { resolveMx } from 'node:dns/promises';
import type { Config } from '#server/base/config.ts';
import type { Mailer } from '#server/deliver/mailer.ts';
import { createPresentMailer } from '#server/deliver/present-mailer.ts';
import type { KindDeps } from '#server/kinds/kinds.ts';
import { isLive } from '#server/stage/stage.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import { createSender } from '#server/launch/sender.ts';
import { relayOf } from '#server/launch/uncertain.ts';
import { createMailAccount } from '#server/mail-account/account.ts';
import { tryNow } from '#server/mail-account/refusal.ts';
import { whileTaken } from '#server/mail-account/may-leave.ts';
import { shareOfAnnouncements } from '#server/base/mail-hosts.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import type { Log } from '#server/base/log.ts';
import type { Live } from '#server/base/shown-site.ts';
import { warning } from '#server/base/finding.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { type Kind, LANES, type Lane } from '#server/outbox/kind.ts';
import { createHourlyLimit } from '#server/outbox/send-rate.ts';
import { createWorker, type OutboxWorker, type WorkerDeps } from '#server/outbox/worker.ts';
import type { Handler } from '#server/outbox/kind.ts';
import type { Reader } from '#server/delivery-events/mailbox/reader.ts';
import { marking } from '#server/delivery-events/mark.ts';
import { findForeign } from '#server/outbox/waiting.ts';
import type { Database } from '#server/store/database.ts';

/** Milliseconds for mails in progress at shutdown. Supervisors kill after 30 s or less. */
const MAIL_PATIENCE = 12_000;
/** Milliseconds to store the outcomes of aborted mails. */
const NOTE_PATIENCE = 2_000;

type WorkersDeps = Omit<KindDeps, keyof Config | 'query' | 'mailer' | 'ownerReader'> & {
  kinds: readonly Kind<KindDeps>[];
  database: Database;
  log: Log;
  steadyNow: () => number;
  random: () => number;
  onOutcome: NonNullable<WorkerDeps['onOutcome']>;
  /** Called with whether the mailbox for bounces could be read just now. */
  onMailbox?: (isUp: boolean) => void;
  /** Called with whether a report about one of our mails was understood. */
  onReport?: (isRead: boolean) => void;
};

/** All workers as one. `stop` aborts what has not ended after `patience`, and stores the outcomes. */
type Workers = Omit<OutboxWorker, 'stop'> & { stop(patience?: number): Promise<void> };

export async function createWorkers(config: Live<Config>, deps: WorkersDeps): Promise<Workers> {
  const { kinds, database, log, now, steadyNow, random, onOutcome, secrets } = deps;
  const { write } = database;
  const { dataDir, idempotencyHeader } = config();
  const queue = createQueue(database, kinds, now, random, steadyNow);
  const account = createMailAccount({ query: write, queue, kinds, settings: config, log, now });
  const foreign = await findForeign(write);
  if (foreign !== null) log.error(warning('mails-foreign', foreign).text);
  // A start may be a repair.
  await tryNow(write, config(), now());
  const marked = (plain: Mailer) => marking(plain, secrets);
  // Separate connections, so that a confirmation mail never waits behind an announcement.
  const share = config.map(shareOfAnnouncements);
  const announcing = () => share().mailConnections;
  const plain = marked(
    createPresentMailer(() => ({ ...config(), connections: config().mailConnections - announcing() })),
  );
  const mailer: Mailer = { ...plain, send: account.judging(plain) };
  const route = () => config().mailRoute;
  const mayLeave = whileTaken(route, account, kinds, createHourlyLimit(write, kinds, now));
  const announcements = marked(createPresentMailer(() => ({ ...config(), connections: announcing() })));
  const sender = createSender({
    ...config(),
    ...deps,
    mailer: announcements,
    account,
    settings: () => {
      const { siteUrl, mailFrom, mailRoute } = config();
      return { siteUrl, mailFrom, mailRoute, limits: share(), relay: relayOf(idempotencyHeader, mailRoute) };
    },
    storeId: await storeIdOf(database, dataDir),
    isLive: () => isLive(write, config()),
    resolveMx,
  });
  const lanes = config.map((by) =>
    handlersByLane(kinds, {
      ...by,
      ...deps,
      query: write,
      mailer,
      ownerReader: () => readOwnerReader(write, by),
    }),
  );
  const workers = [...lanes().keys()].map((lane) => {
    const handlers = () => lanes().get(lane) ?? {};
    return createWorker({ queue, handlers, atOnce: LANES[lane], mayLeave, log, onOutcome });
  });
  const all = [...workers, sender, await readerOf(config, deps)];
  const stopAll = (patience: number) => Promise.all(all.map((one) => one.stop(patience)));
  return {
    start: () => all.forEach((one) => one.start()),
    poke: () => workers.forEach((worker) => worker.poke()),
    runOnce: async () => void (await Promise.all(workers.map((worker) => worker.runOnce()))),
    stop: async (patience = MAIL_PATIENCE) => {
      account.close();
      await stopAll(patience);
      await Promise.all([mailer.close(), announcements.close()]);
      await stopAll(NOTE_PATIENCE);
    },
  };
}

async function readerOf(config: Live<Config>, deps: WorkersDeps): Promise<Reader> {
  const { createReader } = await import('#server/delivery-events/mailbox/reader.ts');
  const { database, onMailbox = () => {}, onReport = () => {} } = deps;
  const siteUrl = () => config().siteUrl;
  const server = () => config().mailbox;
  return createReader({ ...deps, write: database.write, server, siteUrl, onRead: onMailbox, onReport });
}

function handlersByLane(
  kinds: readonly Kind<KindDeps>[],
  deps: KindDeps,
): Map<Lane, Record<string, Handler>> {
  const lanes = new Map<Lane, Record<string, Handler>>();
  for (const { name, lane, handler } of kinds) {
    const made = handler(deps);
    if (made !== null) lanes.set(lane, { ...lanes.get(lane), [name]: made });
  }
  return lanes;
}
