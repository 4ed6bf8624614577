/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** Without a change of the clocks. */
export const DAY = 24 * HOUR;
