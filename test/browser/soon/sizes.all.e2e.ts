import type { Locator, Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { consent as consentEn } from '#site/text/en/consent.ts';
import { consent as consentPt } from '#site/text/pt/consent.ts';
import { contrastsInThemes, inkOf, worstContrasts, type Ink } from '../support/contrast.ts';
import { everyInk, isPoor } from '../support/soon-inks.ts';
import { layoutFaults, wordFaults } from '../support/layout.ts';
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
  type Theme,
  WORDS,
} from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

const LABEL = { en: consentEn.label, pt: consentPt.label };

test.use({ ...MOVING, expected: FAILED_REQUEST });

for (const [kind, screens = []] of Object.entries(Object.groupBy(SCREENS, kindOf))) {
  test(`nothing is off on ${kind}`, async ({ page, address }) => {
    // One page is loaded for all sizes: loading takes longer than checking.
    await openSoon(page);
    await expectGood(page, screens, 'idle', everyInk);
    await subscribeInVain(page, await languageOf(page));
    await expectGood(page, screens, 'failed', async (at, language) => [
      await inkOf('error', at.getByText(WORDS[language].error)),
      await inkOf('value', at.getByLabel(WORDS[language].prompt)),
      await inkOf('note', at.locator('#note')),
    ]);
    await subscribe(page, await languageOf(page), address);
    await expect(page.getByRole('status')).not.toBeEmpty();
    // With the swing a phone's words start to move, which holdStill ends.
    await expect(page.locator('[data-sky] img')).toHaveCount(6);
    await expectGood(page, screens, 'done', async (at, language) => [
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
    for (const theme of THEMES) {
      await showTheme(page, theme);
      const seen = await worstContrasts(page, await everyInk(page, 'en'));
      expect(seen.filter(isPoor), theme).toEqual([]);
    }
  });
}

test.describe('with the question about cookies', () => {
  test.use({ site: 'tags' });

  // What the question must leave visible in the first window. Otherwise the rest is reached by scrolling.
  const [TITLE, FIELD, BUTTON, NOTE] = ['h1', '#email', 'main [type=submit]', '#note'];
  for (const [width, height, free] of [
    [320, 568, [TITLE, FIELD]],
    [360, 640, [TITLE, FIELD, BUTTON]],
    [360, 740, [TITLE, FIELD, BUTTON, NOTE]],
    [360, 800, [TITLE, FIELD, BUTTON, NOTE]],
    [390, 844, [TITLE, FIELD, BUTTON, NOTE]],
    [740, 360, [TITLE, FIELD, BUTTON]],
    [768, 1024, [TITLE, FIELD, BUTTON, NOTE]],
    [1366, 657, [TITLE, FIELD, BUTTON, NOTE]],
    [1440, 900, [TITLE, FIELD, BUTTON, NOTE]],
  ] as const) {
    test(`it covers nothing that is needed first, ${width} by ${height} (catches: it covered the note, field or button)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await openSoon(page);
      for (const language of LANGUAGES) {
        if (language !== 'en') await page.getByRole('button', { name: WORDS.en.toggle }).click();
        const question = page.getByRole('region', { name: LABEL[language] });
        await expect(question).toBeVisible();
        expect.soft(await coveredBy(question, free), language).toEqual([]);
        expect.soft(await linesOf(question.locator('p')), language).toBeLessThanOrEqual(2);
        const tops = await question
          .getByRole('button')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
        expect.soft(new Set(tops).size, `${language}: both answers in one row`).toBe(1);
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        expect.soft(await coveredBy(question, [NOTE, 'footer']), `${language}, scrolled`).toEqual([]);
        await page.evaluate(() => scrollTo(0, 0));
      }
    });
  }
});

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
  const [contrast] = await worstContrasts(page, [ink]);
  expect(contrast?.worst).toBeLessThan(1.3);
});

type Size = (typeof SCREENS)[number];
type Inks = (page: Page, language: Language) => Promise<Ink[]>;

function kindOf({ width, height }: Size): string {
  if (height > width) return width < 500 ? 'phones' : 'tablets';
  return width < 1024 ? 'phones held sideways' : width < 1400 ? 'laptops' : 'desks';
}

/** Checks one state on every screen, in every language. */
async function expectGood(page: Page, screens: Size[], state: string, inks: Inks): Promise<void> {
  for (const size of screens) {
    await page.setViewportSize(size);
    await expectGoodHere(page, state, inks);
  }
}

/** Checks one screen. Ends in the other language, which saves one switch of it. */
async function expectGoodHere(page: Page, state: string, inks: Inks): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const { width, height } = size;
  const first = await languageOf(page);
  for (const language of [first, LANGUAGES.find((one) => one !== first) ?? first]) {
    if (language !== first) await page.getByRole('button', { name: WORDS[first].toggle }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS[language].title);
    await holdStill(page, 0);
    const faults = [...(await layoutFaults(page)), ...(await wordFaults(page)), ...(await misfit(page))];
    expect.soft(faults, `${width} by ${height}, ${state}, ${language}`).toEqual([]);
    const contrasts = contrastsInThemes(page);
    const [here, next] = themesOf(language, size);
    // Inks of the idle state are checked in each theme; those of later states on each screen in one.
    for (const theme of state === 'idle' ? [here, next] : [here]) {
      await showPicture(page, theme);
      await holdStill(page, 0);
      const shapes = await shapesOf(page.locator('[aria-hidden]').first());
      const seen = await contrasts(await inks(page, language), shapes);
      if (state === 'idle' && theme === here) {
        await holdStill(page, 1);
        const title = await inkOf('title', page.getByRole('heading', { level: 1 }));
        seen.push(...(await worstContrasts(page, [title], shapes)));
      }
      expect.soft(seen.filter(isPoor), `${width} by ${height}, ${state}, ${language}, ${theme}`).toEqual([]);
    }
  }
}

/** Each language gets one of the two themes on a screen, alternating from screen to screen. */
function themesOf(language: Language, size: Size): [Theme, Theme] {
  const at = SCREENS.findIndex(({ width, height }) => width === size.width && height === size.height);
  return (at + LANGUAGES.indexOf(language)) % 2 === 0 ? ['dark', 'light'] : ['light', 'dark'];
}

/** The parts that reach below the question's upper edge, or out of the window. */
async function coveredBy(question: Locator, parts: readonly string[]): Promise<string[]> {
  return question.evaluate((element, selectors) => {
    const edge = element.getBoundingClientRect().top;
    return selectors.filter(
      (part) => !((document.querySelector(part)?.getBoundingClientRect().bottom ?? NaN) <= edge),
    );
  }, parts);
}

async function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
}

async function languageOf(page: Page): Promise<Language> {
  const lang = await page.locator('html').getAttribute('lang');
  return LANGUAGES.find((language) => lang?.startsWith(language)) ?? 'en';
}

/** On a desktop the whole poster is visible. */
async function misfit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hidden = document.documentElement.scrollHeight - innerHeight;
    return innerWidth >= 1024 && innerHeight >= 640 && hidden > 0 ? [`${hidden} px below the window`] : [];
  });
}
