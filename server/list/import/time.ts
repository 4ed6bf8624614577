const YEAR_FIRST =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<clock>[\d:.]+)(?<zone>Z|[+-]\d\d:\d\d)?)?$/;
const DAY_FIRST = /^(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4})(?: (?<clock>[\d:.]+))?$/;

/**
 * A time as exports write it: ISO 8601 and Mailchimp's way, or Brevo's with the day first; UTC where no zone stands there. Null
 * for all else, and for what is still to come: it is evidence, and not to be guessed.
 */
export function timeOf(text: string, now: number): number | null {
  const parts = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups;
  if (parts === undefined) return null;
  const { year, month, day, clock = '00:00', zone = 'Z' } = parts;
  const time = Date.parse(`${year}-${month}-${day}T${clock}${zone}`);
  return time > 0 && time <= now ? time : null;
}
