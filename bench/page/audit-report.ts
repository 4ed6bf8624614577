import type { Audits } from './audits.ts';
import { verdict } from './goals.ts';
import { medianScore, type AuditedPage } from './lighthouse.ts';
import type { Observatory } from './observatory.ts';
import { table } from './report.ts';

const CATEGORIES: [category: string, least: number][] = [
  ['accessibility', 100],
  ['best-practices', 100],
  ['seo', 100],
  ['performance', 95],
];

/** What Lighthouse, the Observatory and the policy evaluator say. */
export function reportAudits({ pages, observatory, policyFindings }: Audits): string {
  const wanted = CATEGORIES.map(
    ([category, least]) => `${category} ${least === 100 ? '' : 'at least '}${least}`,
  );
  return [
    '## Audits of the pages as `npm start` serves them',
    `Lighthouse ${pages[0]?.runs[0]?.version ?? ''} (mobile, simulated throttling): median (every run). \`/soon\` in the stage \`soon\`, the others in \`live\`. Goals: ${wanted.join(', ')}.`,
    table(['page', ...CATEGORIES.map(([category]) => category), ''], pages.map(rowOf)),
    "`/soon` under the Observatory's scanner, offline, against https with a self-made certificate, and its policy under the evaluator:",
    table(['audit', 'goal', 'measured', ''], headerRows(observatory, policyFindings)),
  ].join('\n\n');
}

function rowOf(page: AuditedPage): string[] {
  const scores = CATEGORIES.map(([category]) => {
    const every = page.runs.map((run) => run.scores[category]);
    return `${medianScore(page, category)} (${every.join(', ')})`;
  });
  const met = CATEGORIES.every(([category, least]) => medianScore(page, category) >= least);
  const failed = [...new Set(page.runs.flatMap((run) => run.failed))];
  return [`\`${page.path}\``, ...scores, met ? verdict(met) : `${verdict(met)}: ${failed.join(', ')}`];
}

function headerRows({ grade, score, tests }: Observatory, findings: string[]): string[][] {
  const passed = tests.filter(({ pass }) => pass).length;
  const scan = `${grade}, ${score}; ${passed} of ${tests.length} tests passed`;
  const found = findings.length === 0 ? 'none' : findings.join('; ');
  return [
    ['MDN Observatory', 'A+', scan, verdict(grade === 'A+' && passed === tests.length)],
    ['CSP Evaluator, high or medium findings', 'none', found, verdict(findings.length === 0)],
  ];
}
