import type { Page } from '@playwright/test';
import type { TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { findings } from '../support/axe.ts';
import { layoutFaults } from '../support/layout.ts';
import { openPage, scrollThrough } from '../support/pages.ts';
import { totalShift } from '../support/shifts.ts';
import { holdStill, showTheme } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

/** What the pages show of the evidence in test/browser/support/evidence.ts. */
const SHOWN: Record<Language, Record<string, string[]>> = {
  en: {
    '/about': ['Who answers', 'Ana Prado', 'Strategy and brands', 'Maria Antónia Vasconcelos', 'Words'],
    '/': ['Work', 'Three shops with one name.', 'A family bakery in Braga'],
    '/contact': [
      'We answer within one working day.',
      '1000-001 Lisboa',
      'Book a call',
      'Message us on WhatsApp',
    ],
  },
  pt: {
    '/about': ['Quem responde', 'Ana Prado', 'Estratégia e marcas', 'Maria Antónia Vasconcelos', 'Palavras'],
    '/': ['Trabalhos', 'Três lojas com um só nome.', 'Uma padaria de família em Braga'],
    '/contact': [
      'Respondemos no prazo de um dia útil.',
      'Morada',
      'Marcar uma conversa',
      'Enviar mensagem por WhatsApp',
    ],
  },
};
const PATHS = Object.keys(SHOWN.en);
const WIDTHS = [320, 768, 1440, 2560];

/** Links that leave the site by phone, mail or a new tab, except the profiles. */
function waysOut(page: Page): Promise<string[]> {
  return page
    .locator('main a:is([href^="mailto:"], [href^="tel:"], [target=_blank]:not(:has(svg)))')
    .evaluateAll((links) =>
      links.map((link) => `${link.getAttribute('href')} ${link.getAttribute('rel') ?? ''}`.trim()),
    );
}

test.describe('given', () => {
  test.use({ site: 'books' });

  for (const [language, theme] of [
    ['en', 'dark'],
    ['pt', 'light'],
  ] as const) {
    test(`people, case and contact details are shown and whole at every size, in ${language}, ${theme}`, async ({
      page,
    }) => {
      for (const path of PATHS) {
        await openPage(page, path, language);
        const main = page.getByRole('main');
        for (const words of SHOWN[language][path] ?? []) await expect(main).toContainText(words);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await holdStill(page);
          expect.soft(await layoutFaults(page), `${path}, ${width} wide`).toEqual([]);
        }
        await showTheme(page, theme);
        expect.soft(await findings(page, 'all'), `${path}, ${theme}`).toEqual([]);
      }
    });
  }

  test('portraits and the picture of the case come when they are near, upright and without a shift', async ({
    page,
  }) => {
    const shift = await totalShift(page);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    for (const [path, name, shape, count] of [
      ['/about', 'portrait', 4 / 5, 2],
      ['/', 'case', 4 / 3, 1],
    ] as const) {
      const those = () => asked.filter((url) => url.includes(`/static/media/${name}-`));
      await page.setViewportSize({ width: 360, height: 640 });
      await openPage(page, path);
      await scrollThrough(page);
      const pictures = page.locator(`main img[src*="${name}-"]`);
      await expect(pictures).toHaveCount(count);
      for (const one of await pictures.all()) {
        await expect(one).toHaveAttribute('loading', 'lazy');
        await expect
          .poll(() => one.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
        const box = await one.boundingBox();
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(shape, 1);
      }
      expect(those()).toHaveLength(1);
      expect(those()[0]).toMatch(/\.avif$/);
    }
    expect(await shift()).toBeLessThanOrEqual(0.02);
  });

  test('each way to write, call, book and chat leads where it says', async ({ page }) => {
    await openPage(page, '/contact');
    expect(await waysOut(page)).toEqual([
      'mailto:ola.bom.dia@agencia-com-nome-comprido.example',
      'tel:+351210000000',
      'https://booking.example/agency noopener',
      'https://wa.me/351910000000 noopener',
    ]);
  });
});

test.describe('not given', () => {
  test.use({ site: 'live' });

  test('nothing of people, case and contact is there, and nothing empty in its place', async ({ page }) => {
    for (const path of PATHS) {
      await openPage(page, path);
      expect(await waysOut(page), path).toEqual([]);
      await expect(page.locator('main :is(picture, dl)')).toHaveCount(0);
      for (const words of ['Who answers', 'A family bakery', 'WhatsApp'])
        await expect(page.getByRole('main')).not.toContainText(words);
      const empty = page.locator('main :is(h2, h3, p, ul, ol, li, section):empty');
      await expect(empty).toHaveCount(0);
    }
  });
});
