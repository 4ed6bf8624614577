import type { Page } from '@playwright/test';
import { LANGUAGES, toggled, type Language } from '#contract/language.ts';
import { inkOf, worstContrasts, type Contrast, type Ink } from '../support/contrast.ts';
import { layoutFaults, wordFaults } from '../support/layout.ts';
import { openReader } from '../support/reader.ts';
import { shapesOf } from '../support/scene.ts';
import { SCREENS } from '../support/screens.ts';
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
} from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

/** Large text and drawings; everything else needs 4.5 (WCAG 2.2, 1.4.3 and 1.4.11). */
const LARGE = ['title', 'Instagram', 'LinkedIn', 'pause'];

test.use({ expected: FAILED_REQUEST });

for (const size of SCREENS) {
  test(`nothing is off on a screen of ${size.width} by ${size.height}`, async ({ page, address }) => {
    await page.setViewportSize(size);
    await openSoon(page);
    await expectGood(page, 'idle', everyInk);
    await subscribeInVain(page, await languageOf(page));
    await expectGood(page, 'failed', async (at, language) => [
      await inkOf('error', at.getByText(WORDS[language].error)),
      await inkOf('value', at.getByLabel(WORDS[language].prompt)),
      await inkOf('note', at.locator('#privacy-note')),
    ]);
    await subscribe(page, await languageOf(page), address);
    await expect(page.getByRole('status')).not.toBeEmpty();
    await expectGood(page, 'done', async (at, language) => [
      await inkOf('success', at.getByText(WORDS[language].success)),
      await inkOf('inbox', at.getByText(WORDS[language].inbox)),
    ]);
  });
}

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`text stands out where the picture is missing, on ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.route('**/static/media/bg-*', (route) => route.abort());
    await openSoon(page);
    await holdStill(page);
    const reader = await openReader(page);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      const seen = await worstContrasts(page, reader, await everyInk(page, 'en'));
      expect(seen.filter(isPoor), theme).toEqual([]);
    }
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

type Inks = (page: Page, language: Language) => Promise<Ink[]>;

/** Looks at one state in every language and theme. Ends in the other language than it began. */
async function expectGood(page: Page, state: string, inks: Inks): Promise<void> {
  const reader = await openReader(page);
  const first = await languageOf(page);
  for (const language of [first, toggled(first)]) {
    if (language !== first) await page.getByRole('button', { name: WORDS[first].toggle }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS[language].title);
    await holdStill(page, 0);
    const faults = [...(await layoutFaults(page)), ...(await wordFaults(page)), ...(await misfit(page))];
    expect.soft(faults, `${state}, ${language}`).toEqual([]);
    for (const theme of THEMES) {
      await showPicture(page, theme);
      await holdStill(page, 0);
      const shapes = await shapesOf(page.locator('[aria-hidden]').first());
      const seen = await worstContrasts(page, reader, await inks(page, language), shapes);
      if (state === 'idle') {
        await holdStill(page, 1);
        const title = await inkOf('title', page.getByRole('heading', { level: 1 }));
        seen.push(...(await worstContrasts(page, reader, [title], shapes)));
      }
      expect.soft(seen.filter(isPoor), `${state}, ${language}, ${theme}`).toEqual([]);
    }
  }
  await reader.close();
}

/** It is hard to read, or stands on the bob or its wire. */
function isPoor({ name, worst, covers }: Contrast): boolean {
  return worst < (LARGE.includes(name) ? 3 : 4.5) || covers.length > 0;
}

async function languageOf(page: Page): Promise<Language> {
  const lang = await page.locator('html').getAttribute('lang');
  return LANGUAGES.find((language) => lang?.startsWith(language)) ?? 'en';
}

/** On a desk the poster is seen as a whole. */
async function misfit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hidden = document.documentElement.scrollHeight - innerHeight;
    return innerWidth >= 1024 && innerHeight >= 640 && hidden > 0 ? [`${hidden} px below the window`] : [];
  });
}

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
