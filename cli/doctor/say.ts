import type { Finding, Findings } from '#server/doctor/finding.ts';
import type { CliContext } from '../command.ts';

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
