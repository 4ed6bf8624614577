import type { Locator } from '@playwright/test';
import { contrastsWithin } from '../support/contrast.ts';
import { ALL_PATHS, heading, openPage, scrollThrough } from '../support/pages.ts';
import { FAILED_REQUEST, holdStill } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, site: 'live', expected: FAILED_REQUEST });

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  for (const path of ALL_PATHS) {
    test(`every word and sign of ${path} stands out`, async ({ page }) => {
      await openPage(page, path);
      await holdStill(page);
      const seen = page.locator(
        'h1, main h2, header a, header [role=switch], header i b, main a, main button, main input, footer a, footer button',
      );
      const shown: Locator[] = [];
      for (const one of await seen.all()) if (await one.isVisible()) shown.push(one);
      expect(shown.length).toBeGreaterThan(15);
      const contrasts = await contrastsWithin(page, shown);
      for (const [place, one] of shown.entries()) {
        const name = await one.evaluate((element) => element.outerHTML.slice(0, 90));
        expect.soft(contrasts[place], name).toBeGreaterThanOrEqual(3);
      }
    });
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves on any page, not under a pointer and not when the language changes', async ({
    page,
  }) => {
    for (const path of ALL_PATHS) {
      await openPage(page, path);
      await page.getByRole('main').hover();
      await page.getByRole('switch').click();
      await scrollThrough(page);
      expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0);
    }
  });
});

test('on the page that is none the bob has left its arc, whether or not it was seen to leave', async ({
  page,
}) => {
  await page.goto('/no-such-page');
  const arc = page.locator('main > div > [data-swing] path');
  const bob = page.locator('main > div > [data-swing] b');
  const below = async () => {
    const [line, ball] = [await arc.boundingBox(), await bob.boundingBox()];
    return (ball?.y ?? NaN) - ((line?.y ?? NaN) + (line?.height ?? NaN));
  };
  await bob.evaluate((element) => element.getAnimations().forEach((one) => one.finish()));
  const left = await below();
  expect(left).toBeGreaterThan(20);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  expect(await bob.evaluate((element) => element.getAnimations().length)).toBe(0);
  expect(await below()).toBeCloseTo(left);
});

test('the measurement of movement sees the switch swing', async ({ page }) => {
  await openPage(page, '/');
  await page.evaluate(() =>
    addEventListener('transitionrun', () => {
      document.body.dataset['movements'] = String(document.getAnimations().length);
    }),
  );
  await page.getByRole('switch').click();
  await expect(page.locator('body')).toHaveAttribute('data-movements', /[1-9]/);
  await expect(heading(page)).toBeVisible();
});
