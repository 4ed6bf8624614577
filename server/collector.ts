import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createAlarms } from '#server/alarms/alarms.ts';
import { createBookMail } from '#server/books/book-mail.ts';
import { createBookLink } from '#server/web/token-pages/book-links.ts';
import { createShelf } from '#server/books/shelf.ts';
import { createDiskGuard } from '#server/store/disk/free-space.ts';
import { createRequestIds } from '#server/web/http/request-id.ts';
import { createRequestLog } from '#server/web/http/request-log.ts';
import { startEventLoopMeter } from '#server/web/http/shedding.ts';
import { countSubscriptions } from '#server/metrics/metrics.ts';
import { openMetrics } from '#server/metrics/open.ts';
import { createGuard, createOpenGuard, type Guard } from '#server/abuse/guard.ts';
import { createRateLimit } from '#server/abuse/rate.ts';
import { createAlarmMail } from '#server/alarms/alarm-mail.ts';
import { createApp, type App } from '#server/web/app.ts';
import type { Config } from '#server/config.ts';
import { createMessageMail } from '#server/messages/message-mail.ts';
import { createMessageStore } from '#server/messages/store.ts';
import type { CommitOutcome } from '#server/store/batches.ts';
import type { Database, Fatal } from '#server/store/database.ts';
import { databaseFile } from '#server/store/open.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { withDeadline } from '#server/deadline.ts';
import { oncePerMinute, type Log } from '#server/log.ts';
import { createTokenPages } from '#server/web/token-pages/token-pages.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { MAILS_AT_ONCE } from '#server/deliver/smtp.ts';
import { sweepMailFiles } from '#server/deliver/sweep.ts';
import { createRoom } from '#server/outbox/room.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { createWorker, type OutboxWorker, type WorkerDeps } from '#server/outbox/worker.ts';
import type { Build } from '#server/build.ts';
import { createSite } from '#server/web/pages/site.ts';
import { createRetention } from '#server/retention.ts';
import { openSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { createPreview } from '#server/stage/preview.ts';
import { watchStage } from '#server/stage/stage.ts';
import { openStore } from '#server/open-store.ts';
import { createConfirmMail } from '#server/list/confirm-mail.ts';
import { onlyShownWords } from '#server/list/shown-words.ts';
import { createSubscribeStore } from '#server/list/subscribe.ts';

export type CollectorDeps = {
  build: Build;
  templates: MailTemplates;
  log: Log;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  /** The same at the start of the process; from there on it only runs, whoever sets the clock. */
  steadyNow: () => number;
  /** From 0 up to, not including, 1. */
  random: () => number;
  /** Called at most once, when this process can store no more. */
  onFatal(fatal: Fatal): void;
  /** Another one only to prove the tests. */
  open?: typeof openStore;
};

/** The whole collector, not yet listening. */
export type Collector = {
  app: App;
  /** Begins with what must follow from accepted submissions. */
  start(): void;
  /** Does now what is due, and resolves when it is done. */
  work(): Promise<void>;
  /** Answers what is under way, ends deliveries that have begun, stores what was accepted, closes. */
  stop(patience?: number): Promise<void>;
};

/** `message`: why not, for the operator. */
export type CreatedCollector = { ok: true; collector: Collector } | { ok: false; message: string };

/** Milliseconds for mails that are under way when the process is told to stop. Supervisors kill after 30 s or less. */
const MAIL_PATIENCE = 12_000;
/** What a form service bears, and enough that one that hangs holds up no other. */
const FORWARDS_AT_ONCE = 5;
/** Milliseconds in which a store that is ready takes a row. */
const READY_MS = 1_000;
/** Milliseconds to write down how those ended that were cut off, and for deletions to end. */
const NOTE_PATIENCE = 2_000;

export async function createCollector(config: Config, deps: CollectorDeps): Promise<CreatedCollector> {
  const { build, templates, log, now, random, open = openStore } = deps;
  const secrets = openSecrets({ keys: config.secretKeys, dataDir: config.dataDir });
  if (!secrets.ok) return { ok: false, message: secrets.refusal.message };
  const { consentTexts, words } = build.manifest;
  const shelf = createShelf(build.manifest, build.dist);
  const { books } = shelf;
  const file = databaseFile(config.dataDir);
  // A disk that is not mounted looks the same as the first start.
  const isNew = config.databaseUrl === null && !existsSync(file);
  const opened = await open({
    ...config,
    consentTexts,
    now,
    onFatal: deps.onFatal,
    onSetAside: (fault) => log.error('an address is kept aside until the program is mended', { fault }),
  });
  if (!opened.ok) return { ok: false, message: opened.refusal.message };
  const { database } = opened;
  if (isNew) log.info('a new, empty list was made', { file });
  const { query } = database;
  const { siteUrl } = config;

  const watch = await watchStage(query, config.stage, (stage) => log.info('stage changed', { stage }));
  const disk = createDiskGuard(config.dataDir, statfs, () => performance.now());
  const meter = startEventLoopMeter(monitorEventLoopDelay);
  const figures = await openMetrics(config.metricsPort, {
    query,
    space: disk.space,
    eventLoopDelay: meter.delay,
    startedAt: performance.timeOrigin,
  });
  if (!figures.ok) {
    meter.stop();
    await watch.stop();
    await database.close();
    return figures;
  }
  const { metrics } = figures;
  const onOutcome = metrics.counts.delivery;
  const idOf = createRequestIds(randomUUID);
  const listed = createRequestLog(log, idOf, now);

  const guard = await openGuard(config, secrets.secrets, deps);
  const mailer = createMailer(config);
  const queue = createQueue(database, now, random);
  const mailing = { ...config, query, mailer, templates, secrets: secrets.secrets, words, now };
  const room = createRoom(query, now);
  const workers = [
    createWorker({
      queue,
      log,
      onOutcome,
      handlers: { confirm: createConfirmMail(mailing) },
      atOnce: MAILS_AT_ONCE.confirmations,
      room,
    }),
    createWorker({
      queue,
      log,
      onOutcome,
      handlers: {
        message: createMessageMail(mailing),
        alarm: createAlarmMail(mailing),
        book: createBookMail({ ...mailing, shelf }),
      },
      atOnce: MAILS_AT_ONCE.owner,
      room,
    }),
    ...(await forwarding(config, database, { queue, log, onOutcome })),
  ];
  const linking = {
    build,
    siteUrl,
    secrets: secrets.secrets,
    store: database,
    books,
    onErased: sweepMails,
    now,
  };
  const follow = { doubleOptIn: config.doubleOptIn, forward: config.forward !== null, books };
  const app = createApp({
    siteUrl,
    site: createSite(build, siteUrl, watch.stage, createPreview(secrets.secrets, now)),
    store: countSubscriptions(
      onlyShownWords(createSubscribeStore(database, follow, now), query, consentTexts),
      metrics.counts,
    ),
    messages: onlyShownWords(createMessageStore(database, now), query, consentTexts),
    books,
    links: { ...createTokenPages(linking), giveBook: createBookLink({ ...linking, shelf }) },
    guard: guard.guard,
    onAccepted: () => workers.forEach((worker) => worker.poke()),
    canStore: async () =>
      (await withDeadline<CommitOutcome>(database.readiness(), READY_MS, { why: 'late' })) === 'stored',
    // PostgreSQL has its disk elsewhere.
    diskState: database.kind === 'sqlite' ? disk.state : () => Promise.resolve('fine'),
    eventLoopDelay: meter.delay,
    random,
    idOf,
    onAnswered: (one) => {
      metrics.counts.answered(one);
      listed(one);
    },
    log,
    now,
  });
  const alarms = createAlarms({
    query,
    now,
    space: disk.space,
    mailed: config.ownerEmail !== null,
    log,
    onQueued: () => workers.forEach((worker) => worker.poke()),
  });
  const retention = createRetention({
    ...config,
    database,
    retentionMonths: build.manifest.retentionMonths,
    reminderDays: config.doubleOptIn ? config.reminderDays : 0,
    stage: watch.stage,
    tell: alarms.tell,
    sweepMails,
    now,
    log,
  });

  async function sweepMails(): Promise<void> {
    try {
      await sweepMailFiles(config.dataDir, query);
    } catch (error) {
      log.error('mails of people who are gone could not be deleted', { error });
    }
  }

  async function stop(patience?: number): Promise<void> {
    const retained = retention.stop();
    await Promise.all([
      app.stop(patience),
      ...workers.map((worker) => worker.stop(patience ?? MAIL_PATIENCE)),
    ]);
    await Promise.all([alarms.stop(), watch.stop()]);
    await metrics.stop();
    meter.stop();
    await mailer.close();
    await Promise.all(workers.map((worker) => worker.stop(NOTE_PATIENCE)));
    await Promise.race([retained, wait(NOTE_PATIENCE, undefined, { ref: false })]);
    await database.close();
    await guard.close();
  }

  function start(): void {
    for (const worker of workers) worker.start();
    retention.start();
    alarms.start();
  }

  async function work(): Promise<void> {
    await Promise.all(workers.map((worker) => worker.runOnce()));
  }

  return { ok: true, collector: { app, start, work, stop } };
}

async function forwarding(
  { forward }: Config,
  { query }: Database,
  deps: Omit<WorkerDeps, 'handlers' | 'atOnce'>,
): Promise<OutboxWorker[]> {
  if (forward === null) return [];
  // With it comes a whole TLS client.
  const [{ createForwarder }, { createForwardJob }] = await Promise.all([
    import('#server/deliver/forward/forward.ts'),
    import('#server/deliver/forward/forward-job.ts'),
  ]);
  const job = createForwardJob(query, createForwarder(forward, { allowPrivate: false }));
  return [createWorker({ ...deps, handlers: { forward: job }, atOnce: FORWARDS_AT_ONCE })];
}

type OpenedGuard = { guard: Guard; close(): Promise<void> };

async function openGuard(
  { rateLimit, databaseUrl, trustedProxies }: Config,
  secrets: Secrets,
  { now, steadyNow, log }: CollectorDeps,
): Promise<OpenedGuard> {
  if (!rateLimit) return { guard: createOpenGuard(), close: async () => {} };
  const once = oncePerMinute(log, () => performance.now());
  const onError = (error: unknown) => once('the rate limit could not be asked', { why: 'database', error });
  // A pool of its own: counting must not wait behind commits.
  const pool =
    databaseUrl === null ? null : (await import('#server/store/postgres.ts')).createPool(databaseUrl);
  const rate = await createRateLimit(pool ? { kind: 'postgres', pool } : { kind: 'memory' }, {
    secrets,
    now,
    onError,
  });
  return {
    guard: createGuard({ rate, secrets, trustedProxies, now: steadyNow }),
    close: async () => pool?.end(),
  };
}
