import type { MailName, MailValues } from '#contract/mails.ts';
import type { CopyStatus, SecretSetting } from '#contract/owner/server-settings.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { lateSince } from '#server/copies/status.ts';
import { isShort, type Space } from '#server/store/disk/free-space.ts';
import { RECENT_MS, type AlarmFigures, type Failures } from './figures.ts';

type AlarmName = Extract<MailName, `alarm-${string}`>;

/** The alert for the owner, the payload of its outbox row. Values hold no personal data. */
type AlarmMail = { [Name in AlarmName]: { mail: Name; values: MailValues<Name> } }[AlarmName];

export type Alarm = AlarmMail & {
  /** Identifies the event: one row per key, however many processes see it. */
  dedupKey: string;
  /** Not sent either if this one was sent less than `withinMs` ago. */
  unlessSaid?: { dedupKey: string; withinMs: number };
};

const MB = 1_000_000;

const SILENCE_MS = DAY;
const SILENCE_TIMES = 5;
/** With fewer sign-ups the usual rate is unknown. */
const FEWEST = 20;
const BURST_LEAST = 30;
const BURST_TIMES = 10;

/** Returns all alerts. Deterministic: every process gets the same alerts from the same figures. */
export function findAlarms(figures: AlarmFigures, now: number): Alarm[] {
  return [
    findSilence(figures.newest, now),
    findBurst(figures, now),
    findFailures('alarm-forward', figures.rejected, now),
    findFailures('alarm-mail', figures.undelivered, now),
    findFullDisk(figures.space, now),
    ...figures.paused.map(sayPaused),
    sayRefused(figures.refused, now),
  ].filter((alarm) => alarm !== null);
}

function unusualAfter(usual: number): number {
  return Math.max(SILENCE_MS, SILENCE_TIMES * usual);
}

/** Whether there was no sign-up for too long. `usual`: milliseconds between two sign-ups. */
export function isUnusual(silence: number, usual: number): boolean {
  return silence > unusualAfter(usual);
}

/** Sent once per silence, and again after each further week. */
function findSilence(newest: AlarmFigures['newest'], now: number): Alarm | null {
  const last = newest[0];
  const first = newest.at(-1);
  if (newest.length < FEWEST || !last || !first) return null;
  const usual = (last.at - first.at) / (newest.length - 1);
  const silence = now - last.at;
  if (!isUnusual(silence, usual)) return null;
  const unusual = unusualAfter(usual);
  const week = Math.floor((silence - unusual) / (7 * DAY));
  const values = { hours: String(Math.floor(silence / HOUR)), usual: inHours(usual) };
  return { mail: 'alarm-silence', values, dedupKey: `alarm-silence:${last.id}:${week}` };
}

/** Whole hours; below ten with one decimal. */
function inHours(ms: number): string {
  const hours = ms / HOUR;
  if (hours >= 10) return String(Math.round(hours));
  return String(Math.max(0.1, Math.round(hours * 10) / 10));
}

function findBurst({ signUps, messages }: AlarmFigures, now: number): Alarm | null {
  const { count, overMs } = signUps.before;
  const usual = overMs === 0 ? 0 : (count * RECENT_MS) / overMs;
  const recent = signUps.recent + messages;
  if (recent <= Math.max(BURST_LEAST, BURST_TIMES * usual)) return null;
  const values = { count: String(recent), minutes: String(RECENT_MS / 60_000) };
  return saidRarely({ mail: 'alarm-burst', values }, HOUR, now);
}

function findFailures(
  mail: 'alarm-forward' | 'alarm-mail',
  { count, reply }: Failures,
  now: number,
): Alarm | null {
  if (count === 0) return null;
  return saidRarely({ mail, values: { count: String(count), reply: withoutWords(reply ?? '–') } }, DAY, now);
}

/**
 * Keeps only the codes of a server's reply (RFC 3463), or our own words. A server's words may name a person,
 * and an alert is logged, and outlives the person's erasure. The dashboard has the whole reply.
 */
function withoutWords(reply: string): string {
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?!\d)/.exec(reply)?.[0] ?? reply.replace(/ \(.*$/, '');
}

function findFullDisk(space: Space | null, now: number): Alarm | null {
  if (space === null || !isShort(space, 'alarm')) return null;
  return saidRarely({ mail: 'alarm-disk', values: { free: inUnits(space.free) } }, DAY, now);
}

/** `startedAt`: of this server; before it nobody copied. */
export function findFailingCopies(status: CopyStatus, now: number, startedAt: number): Alarm | null {
  const since = lateSince(status, now, startedAt);
  if (since === null) return null;
  const minutes = String(Math.floor((now - since) / 60_000));
  return saidRarely(
    { mail: 'alarm-copies', values: { minutes, reply: status.failing?.said ?? '–' } },
    DAY,
    now,
  );
}

/** Each time that a code comes up. */
export function findCopyWarnings({ warnings }: CopyStatus): Alarm[] {
  return warnings.map(({ code, said, since }) => ({
    mail: 'alarm-copies-warning',
    values: { reply: said },
    dedupKey: `alarm-copies-warning-${code}-${since}`,
  }));
}

export function saySealed(name: SecretSetting, now: number): Alarm {
  return saidRarely({ mail: 'alarm-sealed', values: { name } }, DAY, now);
}

/** Once per pause. */
function sayPaused({ purpose, why, at }: AlarmFigures['paused'][number]): Alarm {
  return { mail: 'alarm-paused', values: { why }, dedupKey: `alarm-paused:${purpose}:${at}` };
}

/**
 * Once per refusal. It waits like all mails, and is the first one tried. A server that cannot be reached for a
 * moment, and words that say nothing of the account, may be over with the next mail.
 */
function sayRefused(refused: AlarmFigures['refused'], now: number): Alarm | null {
  if (refused === null) return null;
  const { means, since, tries } = refused;
  const isSure = means === 'away' ? now - since >= HOUR : tries > 0 || !['other', 'rate'].includes(means);
  if (!isSure) return null;
  return { mail: 'alarm-paused', values: { why: 'locked-out' }, dedupKey: `alarm-account:${since}` };
}

function inUnits(bytes: number): string {
  return bytes < 1000 * MB ? `${Math.floor(bytes / MB)} MB` : `${Math.floor(bytes / (100 * MB)) / 10} GB`;
}

/** At most once per `periodMs`, a day or an hour: not at 23:59 and again at 0:00. */
function saidRarely(alarm: AlarmMail, periodMs: typeof DAY | typeof HOUR, now: number): Alarm {
  const nameAt = (time: number) => {
    const text = new Date(time).toISOString().slice(0, periodMs === DAY ? 10 : 13);
    return `${alarm.mail}:${text}`;
  };
  const unlessSaid = { dedupKey: nameAt(now - periodMs), withinMs: periodMs };
  return { ...alarm, dedupKey: nameAt(now), unlessSaid };
}
