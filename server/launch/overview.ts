import { shareOfAnnouncements } from '#server/base/mail-hosts.ts';
import { createHash } from 'node:crypto';
import type { Kysely } from '#kysely';
import {
  type AnnouncementWords,
  languageFor,
  languagesOf,
  letterOf,
  problemOfWords,
  titleOf,
  writtenIn,
} from '#contract/announcement.ts';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { MailTemplates } from '#contract/mails.ts';
import type { AnnouncementNow, Progress, Sums, LaunchTime, Purpose } from '#contract/owner/launch.ts';
import type { Build } from '#server/base/build.ts';
import { type Config, domainOf } from '#server/base/config.ts';
import { goingBy } from '#server/outbox/waiting.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import { isLive } from '#server/stage/stage.ts';
import type { Tables } from '#server/store/schema.ts';
import { readAnnouncement } from './announcement.ts';
import type { Announcement } from './rows.ts';
import { countByProvider, withRefusal } from './by-provider.ts';
import { letterUnderWay, versionOf } from './approval.ts';
import { readPage } from './letter-page.ts';
import { behindOf, type Edited, editedOf, suggestedWords } from './draft.ts';
import { rehearsalOf } from './kept-rehearsal.ts';
import { createMemos } from './memo.ts';
import { readOutlook } from './outlook.ts';
import { readHeld } from '#server/mail-account/held.ts';
import { planOf } from './plan.ts';
import { countAudienceByLanguage, countByState, sumsOf } from './recipients.ts';
import { countLeft, countToldLater } from './untold.ts';

/** Defaults of the dashboard; the command line may choose others. */
export const UNDO_MS = 10 * 60_000;
export const WAVE = 50;
const LATE_MS = 30 * 24 * 60 * 60_000;

export type OverviewDeps = {
  read: Kysely<Tables>;
  build: Build;
  config: Config;
  now: () => number;
};

/** Slow counts of a large store are shared by all readers. */
const memosOf = createMemos();
const templatesOf = new WeakMap<Build, string>();

/** Identifies what a launch check would check now: changes with the words, the pages or the sender. */
export function stampOf(words: Announcement['words'], { build, config }: OverviewDeps): string {
  const templates = templatesOf.get(build) ?? hashOfMails(build.templates);
  templatesOf.set(build, templates);
  const { siteUrl, mailFrom, mailRoute, dkim } = config;
  const of = [versionOf(words), siteUrl, mailFrom, mailRoute, dkim?.selector, dkim?.domain];
  return hashOf([of, templates]);
}

