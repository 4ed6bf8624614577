import type { BrowserContext, Page } from '@playwright/test';
import { filled } from '#contract/words.ts';
import type { Published, Saved, SiteDraft } from '#contract/owner/site.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { addEdition } from '#server/content/editions.ts';
import { setSite } from '#server/launch/site.ts';
import { expectNoFindings, findings } from '../support/axe.ts';
import { writeWords } from '../support/owner-draft.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { site: words } = restEn;
const { changes, publish, history, strip } = words;
/** Words that people agree to, and others. */
const AGREED = 'text.page.soon.subscribeMessage.en';
const LINE = 'text.page.soon.subtleMessage.en';
const SUBJECT = 'mails.confirm.subject.en';
/** No size makes it fit on a phone. */
const TOO_LONG = 'Donaudampfschifffahrtsgesellschaftskapitaen';
const TITLE = 'text.home.title.en';

/** For publishing: its limit is a minute, and two tests at once share the machine. */

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Asks the owner's API as the browser of this context would. */
async function ask<T>(site: OwnerSite, context: BrowserContext, path: string, data?: object): Promise<T> {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: site.address };
  const url = `${site.address}/api/owner/site${path}`;
  const answer = await context.request.fetch(url, { headers, ...(data && { method: 'POST', data }) });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as T;
}

async function save(site: OwnerSite, context: BrowserContext, field: string, value: string): Promise<void> {
  const { is } = await ask<Saved>(site, context, '/save', { field, value, revision: 0 });
  expect(is).toBe('saved');
}

/** What visitors see of this field; undefined: the built-in value. A server with a fixed site shows no version. */
const liveLine = async (site: OwnerSite, context: BrowserContext) =>
  (await ask<SiteDraft>(site, context, '/draft')).shown[LINE];

test('a change is seen, discarded and brought back, published, undone, and an earlier version restored', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await save(site, context, LINE, 'Something good is near.');
    await save(site, context, AGREED, 'Leave your email for early news.');
    await page.goto(`${site.address}/dashboard/site`);
    const row = page.getByRole('listitem').filter({ hasText: restEn.fields.place.soon });
    await expect(row).toContainText('2 unpublished changes');
    await expect(row).toContainText(filled(words.check, { language: 'Portuguese' }));
    await expect(row).toContainText('Ana Prado');
    await expectNoFindings(page, 'the overview');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('link', { name: strip.see }).click();
    await expect(heading(page)).toHaveText('2 changes');
    await expect(page.getByRole('region', { name: strip.see }), 'the page itself says it').toHaveCount(0);
    await expect(page.getByText(changes.consentTitle)).toBeVisible();
    const change = page.getByRole('listitem').filter({ hasText: 'Leave your email' });
    await expect(change.locator('del')).toHaveText(`${changes.was} access`);
    await expect(change.locator('ins')).toHaveText(`${changes.now} news`);
    await expectNoFindings(page, 'changes');
    await page.setViewportSize({ width: 1280, height: 800 });
    await change.getByRole('button', { name: changes.discard }).click();
    await expect(heading(page)).toHaveText('1 change');
    await button(page, publish.undo).click();
    await expect(heading(page)).toHaveText('2 changes');

    await button(page, strip.publish).click();
    await expect(dialog(page)).toContainText('Publish 2 changes?');
    await expectNoFindings(page, 'the question');
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, 'Publish 2 changes').click();
    await expect(dialog(page).getByRole('alert'), 'without the tick').toHaveText(publish.tickFirst);
    await dialog(page).getByText(publish.tick).click();
    await button(page, 'Publish 2 changes').click();
    await expect(dialog(page).getByRole('progressbar')).toBeVisible();
    await expect(heading(page)).toHaveText(changes.none);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText('Version 1, published by Ana Prado just now.')).toBeVisible();
    expect(await liveLine(site, context)).toBe('Something good is near.');
    await expectNoFindings(page, 'published');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('main').getByRole('button', { name: publish.undo }).click();
    await expect(heading(page)).toHaveText('2 changes');
    expect(await liveLine(site, context)).toBeUndefined();

    await page.goto(`${site.address}/dashboard/site/history`);
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('row').nth(1)).toContainText(history.live);
    await expect(page.getByRole('row').nth(1)).toContainText('Undid version 1');
    await expectNoFindings(page, 'the history');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'Version 1' }).click();
    await expect(
      page.getByRole('heading', { name: 'Differs from the live version in 2 places' }),
    ).toBeVisible();
    await expectNoFindings(page, 'one version');
    await button(page, history.restore).click();
    await expect(dialog(page)).toContainText('Your 2 unpublished changes are saved');
    await dialog(page).getByRole('button', { name: history.restore }).click();
    await expect(heading(page)).toHaveText('2 changes');
    await expect(page.getByText('Version 1 restored')).toBeVisible();
  });
});

