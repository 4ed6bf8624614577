import { randomUUID } from 'node:crypto';
import type { Build } from '#server/base/build.ts';
import { withDeadline } from '#server/base/deadline.ts';
import { advance, type AdvanceDeps, createLeapWatch } from './advance.ts';
import { pause, readSet } from './announcement.ts';
import type { Announcement } from './rows.ts';
import { holdSender, releaseSender } from './ledger.ts';
import type { MailAccount } from '#server/mail-account/account.ts';
import { readPicture } from './picture.ts';
import { createProviders, type ResolveMx } from './providers.ts';
import { isEnqueuing } from './recipients.ts';
import { createRun, type Run, type RunDeps, step } from './run.ts';
import { keepTemplates, templatesOf } from './templates.ts';
import { createRecovery } from './uncertain.ts';

/** What an owner may change while it sends. */
type SendSettings = Pick<RunDeps, 'siteUrl' | 'mailFrom' | 'relay' | 'limits'> &
  Pick<AdvanceDeps, 'mailRoute'>;

export type SenderDeps = Omit<
  RunDeps,
  'account' | 'sender' | 'providers' | 'underWay' | 'wake' | 'templates' | 'picture' | keyof SendSettings
> &
  Omit<AdvanceDeps, 'leapt' | 'site' | 'mailRoute' | 'refusedUntil'> & {
    account: MailAccount;
    site: () => Build;
    settings: () => SendSettings;
    resolveMx: ResolveMx;
  };

export type Sender = {
  start(): void;
  /** Something was opened, paused or resumed: checks at once. */
  poke(): void;
  /** Starts no more mails; resolves when those under way are stored, or after `patience` ms. */
  stop(patience: number): Promise<void>;
};

/** Another process may have opened something; a scheduled time may have come. */
const LOOK_MS = 500;
/** Within the 15 seconds of the lease. */
const RENEW_MS = 4_000;
/** How often to look for mails of a dead process. */
const RECOVER_EACH_MS = 5_000;

type State = {
  deps: SenderDeps;
  runDeps: Omit<RunDeps, 'templates' | 'picture' | keyof SendSettings>;
  recover: ReturnType<typeof createRecovery>;
  recoverAt: number;
  leapt: () => boolean;
  /** By announcement id. */
  runs: Map<number, { run: Run; renewAt: number }>;
  woken: PromiseWithResolvers<void>;
  stopping: boolean;
};

/** Opens scheduled announcements at their time and sends them; one process at a time. */
export function createSender(deps: SenderDeps): Sender {
  const { database, log, now, steadyNow } = deps;
  const sender = randomUUID();
  const wake = () => state.woken.resolve();
  const providers = createProviders(deps.resolveMx, steadyNow);
  const state: State = {
    deps,
    runDeps: {
      ...deps,
      mailer: { send: deps.account.judging(deps.mailer) },
      sender,
      providers,
      underWay: new Set(),
      wake,
    },
    recover: createRecovery(database, now, steadyNow),
    recoverAt: 0,
    leapt: createLeapWatch(now, steadyNow),
    runs: new Map(),
    woken: Promise.withResolvers(),
    stopping: false,
  };
  let running: Promise<void> | null = null;

  async function end(): Promise<void> {
    await running;
    const { underWay } = state.runDeps;
    while (underWay.size > 0) {
      await Promise.race(underWay);
      // Stores each outcome as it arrives: the process may be killed while another mail hangs.
      await stepAll(state).catch(() => {});
    }
    await stepAll(state);
    await releaseSender(database.write, sender);
  }

  /** Runs once, however often `stop` is called. If the store is unavailable, the lease expires by itself. */
  let ending: Promise<void> | null = null;
  const endOnce = () =>
    (ending ??= end().catch((error: unknown) =>
      log.error('the announcement could not be released', { error }),
    ));

  return {
    start: () => void (running ??= loop(state)),
    poke: wake,
    stop: async (patience) => {
      state.stopping = true;
      wake();
      await withDeadline(endOnce(), patience, undefined);
    },
  };
}

