import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { PATHS } from '#contract/pages.ts';
import { readConfig } from '#server/config.ts';
import { buildSite } from '../../scripts/build.ts';
import { auditPages, type AuditedPage } from './lighthouse.ts';
import { scanHeaders, type Observatory } from './observatory.ts';
import { freePort, whileServed } from './own-server.ts';
import { installIn } from './prepare.ts';
import { RESULTS, TOOLS } from './stacks.ts';

/** Every page under Lighthouse; the other two look at `/soon`, whose headers all pages have. */
export type Audits = { pages: AuditedPage[]; observatory: Observatory; policyFindings: string[] };

/** Lighthouse, the MDN Observatory's scanner and Google's CSP evaluator on our pages as our own server serves them. */
export async function measureAudits(say: (line: string) => void): Promise<Audits> {
  await installIn(TOOLS, say);
  const dist = join(RESULTS, 'audited');
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  await buildSite(readConfig({ SITE_URL: siteUrl }), dist);
  const site = { siteUrl, port, dist };
  const pages = await auditPages(site, say);
  const policy = await whileServed({ ...site, stage: 'soon' }, async () => {
    const { headers } = await fetch(siteUrl + PATHS.soon);
    return headers.get('content-security-policy') ?? '';
  });
  return { pages, observatory: await scanHeaders(dist, say), policyFindings: findingsIn(policy) };
}

/** What the evaluator calls high or medium; lower is advice. */
function findingsIn(policy: string): string[] {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ severity, directive, description }) => `${Severity[severity]} ${directive}: ${description}`);
}
