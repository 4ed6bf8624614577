import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Kysely } from '#kysely';
import { type LaunchFinding, type FindingGroup, groupOf, type Rehearsal } from '#contract/owner/launch.ts';
import { DAY } from '#contract/time.ts';
import { withDeadline } from '#server/base/deadline.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Announcement } from './rows.ts';
import { finding } from './findings.ts';
import type { ThreadOrder } from './rehearsal-thread.ts';
import type { RehearseConfig, RehearsalStep } from './rehearse.ts';
import type { AnnouncementTemplates } from './templates.ts';

/** The launch check as stored, for every process. `stamp`: of what was checked. `beatAt`: last heartbeat. */
type Kept = {
  run: string;
  stamp: string;
  state: Rehearsal['state'];
  startedAt: number;
  endedAt: number | null;
  beatAt: number;
  doing: FindingGroup | null;
  made: Rehearsal['made'];
  findings: LaunchFinding[];
  /** When the receiver’s verdict on a test mail among them was read, and its sender; missing: none was, or by an older version. */
  test?: { at: number; from: string };
};

/** A verdict holds this long: it is on the sender, not on the words. */
const TESTED_MS = 30 * DAY;
const BEAT_MS = 500;
/** A check without a heartbeat for so long has ended with its process. */
const SILENT_MS = 20_000;

type Deps = {
  write: Kysely<Tables>;
  config: RehearseConfig;
  templates: AnnouncementTemplates;
  now: () => number;
};

/** `stamp`: of what would be checked now. Returns null if no check has run. */
export function rehearsalOf(
  { rehearsal }: Pick<Announcement, 'rehearsal'>,
  stamp: string,
  now: number,
): Rehearsal | null {
  const kept = parsed(rehearsal);
  if (kept === null) return null;
  const { state, startedAt, endedAt, doing, made, findings } = kept;
  const isGone = state === 'running' && now - kept.beatAt > SILENT_MS;
  return {
    state: isGone ? 'stopped' : state,
    isOld: kept.stamp !== stamp,
    startedAt,
    endedAt: isGone ? kept.beatAt : endedAt,
    doing,
    made,
    findings,
  };
}

/**
 * Runs the launch check in a worker thread and stores its progress and findings. Resolves when it has begun;
 * false: one is running already. `site`: findings known so far.
 */
export async function startRehearsal(
  announcement: Announcement,
  { stamp, site }: { stamp: string; site: readonly LaunchFinding[] },
  deps: Deps,
): Promise<boolean> {
  const { now } = deps;
  const before = parsed(announcement.rehearsal);
  if (before?.state === 'running' && now() - before.beatAt <= SILENT_MS) return false;
  const { tested, test } = await lastTest(deps.write, deps.config.mailFrom, now());
  const todo = deps.config.mailRoute.is !== 'server' || tested.length > 0 ? [] : [finding('test-todo')];
  const kept: Kept = {
    run: randomUUID(),
    stamp,
    state: 'running',
    startedAt: now(),
    endedAt: null,
    beatAt: now(),
    doing: 'mails',
    made: { n: 0, total: 0 },
    findings: [...site, ...tested, ...todo],
    ...(test && { test }),
  };
  await keep(deps.write, announcement.id, kept, announcement.rehearsal);
  void run(announcement, kept, deps);
  return true;
}

/** What the last test mail of any announcement has found, unless it was long ago or had another sender. */
async function lastTest(query: Kysely<Tables>, from: string, now: number): Promise<Tested> {
  const rows = await query
    .selectFrom('announcement')
    .select('rehearsal')
    .where('rehearsal', 'is not', null)
    .execute();
  const [last] = rows
    .flatMap(({ rehearsal }) => testedIn(parsed(rehearsal), from))
    .filter(({ test }) => test.at > now - TESTED_MS && test.from === from)
    .toSorted((one, other) => other.test.at - one.test.at);
  return last ?? { tested: [] };
}

type Tested = { tested: LaunchFinding[]; test?: NonNullable<Kept['test']> };

/** `from`: the sender where an older version kept none. */
function testedIn(kept: Kept | null, from: string): Required<Tested>[] {
  const tested = kept?.findings.filter((one) => groupOf(one) === 'test' && one.code !== 'test-todo') ?? [];
  if (kept === null || tested.length === 0) return [];
  return [{ tested, test: kept.test ?? { at: kept.startedAt, from } }];
}

