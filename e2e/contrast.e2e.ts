import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { inkOf, worstContrasts, type Ink } from './support/contrast.ts';
import { openReader } from './support/reader.ts';
import {
  FAILED_REQUEST,
  holdStill,
  openSoon,
  showPicture,
  showTheme,
  subscribe,
  subscribeInVain,
  THEMES,
  WORDS,
} from './support/soon.ts';
import { expect, test } from './support/test.ts';

const SIZES = [
  [360, 640],
  [360, 800],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const;
const PICTURES = '**/static/media/bg-*';
/** Large text and drawings; everything else needs 4.5 (WCAG 2.2, 1.4.3 and 1.4.11). */
const LARGE = ['title', 'Instagram', 'LinkedIn', 'pause'];

test.use({ expected: FAILED_REQUEST });

for (const [width, height] of SIZES) {
  test.describe(`at ${width} by ${height}`, () => {
    test.use({ viewport: { width, height } });
    test.slow();

    for (const language of LANGUAGES) {
      test(`text stands out from the worst pixel behind it, in ${language}`, async ({ page }) => {
        const words = WORDS[language];
        await openSoon(page, { language });
        for (const theme of THEMES) {
          await showPicture(page, theme);
          await holdStill(page, 0);
          await expectContrast(page, await everyInk(page, language), theme);
          await holdStill(page, 1);
          await expectContrast(page, [await inkOf('title', page.getByRole('heading', { level: 1 }))], theme);
        }
        await subscribeInVain(page, language);
        for (const theme of THEMES) {
          await showPicture(page, theme);
          const error = await inkOf('error', page.getByText(words.error));
          await expectContrast(page, [error, await inkOf('value', page.getByLabel(words.prompt))], theme);
        }
        await subscribe(page, language);
        await expect(page.getByText(words.success)).toBeVisible();
        await holdStill(page);
        for (const theme of THEMES) {
          await showPicture(page, theme);
          await expectContrast(page, [await inkOf('success', page.getByText(words.success))], theme);
        }
      });
    }

    test('text stands out where the picture is missing', async ({ page }) => {
      await page.route(PICTURES, (route) => route.abort());
      await openSoon(page);
      await holdStill(page);
      for (const theme of THEMES) {
        await showTheme(page, theme);
        await expectContrast(page, await everyInk(page, 'en'), `${theme}, no picture`);
      }
    });
  });
}

test('the measurement sees one bright spot behind one letter', async ({ page }) => {
  await openSoon(page);
  await holdStill(page);
  const ink = await inkOf('subtle', page.getByText(WORDS.en.subtle));
  const [{ x, y } = { x: 0, y: 0 }] = ink.boxes;
  await page.evaluate(
    ([left, top]) => {
      const spot = document.createElement('div');
      const place = {
        position: 'absolute',
        left: `${left}px`,
        top: `${top + 12}px`,
        width: '9px',
        height: '3px',
      };
      Object.assign(spot.style, place, { background: '#aeb1aa' });
      document.querySelector('main')?.before(spot);
    },
    [x, y] as const,
  );
  const [contrast] = await worstContrasts(page, await openReader(page), [ink]);
  expect(contrast?.worst).toBeLessThan(1.3);
});

async function everyInk(page: Page, language: Language): Promise<Ink[]> {
  const words = WORDS[language];
  return Promise.all([
    inkOf('title', page.getByRole('heading', { level: 1 })),
    inkOf('working message', page.getByText(words.working)),
    inkOf('subtle message', page.getByText(words.subtle)),
    inkOf('follow', page.getByText(words.follow)),
    inkOf('Instagram', page.getByRole('link', { name: 'Instagram' })),
    inkOf('LinkedIn', page.getByRole('link', { name: 'LinkedIn' })),
    inkOf('pause', page.getByRole('button', { name: words.pause })),
    inkOf('toggle', page.getByRole('button', { name: words.toggle })),
    inkOf('logo', page.getByText('embreve', { exact: true }).first()),
    inkOf('prompt', page.getByText(words.prompt)),
    inkOf('placeholder', page.getByLabel(words.prompt), '::placeholder'),
    inkOf('button', page.getByRole('button', { name: words.button })),
    inkOf('note', page.locator('#privacy-note')),
  ]);
}

async function expectContrast(page: Page, inks: Ink[], state: string): Promise<void> {
  const reader = await openReader(page);
  const contrasts = await worstContrasts(page, reader, inks);
  await reader.close();
  test.info().annotations.push({ type: `contrast, ${state}`, description: JSON.stringify(contrasts) });
  const poor = contrasts.filter(({ name, worst }) => worst < (LARGE.includes(name) ? 3 : 4.5));
  expect(poor, state).toEqual([]);
}