function hashOfMails(mails: MailTemplates): string {
  return hashOf([mails.announcement, mails['announcement-book'], mails.letter]);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/** Reads an announcement with everything known about it. Only counts may be a second old, or more. */
export async function readNow(purpose: Purpose, deps: OverviewDeps): Promise<AnnouncementNow> {
  const { read, build, config, now } = deps;
  const found = await readAnnouncement(read, purpose);
  const words = found?.words ?? suggestedWords(purpose, build.manifest.words);
  const edited = found && editedOf(found);
  const time = now();
  const state = found?.state ?? 'draft';
  const readers = await readReaders(read, purpose);
  const byLanguage = inEach((language) =>
    sum(LANGUAGES.map((reads) => (languageFor(purpose, words, reads) === language ? readers[reads] : 0))),
  );
  const people = sum(Object.values(byLanguage));
  const isOpen = await isLive(read, config);
  const when = whenOf(found);
  const limits = shareOfAnnouncements(config);
  const opensAt = when?.is === 'at' ? when.opensAt : time;
  return {
    now: time,
    purpose,
    state,
    isOpen,
    siteUrl: config.siteUrl,
    mailsGo: goingBy(config.mailRoute),
    domain: domainOf(config.mailFrom),
    ownerEmail: (await readOwnerReader(read, config))?.email ?? null,
    title: titleOf(purpose, words),
    waitsFor: await readWaitsFor(read, purpose, isOpen),
    wordsVersion: versionOf(words),
    words: {
      at: edited ? Math.max(0, ...Object.values(edited.at)) || null : null,
      behind: behindOf(edited, words),
      lacking: lackingOf(purpose, words, edited),
      written: writtenIn(words),
    },
    rehearsal: found && rehearsalOf(found, stampOf(words, deps), time),
    when,
    people,
    byLanguage,
    readers,
    undoMs: found?.armed_at ? found.undo_ms : UNDO_MS,
    plan: planOf({ people, opensAt, undoMs: UNDO_MS, wave: WAVE, limits }),
    reason: found?.reason ?? null,
    page: found && (await readPage(read, found, build.manifest)),
    progress: found && (await readProgress(found, deps, time)),
  };
}

/** Who asked for it, by language. */
export function readReaders(read: Kysely<Tables>, purpose: Purpose): Promise<Record<Language, number>> {
  // All newsletters go to the same people.
  const asked = letterOf(purpose) === null ? purpose : 'letters';
  return memosOf(read).value(`audience ${asked}`, () => countAudienceByLanguage(read, purpose));
}

/** The languages that are still to be written. A newsletter is written once nothing of it is missing. */
export function lackingOf(purpose: Purpose, words: AnnouncementWords, edited: Edited | null): Language[] {
  return languagesOf(purpose, words).filter((language) =>
    letterOf(purpose) === null
      ? edited?.at[language] === undefined
      : problemOfWords(purpose, words, language) !== null,
  );
}

async function readWaitsFor(
  read: Kysely<Tables>,
  purpose: Purpose,
  isOpen: boolean,
): Promise<AnnouncementNow['waitsFor']> {
  if (letterOf(purpose) === null) return null;
  if (!isOpen) return { is: 'site' };
  const other = await letterUnderWay(read, purpose);
  return other && { is: 'letter', title: titleOf(purpose, other) };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, n) => all + n, 0);
}

function whenOf(found: Announcement | null): LaunchTime | null {
  if (found?.zone == null) return null;
  const { zone, wall_time: at, opens_at: opensAt } = found;
  return at === null || opensAt === null ? { is: 'now', zone } : { is: 'at', at, zone, opensAt };
}

async function readProgress(
  announcement: Announcement,
  { read, config }: OverviewDeps,
  now: number,
): Promise<Progress | null> {
  const { id, state, armed_at, armed_by, undo_until, sending_at, ended_at, reason } = announcement;
  if (armed_at === null || state === 'draft') return null;
  const { value, latest } = memosOf(read);
  const byState = await value(`sums ${id} ${state}`, () => countByState(read, id));
  const sums = sumsOf(byState);
  const isSending = state === 'sending' && sums.waiting > 0;
  const hasBegun = sending_at !== null;
  const providers = hasBegun ? latest(`providers ${id}`, () => countByProvider(read, id), []) : [];
  return {
    armedBy: armed_by ?? '',
    armedAt: armed_at,
    undoUntil: undo_until ?? armed_at,
    sendingAt: sending_at,
    endedAt: ended_at,
    isForgotten: announcement.sums !== null,
    sums,
    later: byState.retry ?? 0,
    left: hasBegun ? await value(`left ${id}`, () => countLeft(read, announcement)) : 0,
    came: hasBegun ? await value(`late ${id} ${state}`, () => countToldLater(read, announcement)) : 0,
    comeUntil: armed_at + LATE_MS,
    outlook: isSending
      ? await value(`outlook ${id} ${state}`, async () => {
          const held = await readHeld(read, config, now);
          return held === null
            ? readOutlook(read, announcement, sums, { limits: shareOfAnnouncements(config), now })
            : ({ is: 'refused', ...held } as const);
        })
      : null,
    providers: withRefusal(providers, reason),
  };
}

/** Cached totals: a second old, or more in a large store; read again when the state changes. */
export async function readSums(
  read: Kysely<Tables>,
  { id, state }: Pick<Announcement, 'id' | 'state'>,
): Promise<Sums> {
  return sumsOf(await memosOf(read).value(`sums ${id} ${state}`, () => countByState(read, id)));
}
