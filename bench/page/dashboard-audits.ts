import { join } from 'node:path';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { readConfig } from '#server/config.ts';
import { withStore } from '#server/store/existing.ts';
import { newSession } from '#test/fixtures/owner.ts';
import { fillSample, SAMPLE_PEOPLE } from '#test/fixtures/sample.ts';
import { buildSite } from '../../scripts/build.ts';
import { verdict } from './goals.ts';
import { type Run, runLighthouse } from './lighthouse.ts';
import { freePort, whileServed } from './own-server.ts';
import { installIn } from './prepare.ts';
import { table } from './report.ts';
import { RESULTS, TOOLS } from './stacks.ts';

/** Search machines are kept out, and nobody waits for it as a visitor waits. */
const CATEGORIES = ['accessibility', 'best-practices'] as const;
const PERFECT = 100;
const PATHS = [
  '',
  '/people',
  '/people/1',
  '/people/add',
  '/people/import',
  '/messages',
  '/messages/1',
  '/launch',
  '/launch/words',
  '/launch/rehearsal',
  '/launch/when',
  '/figures',
  '/mails',
  '/settings',
];

type Audited = { page: string; language: Language; run: Run };

/** Lighthouse on the sign-in and on every page behind it, in every language. */
export async function measureDashboardAudits(say: (line: string) => void): Promise<string> {
  await installIn(TOOLS, say);
  const dist = join(RESULTS, 'audited');
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  await buildSite(readConfig({ SITE_URL: siteUrl }), dist);
  const audited: Audited[] = [];
  await whileServed({ siteUrl, port, dist, stage: 'soon' }, async (dataDir) => {
    const cookies = await withStore({ dataDir, databaseUrl: null }, 'write', async ({ write }) => {
      await fillSample(write, { now: Date.now() });
      return Promise.all(LANGUAGES.map(async (language) => (await newSession(write, { language })).token));
    });
    for (const path of ['sign-in', ...PATHS])
      for (const [place, language] of LANGUAGES.entries()) {
        const isOut = path === 'sign-in';
        // Whoever is not known reads the language of the browser.
        if (isOut && place > 0) continue;
        const page = `/dashboard${isOut ? '' : path}`;
        say(`Lighthouse on ${page}, ${isOut ? 'nobody signed in' : language}`);
        const run = await runLighthouse(siteUrl + page, isOut ? '' : `owner=${cookies[place]}`);
        audited.push({ page: isOut ? 'sign-in' : page, language, run });
      }
  });
  return reportOf(audited);
}

function reportOf(audited: readonly Audited[]): string {
  const rows = audited.map(({ page, language, run: { scores, failed } }) => {
    const met = CATEGORIES.every((name) => scores[name] === PERFECT);
    const found = CATEGORIES.map((name) => String(scores[name]));
    return [`\`${page}\``, language, ...found, met ? verdict(met) : `${verdict(met)}: ${failed.join(', ')}`];
  });
  return [
    '## Audits of the dashboard',
    `Lighthouse ${audited[0]?.run.version ?? ''} (mobile), once a page, with ${SAMPLE_PEOPLE} invented people, signed in but for the first. Goals: ${CATEGORIES.map((name) => `${name} ${PERFECT}`).join(', ')}.`,
    table(['page', 'language', ...CATEGORIES, ''], rows),
  ].join('\n\n');
}
