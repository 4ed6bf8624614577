import { createCanvas } from '@napi-rs/canvas';
import type { Page } from '@playwright/test';
import { agency as agencyEn } from '#dashboard/text/en/agency.ts';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { draftOf, write } from '../support/owner-draft.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

test.use({ expected: /\b503\b|ERR_FAILED/ });

const dialog = (page: Page) => page.getByRole('dialog');

test('two who change one list: an addition beside a removal asks nothing, one entry is one question for both languages; so are two windows of one owner', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await page.goto(`${site.address}/dashboard/site/pages/services`);
    const list = page.getByRole('group', { name: 'Service 1: list items', exact: true }).first();
    const key = (language: string) => `text.services.items.0.includes.${language}`;
    const points = (language: string) =>
      list
        .locator(`textarea[lang=${language}]`)
        .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
    await expect(list).toBeVisible();
    const before = { en: await points('en'), pt: await points('pt') };
    await page.route('**/api/owner/site/draft', (route) => route.abort());
    const remove = (at: number) =>
      Promise.all(
        (['en', 'pt'] as const).map((language) =>
          write(site, context, key(language), before[language].toSpliced(at, 1)),
        ),
      );
    await remove(1);
    await list.getByRole('button', { name: editorEn.list.add }).click();
    await page.keyboard.type('Workshops');
    await expect.poll(() => draftOf(page, key('en'))).toEqual([...before.en.toSpliced(1, 1), 'Workshops']);
    await expect(page.getByText(editorEn.own.both)).toHaveCount(0);
    await page.unroute('**/api/owner/site/draft');
    await expect.poll(() => points('en')).toEqual([...before.en.toSpliced(1, 1), 'Workshops']);

    const last = page.getByRole('textbox', { name: /^Service 1: list items 1, / });
    await page.route('**/api/owner/site/draft', (route) => route.abort());
    for (const language of ['en', 'pt']) {
      const now = (await draftOf(page, key(language))) as string[];
      await write(site, context, key(language), ['Theirs', ...now.slice(1)]);
    }
    await last.first().fill('Mine');
    await last.nth(1).fill('O meu');
    await page.locator('label', { hasText: /From the other window.*Theirs.*Theirs/s }).click();
    await expect(page.getByText(editorEn.own.both)).toHaveCount(1);
    await page.getByRole('button', { name: editorEn.other.use }).click();
    await expect
      .poll(async () => [(await points('en'))[0], (await points('pt'))[0]])
      .toEqual(['Theirs', 'Theirs']);
    await page.unroute('**/api/owner/site/draft');
  });
});

test('another owner’s change to the name, its letter and the order of people stays, and focus is kept (catches: a Tab through the name; a portrait for somebody else; removing ends on the page)', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await page.goto(`${site.address}/dashboard/site/brand`);
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeVisible();
    await write(site, context, 'brand.name', 'Amora');
    await write(site, context, 'brand.markAt', 0);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(name).toHaveValue('Amora');
    await name.focus();
    await page.keyboard.press('Tab');
    const role = { en: 'Design', pt: 'Design' };
    const people = ['Rui', 'Ana', 'Eva'].map((one) => ({ name: one, role, portrait: null }));
    await write(site, context, 'people', people);
    await page.goto(`${site.address}/dashboard/site/facts`);
    expect(await draftOf(page, 'brand.markAt')).toBe(0);

    await page.getByRole('button', { name: /^Add portrait of Eva/ }).click();
    await write(site, context, 'people', [people[2]!, people[0]!]);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByRole('textbox', { name: 'Name', includeHidden: true })).toHaveCount(2);
    const picture = {
      name: 'eva.png',
      mimeType: 'image/png',
      buffer: createCanvas(640, 800).toBuffer('image/png'),
    };
    await dialog(page).locator('input[type=file]').setInputFiles(picture);
    // The publisher checks it first.
    await expect(dialog(page)).toBeHidden();
    await expect
      .poll(() => draftOf(page, 'people'))
      .toMatchObject([
        { name: 'Eva', portrait: {} },
        { name: 'Rui', portrait: null },
      ]);

    await page.getByRole('button', { name: agencyEn.facts.addCase }).click();
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await expect(page.getByText(agencyEn.facts.caseUnnamed)).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
});
