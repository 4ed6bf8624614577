import type { Page } from '@playwright/test';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest } from '#dashboard/text/en/rest.ts';
import { countByKind } from '#server/list/count.ts';
import { fillSample } from '#test/fixtures/sample.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { nav } = en;
const { emptyToday } = rest;

async function expectReadable(page: Page, state: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, `${state}, sideways`).toBeLessThanOrEqual(0);
  await expectNoFindings(page, state);
}

test('Today: before the launch, nobody yet, then a usual day with the numbers of the store and what needs the owner', async ({
  page,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(page.context());
    await page.goto(`${site.address}/dashboard/`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(rest.checklist.title);
    await expect(page.getByText('1 of 6 done')).toBeVisible();
    await expect(page.locator('li').last()).toContainText(rest.checklist.mail);
    await expectReadable(page, 'before the launch');
    await page.getByRole('button', { name: rest.checklist.hide }).click();
    await expect(title).toHaveText(emptyToday.title);
    await expect(page.getByText(emptyToday.counting)).toBeVisible();
    await expectReadable(page, 'nobody yet');

    await site.within(({ write }) => fillSample(write, { now: Date.now() }));
    const { confirmed, pending } = await site.within(({ write }) => countByKind(write));
    // By itself, at its next poll.
    await expect(title).toHaveText(nav.today);
    await expect(page.getByText(confirmed.toLocaleString('en-GB'), { exact: true })).toBeVisible();
    await expect(page.getByRole('definition').first()).toHaveText(String(pending));
    const needs = page.locator('li').filter({ has: page.getByRole('heading', { level: 3 }) });
    await expect(needs.getByRole('heading')).toHaveText([
      '4 emails not delivered',
      '2 emails on hold',
      '3 unread messages',
      'No backup in the last 7 days',
    ]);
    await expectReadable(page, 'a usual day');
    await needs.nth(2).getByRole('link').click();
    await expect(title).toHaveText(nav.messages);
    await page.goBack();
    await expect(title).toHaveText(nav.today);
    await needs.last().getByRole('link').click();
    const place = page.getByRole('heading', { name: rest.settings.backup, exact: true });
    await expect(place).toBeFocused();
    await expect(place).toBeInViewport();
  });
});
