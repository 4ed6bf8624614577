import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { holdStill, showTheme, THEMES } from './soon.ts';
import { expect } from './test.ts';

export const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const WIDTHS = [320, 1280];

/** What axe finds wrong, or is in doubt about, as the page stands: by all rules, or by those a theme can break. */
export async function findings(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  // Wherever it was scrolled to: what happens to lie half under the bar is no target too small.
  await page.evaluate(() => scrollTo(0, 0));
  // Axe itself is half a megabyte: once a document.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(isThere ? { page, axeSource: 'true' } : { page }).setLegacyMode();
  const judged = rules === 'all' ? axe.withTags(STANDARDS) : axe.withRules(COLOUR_RULES);
  const { violations, incomplete } = await judged.analyze();
  const doubts = incomplete.filter(({ id }) => id !== 'color-contrast');
  return [...violations, ...doubts].map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' '));
}

/**
 * In every width by all rules, in every theme by those a theme can break.
 * Contrast over the picture, which axe cannot judge, is measured by sizes.e2e.ts.
 */
export async function expectNoFindings(page: Page, state: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // What appears at this width only, too.
    await holdStill(page);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      const found = await findings(page, theme === 'dark' ? 'all' : 'colours');
      expect(found, `${state}, ${theme}, ${width}`).toEqual([]);
    }
  }
}
