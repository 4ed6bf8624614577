import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use(MOVING);

/** The elements of the page in a screen reader's order. */
const ELEMENTS: Record<Language, string> = {
  en: `
    - banner:
      - button "EN Mudar para português"
      - paragraph:
        - img "embreve"
    - main:
      - heading "Coming soon" [level=1]
      - paragraph: ${WORDS.en.working}
      - paragraph: ${WORDS.en.subtle}
      - status
      - text: ${WORDS.en.prompt}
      - textbox "${WORDS.en.prompt}"
      - button "${WORDS.en.button}"
      - alert
      - paragraph:
        - text: ${WORDS.en.note}
        - link "Privacy"
    - contentinfo:
      - paragraph: ${WORDS.en.follow}
      - link "Instagram (opens in a new tab)"
      - link "LinkedIn (opens in a new tab)"
      - button "Pause animation"`,
  pt: `
    - banner:
      - button "PT Switch to English"
      - paragraph:
        - img "embreve"
    - main:
      - heading "Em breve" [level=1]
      - paragraph: ${WORDS.pt.working}
      - paragraph: ${WORDS.pt.subtle}
      - status
      - text: ${WORDS.pt.prompt}
      - textbox "${WORDS.pt.prompt}"
      - button "${WORDS.pt.button}"
      - alert
      - paragraph:
        - text: ${WORDS.pt.note}
        - link "Privacidade"
    - contentinfo:
      - paragraph: ${WORDS.pt.follow}
      - link "Instagram (abre num novo separador)"
      - link "LinkedIn (abre num novo separador)"
      - button "Pausar o movimento"`,
};

function titleAnimation(page: Page) {
  return page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const [swing] = title.getAnimations();
    return {
      state: swing?.playState ?? 'none',
      iterations: swing?.effect?.getComputedTiming().iterations ?? 0,
    };
  });
}

for (const language of LANGUAGES) {
  test(`the elements are in the order that a screen reader needs (${language})`, async ({ page }) => {
    await page.goto(`/soon?lang=${language}`);
    await expect(page.locator('body')).toMatchAriaSnapshot(ELEMENTS[language]);
  });

  test(`the swing is paused and resumed by a button that says so (${language})`, async ({ page }) => {
    const { pause, resume } = WORDS[language];
    await page.goto(`/soon?lang=${language}`);
    expect(await titleAnimation(page)).toEqual({ state: 'running', iterations: Infinity });
    await page.getByRole('button', { name: pause }).click();
    await expect(page.getByRole('button', { name: resume })).toBeFocused();
    expect(await titleAnimation(page)).toEqual({ state: 'paused', iterations: Infinity });
    await page.getByRole('button', { name: resume }).click();
    await expect(page.getByRole('button', { name: pause })).toBeVisible();
    expect(await titleAnimation(page)).toEqual({ state: 'running', iterations: Infinity });
  });
}

test('the background picture is before everything else and under it', async ({ page }) => {
  await page.goto('/soon');
  const first = await page
    .locator('#root > * > *')
    .first()
    .evaluate((element) => ({
      picture: getComputedStyle(element, '::before').backgroundImage,
      hidden: element.getAttribute('aria-hidden'),
      below: element.contains(document.elementFromPoint(innerWidth - 5, 5)),
    }));
  expect(first.picture).toContain('/static/media/bg-');
  expect(first.hidden).toBe('true');
  const button = page.getByRole('button', { name: 'Subscribe' });
  await button.click({ trial: true });
});

test('the pause outlasts a change of language and speaks the new one', async ({ page }) => {
  await page.goto('/soon');
  await page.getByRole('button', { name: WORDS.en.pause }).click();
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('button', { name: WORDS.pt.resume })).toBeVisible();
  expect((await titleAnimation(page)).state).toBe('paused');
});

test('with reduced motion the title stands still and needs no button', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/soon');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('animation-name', 'none');
  await expect(page.getByRole('button', { name: WORDS.en.pause })).toBeHidden();
  await expect(page.getByRole('contentinfo').getByRole('button')).toHaveCount(0);
});

test('both profiles open in a new tab that cannot reach back', async ({ page }) => {
  await page.goto('/soon');
  const profiles = {
    Instagram: 'https://www.instagram.com/embreve',
    LinkedIn: 'https://www.linkedin.com/company/embreve',
  };
  for (const [name, href] of Object.entries(profiles)) {
    const link = page.getByRole('link', { name: `${name} (opens in a new tab)` });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
  }
  const addresses = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses.filter((href) => !href.startsWith(new URL(page.url()).origin))).toEqual(
    Object.values(profiles),
  );
});

test('the whole page is used by keyboard alone, in at most eight stops', async ({ page, address }) => {
  await page.goto('/soon');
  const stops: string[] = [];
  for (let stop = 0; stop < 9; stop++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(
      () => document.activeElement?.id || document.activeElement?.tagName || '',
    );
    if (name === 'BODY') break;
    stops.push(name);
  }
  expect(stops).toEqual(['BUTTON', 'email', 'BUTTON', 'A', 'A', 'A', 'BUTTON']);
  await page.getByRole('textbox').focus();
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
});
