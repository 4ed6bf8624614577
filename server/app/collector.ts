import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from '#kysely';
import type { SiteManifest } from '#contract/documents.ts';
import type { Need } from '#contract/owner/today.ts';
import { HOUR } from '#contract/time.ts';
import { createAlarms, type Alarms } from '#server/alarms/alarms.ts';
import { createDiskGuard } from '#server/store/disk/free-space.ts';
import { createRequestLog } from '#server/web/http/request-log.ts';
import { startEventLoopMeter } from '#server/web/http/shedding.ts';
import { countSubscriptions } from '#server/metrics/prometheus.ts';
import { openMetrics } from '#server/metrics/server.ts';
import { openGuard } from '#server/abuse/guard.ts';
import { createApp, type WebApp, type SiteDeps } from '#server/web/app.ts';
import type { Config, FixedConfig } from '#server/base/config.ts';
import { createAskedBooks } from '#server/books/titles.ts';
import { createMessageStore } from '#server/messages/message.ts';
import type { Tables } from '#server/store/schema.ts';
import type { CommitOutcome, Database, Fatal } from '#server/store/database.ts';
import { ALL_CONNECTIONS } from '#server/store/postgres-connections.ts';
import { databaseFile } from '#server/store/open.ts';
import { withDeadline } from '#server/base/deadline.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import type { Log } from '#server/base/log.ts';
import { createCopies } from '#server/copies/copies.ts';
import { isClockSteady } from '#server/list/steady-clock.ts';
import { readCopyStatus } from '#server/copies/status.ts';
import { createSummaries } from '#server/weekly-summary/weekly-summary.ts';
import { findNeeds, readStanding } from '#server/doctor/needs.ts';
import { createVisits } from '#server/visits/visits.ts';
import { visitOf } from '#server/web/visit.ts';
import { createTokenPages } from '#server/web/token-pages/token-pages.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import type { Build } from '#server/base/build.ts';
import { createDownload } from '#server/web/token-pages/download.ts';
import { createSite, type Drafts, type DraftSite } from '#server/web/pages/site.ts';
import { repeat, type Repeated } from '#server/base/repeat.ts';
import { createRetention } from '#server/retention/retention.ts';
import { keysGone, mayHaveKeys } from '#server/store/secrets/key-file.ts';
import { openSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { watchLinks } from '#server/stage/links.ts';
import type { TakePost } from '#server/delivery-events/post.ts';
import { createPreview } from '#server/stage/preview.ts';
import { setUpLink } from '#server/owners/links.ts';
import { answerQuestion, createAddressWatch } from '#server/settings/address.ts';
import { followPresent, type Present } from '#server/settings/follow.ts';
import { followStore } from './follow-store.ts';
import { openStore } from './open-store.ts';
import { createWorkers } from './workers.ts';
import { keepWords, onlyShownWords } from '#server/list/shown-words.ts';
import { countByKind } from '#server/list/count.ts';
import { createSubscribeStore } from '#server/list/subscribe.ts';

type CollectorDeps = {
  /** The site that is shown at first. */
  build: Build;
  log: Log;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  /** Like `now` at startup, then monotonic, whatever happens to the system clock. */
  steadyNow: () => number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** Called at most once, when this process can store nothing more. */
  onFatal(fatal: Fatal): void;
  /** Replaced only to prove the tests. */
  open?: typeof openStore;
};

/** The whole collector, not listening yet. */
export type Collector = {
  app: WebApp;
  /** Starts processing what follows from accepted submissions. */
  start(): void;
  /**
   * Shows this site from the next request on; what is under way ends with the former one. Its consent texts
   * are stored first: rejects, and nothing has changed, if they cannot be. Call it again only after it ends.
   */
  show(next: Build): Promise<void>;
  /** Shows what is published from here on. `dist`: of the site that is shown at first. */
  follow(dist: string): Promise<void>;
  /** Those of this moment: the environment's, and what owners have set. */
  settings(): Config;
  /** Returns a sign-in link for the first owner; null if there is one. */
  setUpLink(): Promise<string | null>;
  /** Runs what is due, and resolves when it has ended. */
  work(): Promise<void>;
  /** Finishes open requests and started deliveries, stores what was accepted, and closes. */
  stop(patience?: number): Promise<void>;
};

/** Milliseconds within which a ready store stores a row. */
const READY_MS = 1_000;
const LATE: [CommitOutcome, boolean] = [{ why: 'late' }, false];
/** Milliseconds after which the start says that it waits: for a standby, or a host that is away. */
const OPEN_MS = 3_000;
/** Milliseconds for deletions to end at shutdown. */
const RETENTION_PATIENCE = 2_000;

/** @throws Failed if something cannot be opened; what was opened before is closed. */
export async function createCollector(config: FixedConfig, deps: CollectorDeps): Promise<Collector> {
  await using opening = new AsyncDisposableStack();
  const parts = await openParts(config, deps, opening);
  const { log, now, database, site, settings, disk, counts } = parts;
  async function needsOf(owner: number): Promise<Need[]> {
    const needsDeps = { ...parts, read: database.read, build: site(), config: settings() };
    return findNeeds(needsDeps, owner, await readStanding(needsDeps));
  }
  const workers = await createWorkers(settings, {
    ...parts,
    kinds: KINDS,
    needsOf,
    onOutcome: counts.delivery,
    onMailbox: counts.mailbox,
    onReport: counts.report,
  });
  const app = createWeb(parts, workers.poke);
  const alarms = createAlarms({
    ...parts,
    query: database.write,
    kinds: KINDS,
    space: disk.space,
    copies: () => readCopyStatus(config.dataDir),
    sealed: () => settings().sealed,
    onQueued: workers.poke,
  });
  const weekly = createSummaries({ ...config, query: database.write, now, log, onQueued: workers.poke });
  const retention = createHourlyRetention(parts, alarms.tell);
  const steady = () => isClockSteady(database.write, now());
  const copies = createCopies(config, { ...parts, isClockSteady: steady });
  const nextAddress = createAddressWatch({ ...parts, ...database });
  const open = opening.move();

  async function stop(patience?: number): Promise<void> {
    const retained = retention.stop();
    await Promise.all([app.stop(patience), workers.stop(patience)]);
    await Promise.all([alarms, weekly, copies, nextAddress].map((one) => one.stop()));
    await Promise.race([retained, wait(RETENTION_PATIENCE, undefined, { ref: false })]);
    await open.disposeAsync();
  }

  function start(): void {
    // Copies first: forgets those of another time before anybody is warned of them.
    for (const one of [copies, workers, parts.visits, retention, alarms, weekly, nextAddress]) one.start();
  }

  async function show(next: Build): Promise<void> {
    await keepWords(database.write, next.manifest.consentTexts, now());
    parts.show(next);
  }

  return {
    app,
    start,
    show,
    follow: async (dist) => open.defer(await followStore(parts, dist, show)),
    settings,
    setUpLink: () => setUpLink(database.write, settings().siteUrl, now()),
    work: workers.runOnce,
    stop,
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens what everything else needs; `opening` closes it, the store last. */
async function openParts(
  config: FixedConfig,
  { build, ...deps }: CollectorDeps,
  opening: AsyncDisposableStack,
) {
  const { log } = deps;
  const database = await openDatabase(config, deps, build.manifest.consentTexts);
  opening.defer(database.close);
  const secrets = await openKeys(config, database.write);
  const { write, read } = database;
  const present = await followPresent(config, build, { query: write, secrets, log });
  opening.defer(present.stop);
  const links = await watchLinks(write, deps.now);
  opening.defer(links.stop);
  const disk = createDiskGuard(config.dataDir, statfs, () => performance.now());
  const meter = startEventLoopMeter();
  opening.defer(meter.stop);
  const eventLoopDelay = meter.delay;
  const startedAt = performance.timeOrigin;
  const metrics = await openMetrics(config.metricsPort, {
    query: read,
    space: disk.space,
    copies: () => readCopyStatus(config.dataDir),
    mailRoute: () => present.settings().mailRoute,
    now: deps.now,
    eventLoopDelay,
    startedAt,
  });
  opening.defer(metrics.stop);
  const { close, ...limits } = await openGuard(config, { ...deps, secrets });
  opening.defer(close);
  async function sweepMails(): Promise<void> {
    await sweepMailFiles(config.dataDir, write).catch((error: unknown) =>
      log.error('files with emails of deleted people could not be removed', { error }),
    );
  }
  const { counts } = metrics;
  const visits = createVisits({ query: write, now: deps.now, log });
  opening.defer(visits.stop);
  /** Shows what was just published, and what links to drafts show; nothing before editions are followed. */
  const showing = { look: () => Promise.resolve(), drafts: () => Promise.resolve() };
  return {
    ...deps,
    config,
    secrets,
    database,
    ...present,
    showing,
    links,
    drafts: new Map<number, DraftSite>(),
    preview: createPreview(secrets, deps.now, links.links, links.followed),
    disk,
    eventLoopDelay,
    counts,
    ...limits,
    visits,
    sweepMails,
  };
}

/** @throws RefusedError also if the keys of a list with people are gone */
async function openKeys({ secretKeys, dataDir }: FixedConfig, query: Kysely<Tables>): Promise<Secrets> {
  if (secretKeys === null && !mayHaveKeys(dataDir)) {
    const people = Object.values(await countByKind(query));
    if (people.some((n) => n > 0)) throw keysGone(dataDir);
  }
  return openSecrets(secretKeys, dataDir);
}

async function openDatabase(
  config: FixedConfig,
  { log, now, onFatal, open = openStore }: Omit<CollectorDeps, 'build'>,
  consentTexts: SiteManifest['consentTexts'],
): Promise<Database> {
  const file = databaseFile(config.dataDir);
  // An unmounted disk looks like the first start.
  const isNew = config.databaseUrl === null && !existsSync(file);
  const late = setTimeout(() => log.error('the database does not answer yet; the start waits'), OPEN_MS);
  const database = await open({
    ...config,
    consentTexts,
    now,
    onFatal,
    onQuarantine: (fault) => log.error('an address is quarantined until the program is fixed', { fault }),
  }).finally(() => clearTimeout(late));
  if (isNew) log.info('created a new, empty database', { file });
  if (config.databaseUrl !== null)
    log.info(`PostgreSQL is open; this server needs ${ALL_CONNECTIONS} connections`);
  return database;
}

function createWeb(parts: Parts, poke: () => void): WebApp {
  const { config, shown, settings, log, now, database, disk, counts, stage } = parts;
  const siteUrl = () => settings().siteUrl;
  const listed = createRequestLog(log, now);
  /** Loaded with the first webhook call of a mail provider. */
  let takePost: Promise<TakePost> | null = null;
  return createApp({
    ...parts,
    shown: shown.map(createSiteDeps(parts, poke)),
    takePost: async (...post) => {
      takePost ??= import('#server/delivery-events/post.ts').then(({ createTakePost }) =>
        createTakePost({ config, write: database.write, siteUrl, now }),
      );
      return (await takePost)(...post);
    },
    answerQuestion: (question) => answerQuestion(parts.secrets, question),
    canStore: async () => {
      const asked = Promise.all([database.readiness(), parts.canCount()]);
      const [outcome, counted] = await withDeadline<[CommitOutcome, boolean]>(asked, READY_MS, LATE);
      return outcome === 'stored' && counted;
    },
    // PostgreSQL's disk is on another machine.
    diskState: database.kind === 'sqlite' ? disk.state : () => Promise.resolve('fine'),
    onStored: poke,
    onAnswered: (one) => {
      counts.answered(one);
      listed(one);
      const visit = visitOf(one, stage(), settings());
      // A client who opens a draft visits nothing.
      if (visit !== null && parts.preview.followedBy('draft', one.request.headers.cookie) === null)
        parts.visits.seen(visit);
    },
  });
}

/** Deletes as the shown site promises. */
function createHourlyRetention(parts: Parts, tell: Alarms['tell']): Repeated {
  const { log } = parts;
  const retention = parts.shown.map(({ build, config }) => {
    const { retentionMonths } = build.manifest;
    const reminderDays = config.doubleOptIn ? config.reminderDays : 0;
    return createRetention({ ...config, ...parts, retentionMonths, reminderDays, tell });
  });
  return repeat(
    HOUR,
    () => retention().run(),
    (error) => log.error('retention could not be applied', { error }),
  );
}

/** What answers from a site by some settings, for each that is shown. */
function createSiteDeps(parts: Parts, poke: () => void): (present: Present) => SiteDeps {
  const { now, database, secrets, counts, stage, preview, drafts, sweepMails, signInLimits, log } = parts;
  const { write, read } = database;
  const showPublished = () => parts.showing.look();
  async function showDrafts(): Promise<Drafts> {
    await parts.showing.drafts();
    return drafts;
  }
  const download = createDownload(() => parts.settings().siteUrl);
  const askedBooks = createAskedBooks();
  return ({ build, config }) => {
    const { siteUrl, defaultLanguage, doubleOptIn, forward } = config;
    const common = { config, build, secrets, now };
    const links = { siteUrl, defaultLanguage, store: database, download, onErased: sweepMails };
    const { consentTexts, optionalFields } = build.manifest;
    const books = askedBooks(build);
    const follow = { doubleOptIn, forward: forward !== null, books: books.out };
    const subscriptions = createSubscribeStore(database, follow, now);
    return {
      siteUrl,
      owner: { ...common, write, read, database, signInLimits, poke, showPublished, showDrafts, log },
      site: createSite(build, config, stage, preview, drafts),
      store: countSubscriptions(onlyShownWords(subscriptions, write, consentTexts), counts),
      messages: onlyShownWords(createMessageStore(database, now), write, consentTexts),
      optionalFields,
      isDraft: (cookie) => preview.followedBy('draft', cookie) !== null,
      books,
      links: createTokenPages({ ...common, ...links }),
    };
  };
}