/** Stops the check and keeps what it has found. */
export async function stopRehearsal(
  { id, rehearsal }: Pick<Announcement, 'id' | 'rehearsal'>,
  { write, now }: Pick<Deps, 'write' | 'now'>,
): Promise<void> {
  const kept = parsed(rehearsal);
  if (kept?.state !== 'running') return;
  await keep(write, id, { ...kept, run: '', state: 'stopped', endedAt: now(), doing: null }, rehearsal);
}

/** Replaces the findings of an earlier test mail with these. */
export async function keepTest(
  { id, rehearsal }: Pick<Announcement, 'id' | 'rehearsal'>,
  tested: readonly LaunchFinding[],
  { write, config, now }: Pick<Deps, 'write' | 'now'> & { config: Pick<RehearseConfig, 'mailFrom'> },
): Promise<boolean> {
  const kept = parsed(rehearsal);
  if (kept === null || kept.state === 'running') return false;
  const others = kept.findings.filter((one) => groupOf(one) !== 'test');
  return keep(
    write,
    id,
    { ...kept, findings: [...others, ...tested], test: { at: now(), from: config.mailFrom } },
    rehearsal,
  );
}

/** Returns false if somebody else has changed it. */
async function keep(
  write: Kysely<Tables>,
  announcement: number,
  kept: Kept,
  before: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await write
    .updateTable('announcement')
    .set({ rehearsal: JSON.stringify(kept) })
    .where('id', '=', announcement)
    .where('rehearsal', before === null ? 'is' : '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends by itself if somebody has stopped the check or started another one. */
async function run(
  announcement: Announcement,
  first: Kept,
  { write, config, templates, now }: Deps,
): Promise<void> {
  let kept = first;
  let written = JSON.stringify(first);
  const thread = startThread(announcement, config, templates, now());
  const ended = Promise.withResolvers<'ended' | 'stopped'>();
  thread.on('message', ({ step }: { step?: RehearsalStep }) => {
    if (step) kept = after(kept, step);
  });
  // If it fails, its findings stay, marked as incomplete.
  thread.on('error', () => ended.resolve('stopped'));
  thread.on('exit', (code) => ended.resolve(code === 0 ? 'ended' : 'stopped'));
  try {
    for (let state: Kept['state'] = 'running'; state === 'running';) {
      state = await withDeadline<Kept['state']>(ended.promise, BEAT_MS, 'running');
      const isOver = state !== 'running';
      const next = { ...kept, state, beatAt: now(), ...(isOver && { endedAt: now(), doing: null }) };
      if (!(await keep(write, announcement.id, next, written))) break;
      written = JSON.stringify(next);
    }
  } catch {
    // The store is unavailable: readers notice the missing heartbeat.
  } finally {
    await thread.terminate();
  }
}

function startThread(
  { id, purpose, words, armed_at }: Announcement,
  {
    dataDir,
    databaseUrl,
    secretKeys,
    mailRoute,
    mailFrom,
    ownerEmail,
    siteUrl,
    dkim,
    dnsServer,
  }: RehearseConfig,
  templates: AnnouncementTemplates,
  now: number,
): Worker {
  const key = dkim?.key?.export({ type: 'pkcs8', format: 'pem' }).toString() ?? null;
  const order: ThreadOrder = {
    announcement: { id, purpose, words, armed_at },
    config: { dataDir, databaseUrl, secretKeys, mailRoute, mailFrom, ownerEmail, siteUrl, dnsServer },
    dkim: dkim && { ...dkim, key },
    templates,
    now,
  };
  const thread = new Worker(new URL('./rehearsal-thread.ts', import.meta.url), {
    workerData: order,
    // Closing a file descriptor early would drop SQLite's locks on the same files.
    trackUnmanagedFds: false,
  });
  thread.unref();
  return thread;
}

function after(kept: Kept, step: RehearsalStep): Kept {
  if (step.is === 'doing') return { ...kept, doing: step.group };
  if (step.is === 'made') return { ...kept, made: { n: step.n, total: step.total } };
  const { address: _nobody, ...values } = step.finding.values;
  // The store keeps no address outside the list: an erasure could not find it.
  return { ...kept, findings: [...kept.findings, { code: step.finding.code, values }] };
}

function parsed(rehearsal: string | null): Kept | null {
  return rehearsal === null ? null : (JSON.parse(rehearsal) as Kept);
}