test('a version is seen page by page, a line under what differs, and opens in a tab (catches: the draft’s words; the page of the first difference stays) @all', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const owner = await site.signIn(context, { name: 'Ana Prado' });
    const old = {
      [TITLE]: 'Good brands ripen.',
      'text.page.soon.successMessage.en': 'You are on it.',
      'text.about.title.pt': 'Poucos e calmos.',
      'contact.phone': '+351 220 000 000',
      [SUBJECT]: '{brand}: one press is left',
    };
    await site.within(async ({ write }) => {
      for (const [after, content] of [old, {}].entries())
        await addEdition(write, { after, content, owner, draftSeen: 0 }, after);
    });
    await save(site, context, TITLE, 'Written since.');
    await save(site, context, SUBJECT, '{brand}: written since');
    await page.goto(`${site.address}/dashboard/site/history/1`);
    const shown = page.frameLocator('iframe[data-drawn]');
    const difference = (name: string) => page.getByRole('button', { name });
    await expect(page.getByRole('navigation'), 'the whole window').toHaveCount(0);
    // The answer is shown in a state of its page that is not the usual one.
    await expect(shown.getByText('You are on it.')).toBeVisible();
    await difference('Home, Title · English').click();
    const title = shown.locator('h1');
    await expect(title).toHaveText('Good brands ripen.', { useInnerText: true });
    const line = shown.locator('x-outline');
    await expect(line).toHaveCount(1);
    expect(await line.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('none');
    expect(await findings(page, 'all')).toEqual([]);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: history.openTab }).click();
    const tab = await opened;
    await expect(tab.locator('h1')).toHaveText('Good brands ripen.', { useInnerText: true });
    await tab.close();
    await difference('About, Title · Portuguese').click();
    await expect(title).toHaveText('Poucos e calmos.', { useInnerText: true });
    await difference('Agency details, Phone').click();
    await expect(shown.getByText('+351 220 000 000')).toBeInViewport();
    await shown.locator('[tabindex="0"]').first().press('Enter');
    await expect(difference('Agency details, Phone'), 'what is pressed in the page').toBeFocused();
    await difference('Subject · English').click();
    await expect(page.getByText('embreve: one press is left'), 'over the email').toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(difference('Home, Title')).toHaveCount(0);
  });
});

test('a title that takes more lines on a phone needs a check; the launch email says who changed it (catches: a longer title of as many lines; the original words; a long word that was to be set smaller; one that cannot) @all', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await writeWords(site, context, 'heading.en', 'At last.');
    await save(site, context, TITLE, 'Good brands take their time, and so do we, every day of the year.');
    await save(site, context, 'text.about.title.en', 'Small on purpose...');
    await save(site, context, 'text.services.title.en', 'Internationalisierung.');
    await save(site, context, 'text.contact.title.en', `${TOO_LONG}.`);
    await page.goto(`${site.address}/dashboard/site`);
    const row = page.getByRole('listitem').filter({ hasText: words.launchHint });
    await expect(row).toContainText('Ana Prado');
    await page.getByRole('link', { name: strip.see }).click();
    await expect(page.getByText('Title too long: Home, Title')).toBeVisible();
    await expect(page.getByText(/^It takes \d lines on a phone, instead of \d\.$/)).toHaveCount(1);
    const broken = page.getByText('doesn’t fit on a phone and is broken, perhaps on larger screens too.');
    await expect(broken).toHaveText([
      `“${TOO_LONG}.” doesn’t fit on a phone and is broken, perhaps on larger screens too.`,
    ]);
  });
});

