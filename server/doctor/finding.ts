import type { LookedAt } from '#contract/owner/settings.ts';
import { Failed } from '#server/failed.ts';

/** One line of the doctor. `text` says what is so and, unless it is `ok`, what to do. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; text: string };

/** By what they are about, in the order in which they are said. */
export type Findings = Record<string, Finding | readonly Finding[]>;

/** What the doctor says. */
export type Examined = Partial<Record<LookedAt, Findings[string]>>;

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const problem = (text: string): Finding => ({ level: 'problem', text });

/** What `look` gives; a problem where it fails. */
export function found(look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    if (error instanceof Failed) return problem(error.message);
    throw error;
  }
}
