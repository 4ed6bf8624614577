import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { holdStill, showTheme } from './soon.ts';
import { expect } from './test.ts';

export const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Every rule at each width, and in each theme. What a width changes no theme does, and the other way round: four looks see no more. */
const LOOKS = [
  { width: 320, theme: 'dark' },
  { width: 1280, theme: 'light' },
] as const;

/** What axe finds wrong, or is in doubt about, as the page stands: by all rules, or by those a theme can break. */
export async function findings(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  await page.evaluate(() => {
    // Wherever it was scrolled to: what happens to lie half under the bar is no target too small.
    scrollTo(0, 0);
    // Under a modal dialog nothing can be pressed, which axe does not know: it would take the bar for its neighbour.
    for (const bar of document.querySelectorAll('nav'))
      bar.inert = document.querySelector('dialog:modal') !== null;
  });
  // Axe itself is half a megabyte: once a document.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(isThere ? { page, axeSource: 'true' } : { page }).setLegacyMode();
  const judged = rules === 'all' ? axe.withTags(STANDARDS) : axe.withRules(COLOUR_RULES);
  const { violations, incomplete } = await judged.analyze();
  const doubts = incomplete.filter(({ id }) => id !== 'color-contrast');
  return [...violations, ...doubts].map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' '));
}

/**
 * At each width and in each theme by all rules.
 * Contrast over the picture, which axe cannot judge, is measured by sizes.all.e2e.ts.
 */
export async function expectNoFindings(page: Page, state: string): Promise<void> {
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await showTheme(page, theme);
    // What appears at this width only, too.
    await holdStill(page);
    expect(await findings(page, 'all'), `${state}, ${theme}, ${width}`).toEqual([]);
  }
}
