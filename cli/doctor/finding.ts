import { type CliContext, Failed } from '../command.ts';

/** One line of the doctor. `text` says what is so and, unless it is `ok`, what to do. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; text: string };

/** By what they are about, in the order in which they are said. */
export type Findings = Record<string, Finding | readonly Finding[]>;

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

/** The same for what takes its time. */
export async function foundLater(look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Failed) return [problem(error.message)];
    throw error;
  }
}

/** A line for each. Gives how many there are of each level. */
export function sayFindings(findings: Findings, say: CliContext['say']): Record<Finding['level'], number> {
  const counted = { ok: 0, warning: 0, problem: 0 };
  for (const [about, one] of Object.entries(findings))
    for (const { level, text } of [one].flat()) {
      counted[level] += 1;
      say(`${level.padEnd(7)}  ${about.padEnd(8)}  ${text.replaceAll('\n', ' ')}`);
    }
  return counted;
}
