import * as v from 'valibot';
import { type LaunchFinding, levelOf, findingName, type Purpose } from '#contract/owner/launch.ts';
import type { AuditAction } from '#contract/owner/audit-log.ts';
import { addressInPages } from '#server/base/config.ts';
import {
  type Done,
  open,
  pause,
  readAnnouncement,
  type Refused,
  resume,
  schedule,
  type SendingServer,
  sendAgain,
  stop,
  undo,
} from '#server/launch/announcement.ts';
import type { Announcement } from '#server/launch/rows.ts';
import type { Approval, OpenProblem } from '#server/launch/approval.ts';
import { draftFor, suggestedWords } from '#server/launch/draft.ts';
import { findAsking, findDeadLinks, finding, findTooSoon } from '#server/launch/findings.ts';
import { readBegun, readPromise } from '#server/launch/letters.ts';
import { sendingServerOf } from '#server/launch/sending-server.ts';
import { rehearsalOf, startRehearsal, stopRehearsal } from '#server/launch/kept-rehearsal.ts';
import { readNow, stampOf, UNDO_MS, WAVE } from '#server/launch/overview.ts';
import { letterOf } from '#contract/announcement.ts';
import { frequencyOf } from '#contract/newsletter.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import { templatesOf } from '#server/launch/templates.ts';
import { configWarnings } from '#server/doctor/config-warnings.ts';
import { shownContent } from '#server/doctor/shown-content.ts';
import { readerWarnings } from '#server/owners/owner-reader.ts';
import { templateIn } from '#server/doctor/template.ts';
import { type BodyOf, text, integerField } from '../body.ts';
import { type Answer, type Ask, noMailServer, NOT_NOW, type OwnerParts, wrongField } from '../route.ts';
import { isBookMissing } from './asked.ts';

export async function beginRehearsal({ parts }: Ask, purpose: Purpose): Promise<Answer> {
  const { write, build, config, now } = parts;
  if (isBookMissing(purpose, parts)) return NOT_NOW;
  const suggested = suggestedWords(purpose, build.manifest.words);
  const announcement = await write.transaction().execute((trx) => draftFor(trx, purpose, suggested, now()));
  if (announcement === null || !['draft', 'scheduled'].includes(announcement.state)) return NOT_NOW;
  const stamp = stampOf(announcement.words, parts);
  const deps = { write, config, templates: templatesOf(purpose, build), now };
  const hasBegun = await startRehearsal(
    announcement,
    { stamp, site: await lookAtSite(parts, announcement) },
    deps,
  );
  return hasBegun ? seen(parts, purpose) : NOT_NOW;
}

export async function endRehearsal({ parts }: Ask, purpose: Purpose): Promise<Answer> {
  const found = await readAnnouncement(parts.read, purpose);
  if (found !== null) await stopRehearsal(found, parts);
  return seen(parts, purpose);
}

/** The findings that need no network. */
async function lookAtSite(parts: OwnerParts, { purpose, words }: Announcement): Promise<LaunchFinding[]> {
  const { read, config, build } = parts;
  const content = shownContent(build.dist);
  const careless = [...configWarnings(config, factsOf(content)), ...(await readerWarnings(read, config))].map(
    ({ level, code, values, text: said }) =>
      finding(level === 'problem' ? 'setting-wrong' : 'setting-careless', {
        ...values,
        says: code,
        text: said,
      }),
  );
  const { documents } = build.manifest;
  const start = documents.find(({ page, state }) => page === 'soon' && state === 'idle');
  const html = build.files.get(start?.file ?? '')?.identity.toString() ?? '';
  const wanted = addressInPages(config.siteUrl);
  const [, builtFor = wanted] = /rel="canonical" href="([^"]*)\/soon/.exec(html) ?? [];
  const pages =
    builtFor === wanted
      ? finding('pages-ok', { n: documents.length })
      : finding('pages-old', { text: `${builtFor}, SITE_URL: ${config.siteUrl}` });
  const template = templateIn(content).map(({ part, where }) =>
    finding('template-kept', { part, text: where }),
  );
  const asking = findAsking(purpose, content);
  const soon = await lookAtPromise(parts, purpose);
  return [
    pages,
    ...template,
    ...asking,
    ...soon,
    ...findDeadLinks({ purpose, words }, build.manifest),
    ...(careless.length > 0 ? careless : [finding('settings-ok')]),
  ];
}

async function lookAtPromise({ read, build, now }: OwnerParts, purpose: Purpose) {
  // The editions are read for newsletters alone.
  if (letterOf(purpose) === null) return [];
  const promise = await readPromise(
    read,
    frequencyOf(factsOf(shownContent(build.dist))['newsletter.aMonth']),
  );
  const others = (await readBegun(read)).filter((one) => one.purpose !== purpose);
  const begun = others.map(({ at }) => at);
  return findTooSoon(purpose, promise, begun, now());
}

/** `opensAt`: the time that the owner has seen, null: none. `seen`: the names of the warnings that the owner has ticked. */
export const ORDER = v.object({
  people: integerField(0),
  opensAt: v.nullable(integerField(0)),
  version: text(200),
  seen: v.pipe(v.array(text(1_000)), v.maxLength(200)),
  isNow: v.optional(v.boolean(), false),
});

