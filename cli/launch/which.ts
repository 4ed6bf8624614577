import type { Purpose } from '#contract/owner/launch.ts';
import { isPurpose } from '#server/launch/purposes.ts';
import { Misused } from '../command.ts';

/** The operand of commands that take any announcement. */
export const WHICH = ['[ANNOUNCEMENT]'] as const;

/** The launch without one. @throws Misused */
export function whichOf([purpose = 'launch']: readonly string[]): Purpose {
  if (isPurpose(purpose)) return purpose;
  throw new Misused(
    `"${purpose}" is no announcement: launch, book:ID or letter:N, as "launch status" names them.`,
  );
}
