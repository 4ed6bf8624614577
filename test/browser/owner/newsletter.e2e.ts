import type { Page } from '@playwright/test';
import { agency } from '#dashboard/text/en/agency.ts';
import { fields } from '#dashboard/text/en/fields.ts';
import { rooms } from '#dashboard/text/en/rooms.ts';
import { settings } from '#dashboard/text/en/settings.ts';
import { people } from '#dashboard/text/en/people.ts';
import { site as siteEn } from '#dashboard/text/en/site.ts';
import { subscription } from '#site/text/en/subscription.ts';
import { expectNoFindings } from '../support/axe.ts';
import { pressAfterReading } from '../support/mails.ts';
import { draftOf } from '../support/owner-draft.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const ADDRESS = 'ines@example.com';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The link to confirm, from the mail. */
async function confirmLink({ received }: OwnerSite): Promise<string> {
  const mailed = () => received.find(({ to }) => to.includes(ADDRESS))?.raw ?? '';
  await expect.poll(mailed).not.toBe('');
  const text = mailed().replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /http:\S+[?&]confirm=[^\s>]+/.exec(text)?.[0] ?? '';
}

test('an owner says how often the newsletter comes, a visitor who confirms is asked and says yes, and the owner sees and ends it', async ({
  page,
  context,
}) => {
  await withOwnerSite(
    async (site) => {
      await site.signIn(context, { name: 'Ana Prado' });
      await page.goto(`${site.address}/dashboard/site/facts?field=newsletter.aMonth`);
      await expect(page.getByRole('radio').first(), 'where the launch check leads').toBeFocused();
      await expect(page.getByText(agency.newsletter.undecided)).toBeVisible();
      await page.getByText(agency.newsletter.often.monthly, { exact: true }).click();
      await expect(page.getByText(agency.newsletter.undecided)).toBeHidden();
      await expect.poll(() => draftOf(page, 'newsletter.aMonth')).toBe(1);
      await expectNoFindings(page, 'how often');
      await page.getByRole('link', { name: rooms.place.welcome }).click();
      const welcome = page.getByRole('switch', { name: fields.label.newsletter_welcome });
      await expect(welcome).not.toBeChecked();
      await welcome.click();
      await expect.poll(() => draftOf(page, 'newsletter.welcome')).toBe(true);
      await expect(page.getByText(settings.on, { exact: true })).toBeVisible();
      await expectNoFindings(page, 'the welcome');
      await page.goto(`${site.address}/dashboard/site/changes`);
      await expect(page.getByText(agency.newsletter.often.monthly)).toBeVisible();
      await button(page, siteEn.strip.publish).click();
      await page.getByRole('dialog').getByText(siteEn.publish.tick).click();
      await button(page, 'Publish 2 changes').click();
      await expect(title(page)).toHaveText(siteEn.changes.none);
      await expect(page.getByRole('dialog'), 'once visitors see it').toBeHidden();

      await page.request.post(`${site.address}/api/subscribe`, { data: { email: ADDRESS, language: 'en' } });
      await page.goto(await confirmLink(site));
      await pressAfterReading(page, subscription.confirm.button);
      await expect(page.getByText(subscription.news.confirmed)).toBeVisible();
      await expect(page.getByText(subscription.news.often.monthly)).toBeVisible();
      await pressAfterReading(page, subscription.news.button);
      await expect(title(page)).toHaveText(subscription.joined.title);
      const welcomed = () => site.received.flatMap(({ to, raw }) => (raw.includes('<welcome.') ? to : []));
      await expect.poll(welcomed).toEqual([ADDRESS]);

      await page.goto(`${site.address}/dashboard/people?newsletter=yes`);
      await page.getByText(ADDRESS).click();
      await expect(page.getByText(/^Subscribed to the newsletter: “Keep in touch\?/)).toBeVisible();
      await expect(page.getByText(rooms.place.welcome)).toBeVisible();
      await expectNoFindings(page, 'a reader');
      await button(page, people.person.newsStop).click();
      await page.getByRole('dialog').getByRole('button', { name: people.person.newsStop }).click();
      await expect(page.getByText(people.person.events.stopped, { exact: true })).toBeVisible();
      await page.goto(`${site.address}/dashboard/people?newsletter=yes`);
      await expect(page.getByText(people.people.noneTitle)).toBeVisible();
    },
    { follows: true },
  );
});
