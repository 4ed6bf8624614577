import type { Page } from '@playwright/test';
import { problem } from '#contract/problem.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest } from '#dashboard/text/en/rest.ts';
import { readDraft, writeField } from '#server/content/draft.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { start } = rest;

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

// An address that is none is refused; a line is lost.
test.use({ expected: /\b(?:422|503)\b|ERR_FAILED/ });

test('the steps of the first start have no finding, and each saves what was entered @all', async ({
  page,
}) => {
  await withOwnerSite(async (site) => {
    await page.goto(await site.link(null));
    await expect(heading(page)).toHaveText(start.nameTitle);
    await expectNoFindings(page, start.nameTitle);
    await page.getByLabel(start.email).fill('ana@');
    await page.getByLabel(start.name).fill('Ana Sousa');
    await button(page, start.next).click();
    await expect(page.getByText(start.emailWrong)).toBeVisible();
    await page.getByLabel(start.email).fill('ana@example.com');
    await button(page, start.next).click();
    await expect(heading(page)).toHaveText(start.agencyTitle);
    await page.getByLabel(rest.fields.label.brand_name, { exact: true }).fill('Amora');
    await page.getByRole('radio', { name: 'o', exact: true }).click();
    await expectNoFindings(page, start.agencyTitle);
    for (const title of [start.addressTitle, start.mailTitle, start.lookTitle]) {
      await button(page, start.next).click();
      await expect(heading(page)).toHaveText(title);
      await expectNoFindings(page, title);
    }
    await page.getByLabel(rest.brand.colour, { exact: true }).fill('#1d6b45');
    await button(page, rest.site.strip.publish).click();
    await expectNoFindings(page, rest.site.strip.publish);
    await button(page, rest.site.publish.notYet).click();
    await expect(heading(page)).toHaveText(rest.checklist.title);
    const fields = () => site.within(({ write }) => readDraft(write));
    const written = async () => (await fields()).map(({ field, value }) => [field, value]);
    await expect.poll(written).toEqual([
      ['brand.accent', '#1d6b45'],
      ['brand.markAt', 2],
      ['brand.name', 'Amora'],
    ]);
    await page.goto('about:blank');
  });
});

test('an accent that cannot be read in a theme has no tick there (catches: a tick beside 2.7:1)', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    const value = { dark: '#1d6b45', light: '#1d6b45' };
    await site.within(({ write }) =>
      writeField(write, { field: 'brand.accent', value, revision: 0, owner: null }, 1),
    );
    await site.signIn(context);
    await page.goto(`${site.address}/dashboard/welcome/5`);
    const said = page.getByText('Contrast with the page: 2.7:1');
    await expect(said).toBeVisible();
    await expect(said.locator('svg')).toHaveCount(0);
    await expectNoFindings(page, 'no tick');
  });
});

test('a step that cannot be read says so under its heading, and what a step before has not saved is said (catches: no heading; it is said nowhere) @all', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context);
  await page.route('**/api/owner/site/save', (route) => route.abort());
  // Refused until somebody presses: it is asked for again by itself, too.
  await page.route('**/api/owner/server-settings', async (route) => {
    const isPressed = await page.evaluate(() => 'pressed' in document.documentElement.dataset);
    await (isPressed ? route.continue() : route.fulfill({ status: 503, json: problem('unavailable') }));
  });
  await page.goto('/dashboard/welcome/2');
  // Not what another test of this worker may have saved: an equal name needs no saving.
  await page.getByLabel(rest.fields.label.brand_name, { exact: true }).fill('Framboesa');
  await button(page, start.next).click();
  await expect(heading(page)).toHaveText(start.addressTitle);
  await expect(page.getByRole('alert')).toContainText('unavailable');
  await expectNoFindings(page, 'not read');
  await page.evaluate(() => {
    const note = () => (document.documentElement.dataset['pressed'] = '');
    document.addEventListener('click', note, { capture: true, once: true });
  });
  await button(page, en.common.tryAgain).click();
  await expect(page.getByRole('alert')).toHaveText(rest.editor.notSaved);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank');
});