async function loop(state: State): Promise<void> {
  const { log, steadyNow } = state.deps;
  for (let lookAt = 0; !state.stopping;) {
    let rest = LOOK_MS;
    try {
      let enqueues = false;
      if (steadyNow() >= lookAt) {
        enqueues = await look(state);
        lookAt = steadyNow() + (enqueues ? 0 : LOOK_MS);
      }
      rest = await stepAll(state);
      if (enqueues) rest = 0;
    } catch (error) {
      // The store may be unavailable for a while: outcomes are stored when it is back.
      log.error('the announcement could not be processed', { error });
    }
    await withDeadline(state.woken.promise, rest, undefined);
    state.woken = Promise.withResolvers();
  }
}

/** Advances every announcement to the current time. Returns whether recipients are still being queued. */
async function look(state: State): Promise<boolean> {
  const { deps, runs } = state;
  const leapt = state.leapt();
  let enqueues = false;
  const isTime = deps.steadyNow() >= state.recoverAt;
  if (isTime) state.recoverAt = deps.steadyNow() + RECOVER_EACH_MS;
  const set = await readSet(deps.database.write);
  for (const one of set) {
    // No hurry: only late confirmations can arrive.
    if (one.state === 'done' && !isTime) continue;
    // Also when nothing is sent any more.
    const relay = one.state === 'stopped' ? null : (deps.settings().relay?.name ?? null);
    if (isTime) await state.recover(one.id, state.runDeps.sender, relay);
    const site = deps.site();
    const { mailRoute } = deps.settings();
    const { refusal, endedAt } = await deps.account.state();
    const refusedUntil = refusal === null ? endedAt : deps.now();
    const open = await advance(one, { ...deps, site, leapt, mailRoute, refusedUntil });
    const run = open === null ? runs.get(one.id)?.run : await hold(state, open, site);
    if (run) run.announcement = open ?? one;
    if (open === null && one.state === 'done' && run?.ended.length === 0) runs.delete(one.id);
    enqueues ||= isEnqueuing(one);
  }
  for (const [id, { run }] of runs)
    if (run.ended.length === 0 && !set.some((one) => one.id === id)) runs.delete(id);
  return enqueues;
}

/** Returns null if another process sends it, or if its picture cannot be read. `site`: what it is sent from if nothing has left yet. */
async function hold(state: State, announcement: Announcement, site: Build): Promise<Run | null> {
  const { deps, runDeps, runs } = state;
  const { id, purpose, words } = announcement;
  const kept = () => keepTemplates(deps.database.write, id, templatesOf(purpose, site));
  const found = runs.get(id);
  if (found && deps.steadyNow() < found.renewAt) return found.run;
  if (!(await holdSender(deps.database, id, runDeps.sender))) {
    // The outcomes of mails under way are stored all the same.
    if (found) found.run.announcement = { ...announcement, state: 'paused' };
    return null;
  }
  let run = found?.run;
  if (run === undefined) {
    const { write } = deps.database;
    const settings = deps.settings();
    const picture = await readPicture(write, words, settings.siteUrl);
    if (picture === null && words.picture) {
      deps.log.error('the announcement was paused', { purpose, why: 'picture' });
      await pause(write, purpose, { why: 'picture' }, deps.now());
      return null;
    }
    run = createRun(announcement, { ...runDeps, ...settings, templates: await kept(), picture });
  }
  runs.set(id, { run, renewAt: deps.steadyNow() + RENEW_MS });
  return run;
}

/** Returns the milliseconds until there may be something to do. */
async function stepAll({ deps, runs, stopping }: State): Promise<number> {
  let next = LOOK_MS;
  for (const { run } of runs.values()) {
    run.deps = { ...run.deps, ...deps.settings() };
    next = Math.min(next, await step(run, stopping));
  }
  return next;
}
