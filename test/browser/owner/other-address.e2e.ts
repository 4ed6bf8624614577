import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { test } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { signin } = restEn;

test('at another address of its server the page says where the dashboard is (catches: a passkey that nobody cancelled)', async ({
  page,
  ownerSite,
}) => {
  await page.goto(`${ownerSite.address.replace('localhost', '127.0.0.1')}/dashboard/people`);
  const way = page.getByRole('link', { name: signin.elsewhereButton });
  await expect(way).toHaveAttribute('href', `${ownerSite.address}/dashboard`);
  await expect(page.getByRole('button', { name: signin.passkey })).toHaveCount(0);
});
