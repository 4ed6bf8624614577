import type { UseWords } from '../words.ts';

/** Fewer are shown by the hour: an account's hourly limit is spread over its minutes. */
const FEW_A_MINUTE = 10;

export function sayPace({ t }: Pick<UseWords, 't'>, aMinute: number): string {
  return aMinute < FEW_A_MINUTE
    ? t('launch.sending.anHour', { n: Math.round(60 * aMinute) })
    : t('launch.sending.aMinute', { n: Math.floor(aMinute) });
}
