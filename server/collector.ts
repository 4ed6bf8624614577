import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createAlarms } from '#server/alarms/alarms.ts';
import { type BookFiles, createBookFiles } from '#server/books/book-files.ts';
import { createDiskGuard, type DiskGuard } from '#server/store/disk/free-space.ts';
import { createRequestLog } from '#server/web/http/request-log.ts';
import { startEventLoopMeter } from '#server/web/http/shedding.ts';
import { countSubscriptions, type Metrics } from '#server/metrics/prometheus.ts';
import { openMetrics } from '#server/metrics/server.ts';
import { openGuard } from '#server/abuse/guard.ts';
import { createApp, type App, type AppDeps } from '#server/web/app.ts';
import type { Config } from '#server/config.ts';
import { createMessageStore } from '#server/messages/store.ts';
import type { CommitOutcome, Database, Fatal } from '#server/store/database.ts';
import { databaseFile } from '#server/store/open.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { withDeadline } from '#server/deadline.ts';
import { KINDS } from '#server/kinds.ts';
import type { Log } from '#server/log.ts';
import { createTokenPages } from '#server/web/token-pages/token-pages.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import type { Build } from '#server/build.ts';
import { createSite } from '#server/web/pages/site.ts';
import { createRetention } from '#server/retention.ts';
import { openSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { createPreview } from '#server/stage/preview.ts';
import { watchStage, type StageWatch } from '#server/stage/stage.ts';
import { openStore } from '#server/open-store.ts';
import { createWorkers } from '#server/workers.ts';
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

/** Milliseconds in which a store that is ready takes a row. */
const READY_MS = 1_000;
/** Milliseconds for deletions to end when the process is told to stop. */
const RETENTION_PATIENCE = 2_000;

export async function createCollector(config: Config, deps: CollectorDeps): Promise<CreatedCollector> {
  const { build, log, now } = deps;
  const secrets = openSecrets({ keys: config.secretKeys, dataDir: config.dataDir });
  if (!secrets.ok) return { ok: false, message: secrets.refusal.message };
  const bookFiles = createBookFiles(build.manifest, build.dist);
  const opened = await openDatabase(config, deps);
  if (!opened.ok) return { ok: false, message: opened.refusal.message };
  const { database } = opened;
  const watched = await watch(config, database, log);
  if (!watched.ok) {
    await database.close();
    return watched;
  }
  const { metrics, stop: stopWatching } = watched;
  const guard = await openGuard(config, { ...deps, ...secrets });
  const parts = { config, deps, database, secrets: secrets.secrets, bookFiles, kinds: KINDS, ...watched };
  const workers = await createWorkers(config, {
    ...deps,
    ...parts,
    words: build.manifest.words,
    onOutcome: metrics.counts.delivery,
  });
  const app = createApp({ ...webDeps(parts), guard, onAccepted: workers.poke });
  const alarms = createAlarms({
    query: database.write,
    kinds: KINDS,
    now,
    space: watched.disk.space,
    log,
    onQueued: workers.poke,
  });
  const retention = createRetention({
    ...config,
    database,
    retentionMonths: build.manifest.retentionMonths,
    reminderDays: config.doubleOptIn ? config.reminderDays : 0,
    stage: watched.stage,
    tell: alarms.tell,
    sweepMails: () => sweepMails(parts),
    now,
    log,
  });

  async function stop(patience?: number): Promise<void> {
    const retained = retention.stop();
    await Promise.all([app.stop(patience), workers.stop(patience)]);
    await alarms.stop();
    await stopWatching();
    await workers.close();
    await Promise.race([retained, wait(RETENTION_PATIENCE, undefined, { ref: false })]);
    await database.close();
    await guard.close();
  }

  function start(): void {
    workers.start();
    retention.start();
    alarms.start();
  }

  return { ok: true, collector: { app, start, work: workers.runOnce, stop } };
}

type Parts = Watched & {
  config: Config;
  deps: CollectorDeps;
  database: Database;
  secrets: Secrets;
  bookFiles: BookFiles;
};

async function openDatabase(
  config: Config,
  { build, log, now, onFatal, open = openStore }: CollectorDeps,
): ReturnType<typeof openStore> {
  const file = databaseFile(config.dataDir);
  // A disk that is not mounted looks the same as the first start.
  const isNew = config.databaseUrl === null && !existsSync(file);
  const opened = await open({
    ...config,
    consentTexts: build.manifest.consentTexts,
    now,
    onFatal,
    onSetAside: (fault) => log.error('an address is kept aside until the program is mended', { fault }),
  });
  if (opened.ok && isNew) log.info('a new, empty list was made', { file });
  return opened;
}

type Watched = Pick<StageWatch, 'stage' | 'stop'> & {
  disk: DiskGuard;
  eventLoopDelay: () => number;
  metrics: { counts: Metrics };
};

/** What is looked at while it runs: stage, disk, load, figures. */
async function watch(
  { dataDir, stage, metricsPort }: Config,
  { write, read }: Database,
  log: Log,
): Promise<(Watched & { ok: true }) | { ok: false; message: string }> {
  const stages = await watchStage(write, stage, (now) => log.info('stage changed', { stage: now }));
  const disk = createDiskGuard(dataDir, statfs, () => performance.now());
  const meter = startEventLoopMeter();
  const figures = await openMetrics(metricsPort, {
    query: read,
    space: disk.space,
    eventLoopDelay: meter.delay,
    startedAt: performance.timeOrigin,
  });
  async function stop(): Promise<void> {
    await stages.stop();
    if (figures.ok) await figures.metrics.stop();
    meter.stop();
  }
  if (figures.ok) {
    return {
      ok: true,
      stage: stages.stage,
      disk,
      eventLoopDelay: meter.delay,
      metrics: figures.metrics,
      stop,
    };
  }
  await stop();
  return figures;
}

function webDeps(parts: Parts): Omit<AppDeps, 'guard' | 'onAccepted'> {
  const { config, deps, database, secrets, bookFiles, disk, metrics, eventLoopDelay, stage } = parts;
  const { build, log, now, random } = deps;
  const { write } = database;
  const { siteUrl } = config;
  const { books } = bookFiles;
  const { consentTexts } = build.manifest;
  const follow = { doubleOptIn: config.doubleOptIn, forward: config.forward !== null, books };
  const subscriptions = onlyShownWords(createSubscribeStore(database, follow, now), write, consentTexts);
  const onErased = () => sweepMails(parts);
  const listed = createRequestLog(log, now);
  return {
    siteUrl,
    site: createSite(build, siteUrl, stage, createPreview(secrets, now)),
    store: countSubscriptions(subscriptions, metrics.counts),
    messages: onlyShownWords(createMessageStore(database, now), write, consentTexts),
    books,
    links: createTokenPages({ build, siteUrl, secrets, store: database, bookFiles, onErased, now }),
    canStore: async () =>
      (await withDeadline<CommitOutcome>(database.readiness(), READY_MS, { why: 'late' })) === 'stored',
    // PostgreSQL has its disk elsewhere.
    diskState: database.kind === 'sqlite' ? disk.state : () => Promise.resolve('fine'),
    eventLoopDelay,
    random,
    onAnswered: (one) => {
      metrics.counts.answered(one);
      listed(one);
    },
    log,
    now,
  };
}

async function sweepMails({ config, database, deps }: Parts): Promise<void> {
  try {
    await sweepMailFiles(config.dataDir, database.write);
  } catch (error) {
    deps.log.error('mails of people who are gone could not be deleted', { error });
  }
}
