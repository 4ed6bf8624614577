import { agency as agencyEn } from '#dashboard/text/en/agency.ts';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { expectNoFindings } from '../support/axe.ts';
import { draftOf } from '../support/owner-draft.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

test('a third book is added, called by its name and removed; the first two keep their ids (catches: an id that stays blank; a second book by the id of a removed one)', async ({
  page,
  context,
}) => {
  // Its own: the draft stays without the first book.
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await page.goto(`${site.address}/dashboard/site/books`);
    const own = [
      { id: 'seo', place: 0 },
      { id: 'ads', place: 1 },
    ];
    await page.getByRole('button', { name: agencyEn.books.addBook }).click();
    const name = page.locator('[data-field="text.products.items.2.name.en"]');
    await expect(name).toBeFocused();
    await name.fill('Crisis, first');
    await name.blur();
    await expect.poll(() => draftOf(page, 'books')).toEqual([...own, { id: 'crisis-first', place: 2 }]);
    await expect(page.getByRole('heading', { name: 'Crisis, first' })).toBeVisible();
    await expectNoFindings(page, 'the books');

    const removal = (book: string) =>
      page.getByRole('button', { name: editorEn.list.remove.replace('{name}', book), exact: true });
    await removal('SEO').click();
    await expect.poll(() => draftOf(page, 'books')).toEqual([own[1], { id: 'crisis-first', place: 2 }]);
    await page.getByRole('button', { name: agencyEn.books.addBook }).click();
    const next = page.locator('[data-field="text.products.items.3.name.en"]');
    await next.fill('SEO');
    await next.blur();
    await expect
      .poll(() => draftOf(page, 'books'))
      .toEqual([own[1], { id: 'crisis-first', place: 2 }, { id: 'seo-2', place: 3 }]);
  });
});
