import { DAY, HOUR } from '#contract/time.ts';

/** A calendar day, `2026-11-20`. */
export type Day = string;

/**
 * Returns the day in `zone` that a time (milliseconds since 1970) belongs to. In a zone half an hour off,
 * half of the hour around midnight counts to the day before.
 */
export function dayIn(zone: string): (time: number) => Day {
  // Swedish dates are ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (time) => format.format(time);
}

/** `count` days up to and including `day`. */
export function daysUpTo(day: Day, count: number): Day[] {
  const last = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: count }, (_, place) =>
    new Date(last - (count - 1 - place) * DAY).toISOString().slice(0, 10),
  );
}

/** The first hour of this day in `zone` (hours since 1970). */
export function firstHourIn(day: Day, zone: string): number {
  return hoursOf([day], zone)[0] ?? 0;
}

/** The first hour of each of these consecutive days, and of the day after them. */
export function hoursOf(days: readonly Day[], zone: string): number[] {
  const dayOf = dayIn(zone);
  const [first = ''] = days;
  // Midnight of the easternmost zone.
  let hour = Date.parse(`${first}T00:00:00Z`) / HOUR - 14;
  return [...days, dayAfter(days.at(-1) ?? '')].map((day) => {
    while (dayOf(hour * HOUR) < day) hour += 1;
    const found = hour;
    // The shortest day has 23 hours.
    hour += 23;
    return found;
  });
}

function dayAfter(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
}
