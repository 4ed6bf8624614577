import { Temporal } from 'temporal-polyfill';

/** A moment as the owner enters it, e.g. `2026-12-01 09:00` in `Europe/Lisbon`. */
type WallTime = { at: string; zone: string };

/**
 * `doubled`: the hour occurs twice that night, and `choices` (milliseconds since 1970) are the two.
 * `skipped`: clocks go forward, from a time such as `01:00` to another.
 */
type ReadTime =
  | { ok: true; time: number }
  | { ok: false; why: 'unreadable' | 'zone' }
  | { ok: false; why: 'skipped'; from: string; to: string }
  | { ok: false; why: 'doubled'; choices: [number, number] };

const FORM = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}$/;

/**
 * When clocks go forward an hour does not exist, and when they go back one occurs twice: neither is guessed.
 * `occurrence` says which of the two is meant.
 */
export function readWallTime({ at, zone }: WallTime, occurrence?: 'first' | 'second'): ReadTime {
  const plain = readPlain(at);
  if (plain === null) return { ok: false, why: 'unreadable' };
  if (!isZone(zone)) return { ok: false, why: 'zone' };
  const first = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const second = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  if (!first.toPlainDateTime().equals(plain)) return { ok: false, why: 'skipped', ...jumpAfter(first) };
  const choices: [number, number] = [first.epochMilliseconds, second.epochMilliseconds];
  if (choices[0] === choices[1] || occurrence === 'first') return { ok: true, time: choices[0] };
  if (occurrence === 'second') return { ok: true, time: choices[1] };
  return { ok: false, why: 'doubled', choices };
}

/** Clocks go forward soon after this moment. */
function jumpAfter(before: Temporal.ZonedDateTime): { from: string; to: string } {
  const after = before.getTimeZoneTransition('next') ?? before;
  const shift = after.offsetNanoseconds - before.offsetNanoseconds;
  const shown = (time: Temporal.PlainTime) => time.toString({ smallestUnit: 'minute' });
  const to = after.toPlainTime();
  return { from: shown(to.subtract({ nanoseconds: shift })), to: shown(to) };
}

/** Formats a moment with its zone: `Tuesday 1 December 2026 at 09:00 WET`. */
export function sayTime(time: number, zone: string, locale = 'en-GB'): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  })
    .format(time)
    .concat(` ${nameOfZone(time, zone, locale)}`);
}

function nameOfZone(time: number, zone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    time,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

function readPlain(at: string): Temporal.PlainDateTime | null {
  if (!FORM.test(at)) return null;
  try {
    return Temporal.PlainDateTime.from(at.replace(' ', 'T'), { overflow: 'reject' });
  } catch {
    return null;
  }
}

function isZone(zone: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}
