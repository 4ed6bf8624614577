import type { BrowserContext, Page } from '@playwright/test';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { editor as editorPt } from '#dashboard/text/pt/editor.ts';
import { filled } from '#contract/words.ts';
import { findings } from '../support/axe.ts';
import { wordsOf } from '../support/owner-draft.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// Axe at the frame of the mail.
test.use({ expected: /Blocked script execution in/ });

const mail = (page: Page) => page.frameLocator('main iframe').locator('body');

async function open(site: OwnerSite, context: BrowserContext, language: 'en' | 'pt') {
  await site.signIn(context, { name: 'Ana Prado', language });
  const page = await context.newPage();
  await page.goto(`${site.address}/dashboard/launch/words`);
  await page.locator('textarea').first().waitFor();
  return page;
}

async function select(page: Page, name: string, words: string) {
  await page.getByRole('textbox', { name, exact: true }).evaluate((area: HTMLTextAreaElement, part) => {
    area.focus();
    const from = area.value.indexOf(part);
    area.setSelectionRange(from, from + part.length);
  }, words);
}

test('the text is formatted by buttons and by keys, and Ctrl-Z takes each back; the mail beside it shows it (catches: the value is set, so nothing can be undone; the focus stays on the button; a heading is text behind its mark)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const page = await open(site, context, 'en');
    const text = page.getByRole('textbox', { name: 'Text, English', exact: true });
    const bar = page.getByRole('toolbar', { name: 'Format, English' });
    await text.fill('Open\n\nIt is open.\nOne\nTwo');
    await select(page, 'Text, English', 'is');
    await page.keyboard.press('ControlOrMeta+b');
    await expect(text).toHaveValue('Open\n\nIt **is** open.\nOne\nTwo');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text).toHaveValue('Open\n\nIt is open.\nOne\nTwo');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await select(page, 'Text, English', 'Open');
    await bar.getByRole('button', { name: 'Heading' }).click();
    await expect(text).toBeFocused();
    await select(page, 'Text, English', 'One\nTwo');
    await bar.getByRole('button', { name: 'List' }).click();
    const all = '## Open\n\nIt **is** open.\n- One\n- Two';
    await expect(text).toHaveValue(all);
    await expect(mail(page).getByRole('heading', { name: 'Open', level: 2 })).toBeVisible();
    await expect(mail(page).getByRole('listitem')).toHaveText(['One', 'Two']);
    await expect(mail(page).locator('b')).toHaveText('is');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text).toHaveValue('## Open\n\nIt **is** open.\nOne\nTwo');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text).toHaveValue('Open\n\nIt **is** open.\nOne\nTwo');
    await text.fill(all);
    await text.blur();
    await expect.poll(async () => (await wordsOf(site, context)).words.en.body).toBe(all);
    expect(await findings(page, 'all')).toEqual([]);
  });
});

test('a link is asked for in Portuguese, too: an address that may not be is named, a page is chosen, and one that is typed says so under the field (catches: it is inserted all the same; the words are lost; the dialog cannot be undone)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const page = await open(site, context, 'pt');
    const { format } = editorPt;
    const text = page.getByRole('textbox', { name: 'Texto, Português', exact: true });
    await text.fill('Venha ver o site.');
    await select(page, 'Texto, Português', 'o site');
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog', { name: format.link });
    await expect(dialog.getByLabel(format.words)).toHaveValue('o site');
    expect(await findings(page, 'all')).toEqual([]);
    await dialog.getByLabel(format.address).fill('casa.example');
    await dialog.getByRole('button', { name: format.apply }).click();
    await expect(dialog.getByText(format.wrong)).toBeVisible();
    await dialog.getByLabel(format.page).selectOption('Serviços');
    await expect(dialog.getByLabel(format.address)).toHaveValue('/services');
    await dialog.getByRole('button', { name: format.apply }).click();
    await expect(text).toBeFocused();
    await expect(text).toHaveValue('Venha ver [o site](/services).');
    await page.getByRole('radio', { name: 'PT', exact: true }).click();
    await expect(mail(page).getByRole('link', { name: 'o site', exact: true })).toBeVisible();
    await text.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text).toHaveValue('Venha ver o site.');
    await text.fill('Venha [ver](javascript:x).');
    await expect(page.getByText(filled(format.wrongIn, { link: 'javascript:x' }))).toBeVisible();
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    await expect(mail(page)).toContainText('Venha [ver](javascript:x).');
  });
});

test('Tab stops once at the format, and arrows go on (catches: four stops in each language)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const page = await open(site, context, 'en');
    const text = page.getByRole('textbox', { name: 'Text, English', exact: true });
    const bar = page.getByRole('toolbar', { name: 'Format, English' });
    await text.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(bar.getByRole('button', { name: editorEn.format.bold })).toBeFocused();
    for (const name of ['link', 'heading', 'list'] as const) {
      await page.keyboard.press('ArrowRight');
      await expect(bar.getByRole('button', { name: editorEn.format[name] })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue(/^- /m);
    await expect(text).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(bar.getByRole('button', { name: editorEn.format.list })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(bar.locator(':focus')).toHaveCount(0);
  });
});
