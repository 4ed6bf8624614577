import type { Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { holdStill, showTheme, THEMES } from '../support/soon.ts';

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Runs all rules in every width, and in the other theme those that a theme can break. */
export async function look(page: Page, add: (what: string, where: string) => void): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await holdStill(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wider > 0) add(`scrolls sideways by ${wider} px`, String(size.width));
    for (const theme of THEMES) {
      await showTheme(page, theme);
      for (const found of await findings(page, theme === 'dark' ? 'all' : 'colours'))
        add(found, `${theme}, ${size.width}`);
    }
  }
}
