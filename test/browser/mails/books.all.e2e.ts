import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { expectNoFindings } from '../support/axe.ts';
import { BOOK_TITLES, tinyPdf } from '../support/books.ts';
import { hydrated } from '../support/chunks.ts';
import { manifestOf } from '../support/documents.ts';
import { layoutFaults } from '../support/layout.ts';
import { mailedBook, mailedLinks, mailsTo, pressAfterReading } from '../support/mails.ts';
import { distOf } from '../support/sites.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

const SAID = {
  en: {
    out: 'Available now',
    soon: 'Available soon',
    languages: 'English and Portuguese',
    button: 'Send me the book',
    later: 'Tell me when it’s out',
    note: 'sends the book to this address, and tells you when there’s a new edition.',
    thanks: 'Thank you! Your book is on its way to your inbox.',
    confirm: 'Confirm email address',
    confirmed: 'Your address is confirmed.',
    file: 'SEO - Be found.pdf',
    notice: 'If you ask for a book, we send it to your address',
    asked: 'You asked for: “SEO: Be found”.',
    expired: 'This link has expired',
    back: 'See the books',
  },
  pt: {
    out: 'Já disponível',
    soon: 'Disponível em breve',
    languages: 'Português e inglês',
    button: 'Receber o livro',
    later: 'Avise-me quando sair',
    note: 'envia o livro para este endereço e avisa quando houver uma nova edição.',
    thanks: 'Obrigado! O livro segue por e-\u2060mail.',
    confirm: 'Confirmar o meu e-\u2060mail',
    confirmed: 'O seu e-\u2060mail está confirmado.',
    file: 'SEO - Ser encontrado.pdf',
    notice: 'Se pedir um livro, enviamo-lo para o seu endereço',
    asked: 'Pediu: «SEO: Ser encontrado».',
    expired: 'Este link já não funciona',
    back: 'Ver os livros',
  },
} as const;

const formOf = (page: Page, book: 'SEO' | 'Ads') => page.getByRole('form', { name: book });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function ask(page: Page, language: Language, address: string) {
  await formOf(page, 'SEO').locator('[autocomplete=email]').fill(address);
  await formOf(page, 'SEO').getByRole('button', { name: SAID[language].button }).click();
}

async function confirm(page: Page, language: Language, address: string) {
  const links = await mailedLinks('books', address);
  await page.goto(links.confirm);
  await expect(page.getByText(SAID[language].asked)).toBeVisible();
  await pressAfterReading(page, SAID[language].confirm);
  await expect(page.getByText(SAID[language].confirmed)).toBeVisible();
}

/** Follows the link as a mail program does, and returns the downloaded file. */
async function download(page: Page, link: string): Promise<{ name: string; content: string }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate((href) => void (location.href = href), link),
  ]);
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path(), 'utf8') };
}

test.use({ site: 'books' });

