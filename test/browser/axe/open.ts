import type { Browser, Cookie, Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { OwnerSite } from '../support/owner-site.ts';
import { settled, type View } from './view.ts';

/** Where a view is opened. `cookies`: of an owner who reads that language. */
export type Place = { browser: Browser; site: OwnerSite; language: Language; cookies: Cookie[] };

const PRESSED =
  'main :is(button:enabled:not([aria-disabled=true]), summary, label:has([type=radio], [type=checkbox]))';

/** Opens a view and does its presses. Returns false if a press has opened another page. */
export async function shown(
  page: Page,
  view: View,
  { site, language }: Pick<Place, 'site' | 'language'>,
): Promise<boolean> {
  await view.before?.(page);
  const { path } = view;
  await page.goto(typeof path === 'string' ? `${site.address}/dashboard${path}` : await path(language));
  await (view.arrange ?? settled)(page);
  if (view.press === undefined) return true;
  const { pathname } = new URL(page.url());
  const before = await textOf(page);
  const pressed = page.locator(PRESSED).filter({ visible: true }).nth(view.press);
  // Presses have effects: the button may be gone after an earlier one.
  if ((await pressed.count()) === 0) return false;
  await pressed.click({ timeout: 5_000 });
  await settled(page);
  return new URL(page.url()).pathname === pathname && (await textOf(page)) !== before;
}

/** Without clocks, which keep changing. */
function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]') === null ? '' : 'dialog';
    const on = document.querySelectorAll('main :checked').length;
    return `${dialog} ${on} ${document.querySelector('main')?.innerText.replaceAll(/\d+/g, '')}`;
  });
}

/** The buttons that can be pressed; of those with the same name, the first. */
export async function pressesOf(page: Page): Promise<{ name: string; place: number }[]> {
  const names = await page
    .locator(PRESSED)
    .filter({ visible: true })
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''),
    );
  return names
    .map((name, place) => ({ name: name.slice(0, 40), place }))
    .filter(({ name }, place, all) => all.findIndex((one) => one.name === name) === place);
}
