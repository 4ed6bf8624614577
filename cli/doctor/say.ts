import type { CliContext } from '../command.ts';

export type ReportLine = { level: 'ok' | 'warning' | 'problem'; text: string };

/** By subject, in display order. */
export type ReportLines = Record<string, ReportLine | readonly ReportLine[]>;

/** Prints a line for each finding. Returns the count of each level. */
export function sayFindings(
  findings: ReportLines,
  say: CliContext['say'],
): Record<ReportLine['level'], number> {
  const counted = { ok: 0, warning: 0, problem: 0 };
  for (const [about, one] of Object.entries(findings))
    for (const { level, text } of [one].flat()) {
      counted[level] += 1;
      say(`${level.padEnd(7)}  ${about.padEnd(8)}  ${text.replaceAll('\n', ' ')}`);
    }
  return counted;
}