for (const language of LANGUAGES) {
  const said = SAID[language];

  test(`a visitor asks for a book, confirms, and has it, in ${language}`, async ({ page, address }) => {
    await page.goto(`/products?lang=${language}`);
    await hydrated(page);
    await ask(page, language, address);
    await expect(page.getByText(said.thanks)).toBeInViewport();
    await mailedLinks('books', address);
    // An unconfirmed address gets only the confirmation mail.
    const asked = await mailsTo('books', address);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(`\n\n${said.asked}\n\n`);
    await confirm(page, language, address);
    const { mail, link } = await mailedBook('books', address);
    expect(mail).toMatch(/^List-Unsubscribe: </m);
    const saved = await download(page, link);
    expect(saved).toEqual({ name: said.file, content: tinyPdf(BOOK_TITLES[language]) });
    // A link opened before, e.g. by a mail scanner, still works; a second request today sends no second mail.
    expect((await download(page, link)).name).toBe(said.file);
    await page.goto(`/products?lang=${language}`);
    await ask(page, language, address);
    await expect(page.getByText(said.thanks)).toBeVisible();
    expect(await mailsTo('books', address)).toHaveLength(2);
  });

  test(`the page tells the book that is out apart from the one that is not, in ${language}`, async ({
    page,
  }) => {
    await page.goto(`/products?lang=${language}`);
    const articles = page.getByRole('article');
    const seo = articles.filter({ has: formOf(page, 'SEO') });
    const ads = articles.filter({ has: formOf(page, 'Ads') });
    for (const words of [said.out, said.languages, said.button, said.note])
      await expect(seo).toContainText(words);
    await expect(seo.getByText('E-book, PDF', { exact: true })).toBeVisible();
    for (const words of [said.soon, said.later]) await expect(ads).toContainText(words);
    await expect(ads).not.toContainText(said.out);
    await expectNoFindings(page, 'products');
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await layoutFaults(page), `${width}`).toEqual([]);
    }
  });

  test(`the words kept as agreed to are those beside each book, and the notice speaks of it, in ${language}`, async ({
    page,
  }) => {
    const { consentTexts } = await manifestOf('books');
    await page.goto(`/products?lang=${language}`);
    const version = await formOf(page, 'SEO').locator('[name=consent]').inputValue();
    const kept = consentTexts.find((one) => one.version === version);
    expect(kept?.language).toBe(language);
    for (const words of [said.button, said.note, said.later, said.notice])
      expect(kept?.text).toContain(words);
    const live = await manifestOf('live');
    expect(live.consentTexts.map((one) => one.version)).not.toContain(version);
  });

  test(`a link that no longer works says so, in ${language}, and leads back to the books`, async ({
    page,
  }) => {
    await page.goto(`/soon?book-seo=${'A'.repeat(102)}&lang=${language}`);
    await expect(title(page)).toHaveText(said.expired);
    await expectNoFindings(page, 'book-expired');
    const other = language === 'en' ? 'pt' : 'en';
    await page.getByRole('button', { name: language.toUpperCase() }).click();
    await expect(title(page)).toHaveText(SAID[other].expired);
    await page.getByRole('link', { name: SAID[other].back }).click();
    await expect(formOf(page, 'SEO')).toContainText(SAID[other].button);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test(`a book can be asked for, and confirmed people have it at once, in ${language}`, async ({
      page,
      address,
    }) => {
      await page.goto(`/products?lang=${language}`);
      await ask(page, language, address);
      await expect(page).toHaveURL(`/products?state=subscribed-book&lang=${language}`);
      await expect(page.getByText(said.thanks)).toBeInViewport();
      await confirm(page, language, address);
      const { link } = await mailedBook('books', address);
      const answer = await page.request.get(link);
      expect(await answer.text()).toBe(tinyPdf(BOOK_TITLES[language]));
    });
  });
}

// A link that is no longer valid is answered 410.
test.use({ expected: FAILED_REQUEST });

test('a person who erases everything ends the link too', async ({ page, address }) => {
  await page.goto('/products?lang=en');
  await ask(page, 'en', address);
  await confirm(page, 'en', address);
  const { link } = await mailedBook('books', address);
  const { me } = await mailedLinks('books', address);
  await page.goto(me);
  await pressAfterReading(page, 'Erase my data');
  await pressAfterReading(page, 'Erase my data');
  await expect(title(page)).toHaveText('Your data has been erased');
  await page.goto(link);
  await expect(title(page)).toHaveText(SAID.en.expired);
});

test('where no book is out, nothing of it is in any document (catches: its words on the page of every visitor)', async () => {
  for (const [site, isThere] of [
    ['live', false],
    ['books', true],
  ] as const) {
    const files = await readdir(distOf(site), { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files
        .filter(({ name }) => name.endsWith('.html'))
        .map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
    );
    for (const { button, note } of Object.values(SAID))
      for (const words of [button, note]) expect(texts.some((text) => text.includes(words))).toBe(isThere);
    expect((await manifestOf(site)).books).toHaveLength(isThere ? 1 : 0);
  }
});

test('the files of the books are at no address of their own (catches: served like a picture)', async ({
  page,
}) => {
  const { books } = await manifestOf('books');
  const files = books.flatMap((book) => Object.values(book.files).map(({ file }) => file));
  expect(files).toHaveLength(2);
  for (const file of [...files, 'seo.en.pdf', 'books/seo.en.pdf', '.build/books/']) {
    const answer = await page.request.get(`/${file}`, { maxRedirects: 0 });
    expect(answer.status(), file).toBe(404);
  }
});