test('a field that somebody else has published meanwhile is chosen one by one, and the rest is published @all', async ({
  page,
  context,
  browser,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    const other = await browser.newContext();
    await site.signIn(other, { name: 'Marta Reis' });
    await save(site, context, TITLE, 'Good brands need time.');
    await page.goto(`${site.address}/dashboard/site/changes`);
    await button(page, strip.publish).click();
    await expect(button(page, 'Publish 1 change')).toBeVisible();
    const { draft } = await ask<SiteDraft>(site, other, '/draft');
    const seen = { live: 0, draft: draft[0]?.revision ?? 0 };
    expect((await ask<Published>(site, other, '/publish', seen)).is).toBe('published');
    await save(site, context, TITLE, 'Good brands take their time.');
    await save(site, context, LINE, 'Something good is near.');

    await button(page, 'Publish 1 change').click();
    await expect(dialog(page)).toContainText('Marta Reis has just published.');
    await expect(dialog(page)).toContainText('1 of your changes is not affected. You both changed one text.');
    await expectNoFindings(page, 'a choice');
    await dialog(page).getByText('Good brands need time.').click();
    await button(page, 'Publish 1 change').click();
    // The page behind it may have been read in between, when there was none.
    await expect(dialog(page)).toBeHidden();
    await expect(heading(page)).toHaveText(changes.none);
    const after = await ask<SiteDraft>(site, other, '/draft');
    expect([after.draft, after.shown[TITLE], after.shown[LINE]]).toEqual([
      [],
      'Good brands need time.',
      'Something good is near.',
    ]);
    await other.close();
  });
});

test('a publication is reported at once, while the answer of all that is read again is still on its way (catches: the dialog waits for it)', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await save(site, context, LINE, 'Something good is near.');
    await page.goto(`${site.address}/dashboard/site/changes`);
    await button(page, strip.publish).click();
    // From now on no reading is answered.
    await page.route('**/api/owner/site/draft', () => {});
    await button(page, 'Publish 1 change').click();
    await expect(heading(page)).toHaveText(changes.none);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText('Version 1, published by Ana Prado just now.')).toBeVisible();
  });
});

test.describe('without a connection', () => {
  test.use({ expected: /ERR_FAILED/ });

  test('while the connection is lost, the dialog of publishing stays and says so (catches: it goes away) @all', async ({
    page,
    context,
  }) => {
    await withOwnerSite(async (site) => {
      await site.signIn(context);
      await save(site, context, LINE, 'Something good is near.');
      await page.goto(`${site.address}/dashboard/site/pages/soon`);
      await button(page, strip.publish).click();
      await expect(button(page, 'Publish 1 change')).toBeVisible();
      await page.route('**/api/owner/**', (route) => route.abort());
      await button(page, 'Publish 1 change').click();
      await expect(page.getByText(/^You’re offline/)).toBeVisible();
      const again = dialog(page).getByRole('button', { name: en.common.tryAgain });
      await expect(again).toBeVisible();
      await page.unroute('**/api/owner/**');
      await again.click();
      await expect(heading(page)).toHaveText(changes.none);
    });
  });
});

test('on a phone the site takes the place of the launch once it is open @all', async ({ page, context }) => {
  await withOwnerSite(async (site) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await site.signIn(context);
    await page.goto(`${site.address}/dashboard`);
    const bar = page.getByRole('navigation').last();
    await expect(bar.getByRole('link', { name: en.nav.launch })).toBeVisible();
    await site.within(({ write }) => setSite(write, 'live', { by: 'Ana', now: Date.now() }));
    await page.reload();
    await expect(bar.getByRole('link', { name: en.nav.site })).toBeVisible();
    await expect(bar.getByRole('link', { name: en.nav.launch })).toHaveCount(0);
  });
});
