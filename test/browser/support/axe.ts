import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { holdStill, showTheme } from './soon.ts';
import { expect } from './test.ts';

export const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Doubts of axe: colours over a picture, and frames of the owner's previews, which run no script and so no axe. */
const UNJUDGED: ReadonlySet<string> = new Set(['color-contrast', 'frame-tested']);

/** Every rule at each width, and in each theme. Widths and themes are independent: four looks cover all. */
const LOOKS = [
  { width: 320, theme: 'dark' },
  { width: 1280, theme: 'light' },
] as const;

/**
 * Axe's violations and doubts for the page as it is: by all rules, or by those that a theme can break. What is in the
 * owner's previews has tests of its own.
 */
export async function findings(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  await page.evaluate(() => {
    // Scrolled elements half covered by the bar would count as too small targets.
    scrollTo(0, 0);
    // Below a modal dialog nothing can be pressed, which axe ignores: it would count the bar as a neighbour.
    for (const bar of document.querySelectorAll('nav'))
      bar.inert = document.querySelector('dialog:modal') !== null;
  });
  // Axe is half a megabyte: injected once per document.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(isThere ? { page, axeSource: 'true' } : { page }).setLegacyMode();
  axe.options({ iframes: false });
  const judged = rules === 'all' ? axe.withTags(STANDARDS) : axe.withRules(COLOUR_RULES);
  const { violations, incomplete } = await judged.analyze();
  const doubts = incomplete.filter(({ id }) => !UNJUDGED.has(id));
  return [...violations, ...doubts].map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' '));
}

/**
 * Checks all rules at each width and in each theme.
 * Contrast over the picture, which axe cannot measure, is tested in sizes.all.e2e.ts.
 */
export async function expectNoFindings(page: Page, state: string): Promise<void> {
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await showTheme(page, theme);
    // Includes what appears only at this width.
    await holdStill(page);
    expect(await findings(page, 'all'), `${state}, ${theme}, ${width}`).toEqual([]);
  }
}
