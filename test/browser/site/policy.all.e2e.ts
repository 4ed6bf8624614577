import type { Page } from '@playwright/test';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import {
  caseAddress,
  HYDRATED_STATES,
  NEWSLETTER_PATH,
  OUTCOME_STATES,
  PATHS,
  soonAddress,
  type InnerPage,
} from '#contract/pages.ts';
import { builtFile, inlineCode, manifestOf, unhashed } from '../support/documents.ts';
import { standInForGoogle } from '../support/google.ts';
import { addressOf, SITES, type SiteName } from '../support/sites.ts';
import { WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the browser's own, extended
  interface Window {
    violations?: string[];
  }
}

/** States that need no signed link; token-pages.all.e2e.ts tests the others. */
const STATES = [...HYDRATED_STATES, 'privacy', ...OUTCOME_STATES] as const;

type Shown = { address: string; policy: string };

/** Every document that a visitor of the site can request. */
async function shownOn(site: SiteName): Promise<Shown[]> {
  const { documents } = await manifestOf(site);
  if (!('STAGE' in SITES[site])) {
    return documents
      .filter(({ page }) => page === 'soon')
      .flatMap((one) => STATES.filter((state) => state === one.state).map((state) => ({ ...one, state })))
      .map(({ state, language, policy }) => ({ address: soonAddress(state, language), policy }));
  }
  return documents
    .filter(({ page }) => page !== 'missing' && page !== 'soon')
    .map((one) => {
      const path =
        one.page === 'work'
          ? caseAddress(one.slug)
          : one.page === 'newsletter'
            ? NEWSLETTER_PATH
            : PATHS[one.page as InnerPage];
      return { address: `${path}?state=${one.state}&lang=${one.language}`, policy: one.policy };
    });
}

/** All documents of the build. */
async function documentsOf(site: SiteName): Promise<{ file: string; policy: string }[]> {
  const { documents } = await manifestOf(site);
  return documents;
}

const SEVERE = [Severity.HIGH, Severity.HIGH_MAYBE];

for (const site of ['plain', 'tags', 'foreign', 'live', 'books'] as const) {
  test.describe(`the site ${site}`, () => {
    test.use({ site });

    test('every document is shown without a violation of its policy', async ({ page }) => {
      await standInForGoogle(page);
      await page.addInitScript(() => localStorage.setItem('consent', 'granted'));
      await noteViolations(page);
      for (const { address, policy } of await shownOn(site)) {
        const response = await page.goto(address, { waitUntil: 'networkidle' });
        expect(response?.headers()).toMatchObject({
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'cross-origin-opener-policy': 'same-origin',
        });
        expect(await page.evaluate(() => window.violations), address).toEqual([]);
      }
    });
  });
}

test('the site guarded shows the documents of the site plain', async () => {
  const { documents } = await manifestOf('plain');
  for (const { file } of documents) {
    const guarded = await builtFile('guarded', file);
    expect(guarded.replaceAll(addressOf('guarded'), addressOf('plain')), file).toBe(
      await builtFile('plain', file),
    );
  }
});

for (const site of Object.keys(SITES) as SiteName[]) {
  test.describe(`the site ${site}`, () => {
    test.use({ site });

    test('no policy has a hole that an evaluator knows', async () => {
      for (const { policy } of await documentsOf(site)) {
        const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
        expect(findings.filter(({ severity }) => SEVERE.includes(severity))).toEqual([]);
        expect(policy).not.toMatch(/unsafe-(inline|eval)|data:|https:(?!\/\/)|\s\*/);
      }
    });

    test('every policy allows exactly the inline code of its document', async () => {
      for (const { file, policy } of await documentsOf(site)) {
        const html = await builtFile(site, file);
        expect(unhashed(html, policy), file).toEqual([]);
        const codes = new Set([...inlineCode(html, 'script'), ...inlineCode(html, 'style')]);
        expect(policy.match(/'sha256-/g), file).toHaveLength(codes.size);
      }
    });

    test('no document carries a style or an event attribute', async ({ page }) => {
      for (const { file } of await documentsOf(site)) {
        const found = await page.evaluate(
          (html) => {
            const parse = (text: string) => new DOMParser().parseFromString(text, 'text/html');
            const kept = [...parse(html).querySelectorAll('[type="text/html"]')];
            const roots = [html, ...kept.map(({ textContent }) => textContent)].map(parse);
            const elements = roots.flatMap((root) => [...root.querySelectorAll('*')]);
            const names = elements.flatMap((element) => element.getAttributeNames());
            return names.filter((name) => name === 'style' || name.startsWith('on'));
          },
          await builtFile(site, file),
        );
        expect(found, file).toEqual([]);
      }
    });
  });
}

test.describe('one changed letter', () => {
  test.use({ expected: /Content Security Policy/ });

  test('in an inline script is a violation', async ({ page }) => {
    await noteViolations(page);
    await page.route('**/soon*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('darkMode', 'darkmode');
      await route.fulfill({ response, body });
    });
    await page.goto('/soon');
    expect(await page.evaluate(() => window.violations)).toContain('script-src-elem inline');
  });
});

test('every link leads somewhere', async ({ page, baseURL, request }) => {
  for (const state of STATES) {
    for (const language of LANGUAGES) {
      await page.goto(soonAddress(state, language));
      const links = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>('a[href], link[href]')].map(
          ({ href }) => href,
        ),
      );
      expect(links.length).toBeGreaterThan(2);
      for (const link of new Set(links)) {
        const { origin, protocol } = new URL(link);
        if (origin !== baseURL) expect(protocol, link).toBe('https:');
        else expect((await request.get(link, { maxRedirects: 0 })).status(), link).toBe(200);
      }
    }
  }
});

for (const language of LANGUAGES) {
  test(`without a script the page says what it says with one, in ${language}`, async ({ page, request }) => {
    const html = await (await request.get(soonAddress('idle', language))).text();
    await page.goto(soonAddress('idle', language), { waitUntil: 'networkidle' });
    const [raw, shown] = await page.evaluate((source) => {
      function wordsOf(root: Element | null): string {
        const names = [...(root?.querySelectorAll('[aria-label], [placeholder]') ?? [])];
        const labels = names.map(
          (one) => `${one.getAttribute('aria-label')} ${one.getAttribute('placeholder')}`,
        );
        return [root?.textContent, ...labels].join(' ').replace(/\s+/g, ' ');
      }
      const parsed = new DOMParser().parseFromString(source, 'text/html');
      return [wordsOf(parsed.getElementById('root')), wordsOf(document.getElementById('root'))];
    }, html);
    expect(raw).toBe(shown);
    for (const words of [WORDS[language].title, WORDS[language].prompt, WORDS[language].follow]) {
      expect(raw).toContain(words);
    }
  });
}

async function noteViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const violations: string[] = (window.violations = []);
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
}