/** Starts the launch or a book announcement, or schedules it. */
export async function openNow(
  { body, owner, parts, audit }: Ask<typeof ORDER>,
  purpose: Purpose,
): Promise<Answer> {
  const { write, config } = parts;
  const found = await readAnnouncement(write, purpose);
  if (found === null) return NOT_NOW;
  const order = {
    by: owner.name,
    undoMs: UNDO_MS,
    wave: WAVE,
    maxPerMinute: config.mailsAMinute,
    ...(await serverOf(parts)),
  };
  const { isNow, opensAt } = body;
  const approval = await approvalOf(found, body, parts);
  const isAtOnce = isNow || opensAt === null;
  const done = isAtOnce
    ? await open(write, purpose, order, approval)
    : await schedule(write, purpose, order, { ...approval, opensAt });
  if (!done.ok) return refusal(done, config);
  await audit(isAtOnce ? 'launch-opened' : 'launch-scheduled', { purpose, people: body.people });
  return seen(parts, purpose);
}

/** What the owner approves: the stored launch check, and the ticked warnings. */
async function approvalOf(
  found: Announcement,
  { people, opensAt, version, seen: names }: BodyOf<typeof ORDER>,
  parts: OwnerParts,
): Promise<Approval> {
  const rehearsal = rehearsalOf(found, stampOf(found.words, parts), parts.now());
  const of = (level: string) => rehearsal?.findings.filter((one) => levelOf(one) === level) ?? [];
  // Another newsletter may have begun since.
  const isNewlyTooSoon =
    of('warning').every(({ code }) => code !== 'too-soon') &&
    (await lookAtPromise(parts, found.purpose)).length > 0;
  return {
    version,
    people,
    opensAt,
    check:
      rehearsal?.state === 'ended'
        ? {
            isOld: rehearsal.isOld || isNewlyTooSoon,
            problems: of('problem').length,
            unseen: of('warning').filter((one) => !names.includes(findingName(one))).length,
          }
        : null,
    books: parts.build.manifest.books.map(({ book }) => book),
  };
}

/** Null: the page says so already, and reads again. */
const FIELDS: Record<Exclude<OpenProblem, 'mail-server'>, [field: string, code: string] | null> = {
  'book-missing': null,
  'not-live': null,
  'under-way': null,
  'no-language': null,
  'words-changed': ['words', 'changed'],
  'check-required': ['rehearsal', 'required'],
  'check-old': ['rehearsal', 'old'],
  problems: ['rehearsal', 'red'],
  'warnings-unseen': ['seen', 'required'],
  'people-changed': ['people', 'changed'],
  'time-changed': ['time', 'changed'],
  'time-past': ['time', 'past'],
};

function refusal({ why }: Refused, { mailRoute }: OwnerParts['config']): Answer {
  if (why === 'mail-server') return noMailServer(mailRoute.is === 'none' ? mailRoute.why : 'unset');
  const field = why === undefined ? null : FIELDS[why];
  return field === null ? NOT_NOW : wrongField(...field);
}

/** Actions without a confirmation: undo, pause, resume. */
export function act(verb: 'undo' | 'pause' | 'resume' | 'stop') {
  return async ({ owner, parts, audit }: Ask, purpose: Purpose): Promise<Answer> => {
    const [what, done] = await VERBS[verb](parts, purpose, owner.name);
    if (!done.ok) return refusal(done, parts.config);
    await audit(what, { purpose });
    return seen(parts, purpose);
  };
}

type Verb = (parts: OwnerParts, purpose: Purpose, by: string) => Promise<[AuditAction, Done | Refused]>;

const VERBS: Record<'undo' | 'pause' | 'resume' | 'stop', Verb> = {
  undo: async ({ write, now }, purpose) => ['launch-undone', await undo(write, purpose, now())],
  pause: async ({ write, now }, purpose, by) => [
    'launch-paused',
    await pause(write, purpose, { why: 'owner', by }, now()),
  ],
  resume: async (parts, purpose) => [
    'launch-resumed',
    await resume(parts.write, purpose, await serverOf(parts)),
  ],
  stop: async ({ write, now }, purpose) => ['launch-stopped', await stop(write, purpose, now())],
};

function serverOf({ database, config, now }: OwnerParts): Promise<SendingServer> {
  return sendingServerOf(database, config, now());
}

/** `which`: all with this outcome, or people by id. */
const IDS = v.pipe(v.array(integerField(1)), v.minLength(1), v.maxLength(200));
export const AGAIN = v.object({ which: v.union([v.picklist(['failed', 'unknown']), IDS]) });

export async function sendAgainTo(
  { body, parts, audit }: Ask<typeof AGAIN>,
  purpose: Purpose,
): Promise<Answer> {
  const done = await sendAgain(parts.write, purpose, body.which, await serverOf(parts));
  if (!done.ok) return refusal(done, parts.config);
  await audit('launch-again', { purpose, people: done.people });
  return seen(parts, purpose);
}

/** Answers with the new state. */
async function seen(parts: OwnerParts, purpose: Purpose): Promise<Answer> {
  return { json: await readNow(purpose, { ...parts, read: parts.write }) };
}
