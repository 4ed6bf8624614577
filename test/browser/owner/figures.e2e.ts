import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { DAY } from '#contract/time.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { fillSample } from '#test/fixtures/sample.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { figures } = restEn;
const LISBON = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon', dateStyle: 'short' });

test.use({ timezoneId: 'Europe/Lisbon' });

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function takes(page: Page, name: string, kind: string): Promise<Download> {
  const label = figures.take.replace('{figure}', name);
  await figure(page, name).getByRole('button', { name: label }).click();
  const taken = page.waitForEvent('download');
  await figure(page, name).getByRole('button', { name: kind, exact: true }).click();
  return taken;
}

/** Sign-ups of the last days, per day, from the stored rows. */
async function signupsIn(site: OwnerSite, days: number): Promise<Map<string, number>> {
  const rows = await site.within(({ read }) =>
    read.selectFrom('subscription').select('created_at').where('suspect', 'is', null).execute(),
  );
  const byDay = new Map<string, number>();
  for (let ago = 0; ago < days; ago++) byDay.set(LISBON.format(Date.now() - ago * DAY), 0);
  for (const { created_at: at } of rows) {
    const day = LISBON.format(at);
    if (byDay.has(day)) byDay.set(day, (byDay.get(day) ?? 0) + 1);
  }
  return byDay;
}

/** A source that is a spreadsheet formula, with many visits and unsubscribes. */
const FORMULA = { hour: Math.floor(Date.now() / 3_600_000), language: 'en', source: '=1+1' } as const;

test('each figure says what the store says, as a chart, as a table, and to take away, to everybody @all', async ({
  page,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(page.context());
    await page.goto(`${site.address}/dashboard/figures`);
    await expect(page.getByText(figures.emptyTitle)).toBeVisible();
    await site.within(async ({ write }) => {
      await fillSample(write, { now: Date.now() });
      await write
        .insertInto('signup_hour')
        .values({ ...FORMULA, joined: 0, confirmed: 9_000, gone: 9_000 })
        .execute();
    });
    await page.reload();
    const byDay = figure(page, figures.byDay);
    const stored = await signupsIn(site, 28);
    const total = [...stored.values()].reduce((sum, n) => sum + n, 0);
    await expect(byDay).toContainText(`${total.toLocaleString('en-GB')} in 28 days.`);
    const chart = byDay.locator('svg').filter({ has: page.locator('rect') });
    const drawn = await chart.first().locator('rect').count();
    await expectNoFindings(page, 'charts');

    await byDay.getByRole('radio', { name: figures.table }).click();
    await byDay.getByRole('button', { name: en.common.more }).click();
    await expectNoFindings(page, 'a table');
    const table = await byDay.getByRole('table').locator('tbody tr').allInnerTexts();
    const cells = table.map((row) => row.split('\t').slice(1).map(Number));
    expect(cells.map((row) => row.at(-1))).toEqual([...stored.values()]);
    expect(drawn, 'a piece of the chart for each figure of the table').toBe(
      cells.flatMap((row) => row.slice(0, -1)).filter((n) => n > 0).length,
    );

    const csv = await readFile(await (await takes(page, figures.byDay, figures.csv)).path(), 'utf8');
    const lines = csv.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('day,pt,en,sum');
    expect(lines.slice(1).map((line) => [line.split(',')[0], Number(line.split(',').at(-1))])).toEqual([
      ...stored,
    ]);

    const picture = await takes(page, figures.sources, figures.png);
    expect(picture.suggestedFilename()).toBe(`${figures.sources}.png`);
    const png = await readFile(await picture.path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.length > 10_000]).toEqual([2 * 700, true]);
    const sources = await readFile(await (await takes(page, figures.sources, figures.csv)).path(), 'utf8');
    expect(sources, 'no spreadsheet takes a name for a formula').toContain("\n'=1+1,9000,");

    await page.getByRole('radio', { name: figures.periods.week }).click();
    await expect(page).toHaveURL(/\?period=week$/);
    await expect(byDay).toContainText('in 7 days.');
    await page.reload();
    await expect(byDay).toContainText('in 7 days.');
    await page.setViewportSize({ width: 360, height: 740 });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, 'sideways').toBeLessThanOrEqual(0);
  });
});
