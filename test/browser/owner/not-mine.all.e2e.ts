import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { test } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { signin } = restEn;

test.use({ expected: /\b422\b/ });

test('a link about a passkey that comes too late leads to sign-in (catches: it asks whether to remove the passkey, and leads nowhere)', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/dashboard/not-mine#1.late');
  await page.getByRole('button', { name: signin.notMineButton }).click();
  await expect(heading).toHaveText(signin.notMineOver);
  await page.getByRole('link', { name: signin.title }).click();
  await expect(heading).toHaveText(signin.title);
  await expect(page.getByRole('button', { name: signin.passkey })).toBeVisible();
});
