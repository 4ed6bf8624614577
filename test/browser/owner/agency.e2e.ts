import { agencyEn } from '#dashboard/text/agency.en.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { books, search } = agencyEn;

test.beforeEach(async ({ context, ownerSite }) => {
  await ownerSite.signIn(context, { name: 'Marta' });
});

test('a book is out once its file was looked at; what is no book is turned down', async ({ page }) => {
  await page.goto('/dashboard/site/books');
  const seo = page.getByRole('article').first();
  const english = seo.getByRole('listitem').first();
  await english
    .locator('input')
    .setInputFiles({ name: 'seo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<p>') });
  await expect(english.getByRole('alert')).toHaveText(books.kind);
  await expect(seo.getByText(books.soon)).toBeVisible();
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Pages/Count 46>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
  await english.locator('input').setInputFiles({ name: 'seo.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(english).toContainText('seo.en.pdf');
  await expect(seo.getByText(books.out.en)).toBeVisible();
  await expectNoFindings(page, 'books');
  await english.getByRole('button', { name: /remove the file/ }).click();
  await expect(seo.getByText(books.soon)).toBeVisible();
});

test('search result and shared link show what is typed, with the name in its place', async ({ page }) => {
  await page.goto('/dashboard/site/search');
  await page.getByRole('textbox', { name: 'Description, English' }).fill('A better sentence.');
  const result = page.getByRole('heading', { name: search.result }).locator('xpath=../..');
  await expect(result).toContainText('A better sentence.');
  await expect(result).toContainText(/: branding and digital marketing/);
  await expect(result).not.toContainText('{name}');
  await expectNoFindings(page, 'search');
});
