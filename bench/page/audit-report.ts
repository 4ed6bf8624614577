import { medianScore, type Audits } from './audits.ts';
import { table } from './report.ts';

const CATEGORIES: [category: string, least: number][] = [
  ['accessibility', 100],
  ['best-practices', 100],
  ['seo', 100],
  ['performance', 95],
];

/** What Lighthouse, the Observatory and the policy evaluator say. */
export function reportAudits(audits: Audits): string {
  const { lighthouse, observatory, policyFindings } = audits;
  const rows = CATEGORIES.map(([category, least]) => {
    const score = medianScore(audits, category);
    const wanted = least === 100 ? '100' : `at least ${least}`;
    return [
      `Lighthouse ${category}`,
      wanted,
      `${score} (${scoresOf(audits, category)})`,
      verdict(score >= least),
    ];
  });
  const { grade, score, tests } = observatory;
  const passed = tests.filter(({ pass }) => pass).length;
  const scan = `${grade}, ${score}; ${passed} of ${tests.length} tests passed`;
  rows.push(['MDN Observatory', 'A+', scan, verdict(grade === 'A+' && passed === tests.length)]);
  const findings = policyFindings.length === 0 ? 'none' : policyFindings.join('; ');
  rows.push([
    'CSP Evaluator, high or medium findings',
    'none',
    findings,
    verdict(policyFindings.length === 0),
  ]);
  return [
    '## Audits of `/soon` as `npm start` serves it',
    `Lighthouse ${lighthouse[0]?.version ?? ''} (mobile, simulated throttling): median of ${lighthouse.length} runs. The Observatory's scanner runs offline against https with a self-made certificate.`,
    table(['audit', 'goal', 'measured', ''], rows),
  ].join('\n\n');
}

function scoresOf({ lighthouse }: Audits, category: string): string {
  return lighthouse.map(({ scores }) => scores[category]).join(', ');
}

function verdict(met: boolean): string {
  return met ? 'met' : '**missed**';
}
