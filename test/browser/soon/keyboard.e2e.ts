import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { openSoon, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use(MOVING);

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`everything is reached by Tab in seven stops, in the order it is read, in ${language}${language === 'en' ? '' : ' @all'}`, async ({
    page,
  }) => {
    await openSoon(page, { language });
    const stops = [
      page.getByRole('button', { name: words.toggle }),
      page.getByLabel(words.prompt),
      page.getByRole('button', { name: words.button }),
      page.getByRole('link', { name: words.privacy }),
      page.getByRole('link', { name: 'Instagram' }),
      page.getByRole('link', { name: 'LinkedIn' }),
      page.getByRole('button', { name: words.pause }),
    ];
    for (const stop of stops) {
      await page.keyboard.press('Tab');
      await expect(stop).toBeFocused();
      expect(await ringOf(page)).toMatchObject({ visible: true });
    }
    for (const stop of stops.slice(0, -1).toReversed()) {
      await page.keyboard.press('Shift+Tab');
      await expect(stop).toBeFocused();
    }
  });

  test(`a visitor subscribes without touching the mouse, in ${language}${language === 'en' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    await openSoon(page, { language });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(address);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page.getByText(words.success)).toBeVisible();
    await expect(page.getByRole('status').locator('[tabindex="-1"]')).toBeFocused();
  });
}

test('the movement is stopped and started by keyboard', async ({ page }) => {
  await openSoon(page);
  await page.getByRole('button', { name: WORDS.en.pause }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: WORDS.en.resume })).toBeFocused();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCSS('animation-play-state', 'paused');
  await page.keyboard.press('Space');
  await expect(title).toHaveCSS('animation-play-state', 'running');
});

test('Escape closes the privacy notice and gives the focus back', async ({ page }) => {
  await openSoon(page);
  const link = page.getByRole('link', { name: WORDS.en.privacy });
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Privacy' });
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab');
    // The browser's own bar may take the focus, but nothing below the dialog.
    const inside = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('the privacy notice is closed by its button, and beside it @all', async ({ page }) => {
  await openSoon(page);
  const link = page.getByRole('link', { name: WORDS.en.privacy });
  const dialog = page.getByRole('dialog', { name: 'Privacy' });
  await link.click();
  await dialog.getByRole('button', { name: WORDS.en.close }).click();
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await link.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(dialog).toHaveCount(0);
});

for (const width of [320, 1280]) {
  test(`every target is large enough for a finger, ${width} wide${width === 320 ? '' : ' @all'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openSoon(page);
    const words = WORDS.en;
    for (const [role, name] of [
      ['button', words.toggle],
      ['button', words.button],
      ['button', words.pause],
      ['link', 'Instagram'],
      ['link', 'LinkedIn'],
    ] as const) {
      const box = await page.getByRole(role, { name }).boundingBox();
      expect.soft(Math.min(box?.width ?? 0, box?.height ?? 0), String(name)).toBeGreaterThanOrEqual(44);
    }
    const field = await page.getByLabel(words.prompt).boundingBox();
    expect.soft(field?.height).toBeGreaterThanOrEqual(44);
    const link = await page.getByRole('link', { name: words.privacy }).boundingBox();
    expect.soft(Math.min(link?.width ?? 0, link?.height ?? 0), 'privacy').toBeGreaterThanOrEqual(24);
    await page.getByRole('link', { name: words.privacy }).click();
    const close = await page.getByRole('button', { name: words.close }).boundingBox();
    expect.soft(Math.min(close?.width ?? 0, close?.height ?? 0), 'close').toBeGreaterThanOrEqual(44);
  });
}

/** The focus indicator: an outline of two pixels, or for the field a line in the accent colour. */
async function ringOf(page: Page): Promise<{ visible: boolean; look: string }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return { visible: false, look: 'nothing has the focus' };
    const probe = document.createElement('i');
    document.body.append(probe);
    probe.style.color = 'var(--accent)';
    const accent = getComputedStyle(probe).color;
    probe.remove();
    const { outlineStyle, outlineWidth, outlineColor, borderBottomColor, transitionProperty } =
      getComputedStyle(element);
    for (const animation of element.getAnimations()) animation.finish();
    const ring = outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 && outlineColor === accent;
    const line = getComputedStyle(element).borderBottomColor === accent;
    const look = [
      element.outerHTML.slice(0, 80),
      outlineStyle,
      outlineWidth,
      outlineColor,
      borderBottomColor,
      transitionProperty,
    ];
    return { visible: ring || line, look: look.join(' ') };
  });
}
