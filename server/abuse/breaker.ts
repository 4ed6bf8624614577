/** Confirmation mails an hour that are always allowed: a small site's best day, not a flood. */
export const CONFIRMATIONS_PER_HOUR = 300;
const TIMES_THE_USUAL = 10;

/**
 * How many confirmation mails may still be sent now, a whole number from 0: many addresses posted by a machine make
 * this site a source of unwanted mail. The rest is held until the owner releases it.
 * @param meanOfTrailingHours mails per hour before the last one, 0 where none are known.
 */
export function confirmationAllowance(sent: { sentLastHour: number; meanOfTrailingHours: number }): number {
  const most = Math.max(TIMES_THE_USUAL * sent.meanOfTrailingHours, CONFIRMATIONS_PER_HOUR);
  return Math.max(0, Math.floor(most - sent.sentLastHour));
}
