import { createCanvas } from '@napi-rs/canvas';
import type { Locator, Page } from '@playwright/test';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { readDraft } from '#server/content/draft.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { agency, fields, site: words, start } = restEn;
/** Longer than any page of the site has things to stop at. */
const MOST_TABS = 150;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first();

/** Goes there by Tab, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function draftOf(site: OwnerSite): Promise<Record<string, unknown>> {
  const rows = await site.within(({ write }) => readDraft(write));
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}

async function welcome(page: Page, site: OwnerSite): Promise<void> {
  await page.goto(await site.link(null));
  await expect(heading(page)).toHaveText(start.nameTitle);
  await tabTo(page, page.getByLabel(start.name));
  await page.keyboard.type('Ana Prado');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(start.agencyTitle);
  await tabTo(page, page.getByLabel(fields.label.brand_name, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Amora');
  await tabTo(page, page.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowLeft');
  for (const title of [start.addressTitle, start.mailTitle, start.lookTitle]) {
    await press(page, button(page, start.next));
    await expect(heading(page)).toHaveText(title);
    await expect(heading(page), 'is read aloud').toBeFocused();
  }
  await tabTo(page, page.getByLabel(restEn.brand.colour, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('#1d6b45');
  await press(page, button(page, start.skip));
  await expect(heading(page)).toHaveText(restEn.checklist.title);
}

async function writes(page: Page): Promise<void> {
  await press(
    page,
    page.getByRole('navigation').first().getByRole('link', { name: en.nav.site, exact: true }),
  );
  await press(page, page.getByRole('main').getByRole('link', { name: fields.place.home, exact: true }));
  await tabTo(page, box(page, 'Title, English'));
  await page.keyboard.press('End');
  await page.keyboard.type(' Ours, too.');
  await tabTo(page, page.getByRole('link', { name: `Back to ${en.nav.site}` }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
}

async function sorts(page: Page, site: OwnerSite): Promise<void> {
  const key = 'text.services.items.0.includes.en';
  await press(page, page.getByRole('main').getByRole('link', { name: fields.place.services, exact: true }));
  const handle = button(page, 'Move Channel plan');
  await press(page, handle);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(handle).toBeFocused();
  await expect.poll(async () => ((await draftOf(site))[key] as string[])?.[1]).toBe('Channel plan');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Channel plan: position 3 of 4.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Channel plan: position 2 of 4.'), 'it is said where it lies').toBeAttached();
  await expect(handle).toBeFocused();
  await expect(handle).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => ((await draftOf(site))[key] as string[])?.[1]).toBe('Channel plan');
  await tabTo(page, page.getByRole('link', { name: `Back to ${en.nav.site}` }), 'Shift+Tab');
  await page.keyboard.press('Enter');
}

async function aims(page: Page, site: OwnerSite): Promise<void> {
  const { picture } = agency;
  await press(page, page.getByRole('main').getByRole('link', { name: fields.place.soon, exact: true }));
  await press(page, page.getByRole('link', { name: picture.change }).first());
  const chooser = page.waitForEvent('filechooser');
  await press(page, button(page, picture.choose));
  const buffer = createCanvas(3000, 2000).toBuffer('image/png');
  await (await chooser).setFiles({ name: 'soon.png', mimeType: 'image/png', buffer });
  const ring = page.getByRole('slider', { name: picture.focus });
  await expect(ring, 'what was chosen goes on where it is aimed').toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await press(page, button(page, picture.use));
  await expect
    .poll(async () => (await draftOf(site))['pictures.soon'])
    .toMatchObject({ dark: { focus: { x: 0.6, y: 0.49 } } });
}

async function publishes(page: Page): Promise<void> {
  await press(page, button(page, words.strip.publish));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeFocused();
  const n = /\d+/.exec(await dialog.getByRole('heading').innerText())?.[0];
  await press(page, button(page, `Publish ${n} changes`));
  await expect(heading(page)).toHaveText(words.changes.none);
  await expect(heading(page)).toBeFocused();
  await press(page, page.getByRole('main').getByRole('button', { name: words.publish.undo }));
  await expect(heading(page)).toHaveText(`${n} changes`);
  await expect(heading(page)).toBeFocused();
  await press(page, button(page, words.changes.discardAll));
  await press(page, page.getByRole('dialog').getByRole('button').first());
  await expect(heading(page)).toHaveText(words.changes.none);
  await press(page, page.getByRole('link', { name: words.history.title }));
  await press(page, page.getByRole('link', { name: 'Version 1' }));
  await press(page, button(page, words.history.restore));
  await press(page, page.getByRole('dialog').getByRole('button', { name: words.history.restore }));
  await expect(heading(page)).toHaveText(`${n} changes`);
}

test('by the keyboard alone an owner begins, writes, sorts, aims a picture, publishes, undoes and restores (catches: Tab does not lead there; a place that was left takes the focus along) @all', async ({
  page,
}) => {
  await withOwnerSite(async (site) => {
    await welcome(page, site);
    await writes(page);
    await sorts(page, site);
    await aims(page, site);
    await publishes(page);
    await page.goto('about:blank');
  });
});
