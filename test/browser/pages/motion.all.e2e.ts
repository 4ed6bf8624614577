import type { Locator, Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { CONTACT_WORDS } from '../support/contact.ts';
import { heading, openPage, PAGES, SIZES } from '../support/pages.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, site: 'live' });

/** The names of the services, and the sections of their page. */
const SERVICES = [
  ['Consulting', 'consulting'],
  ['Branding', 'branding'],
  ['Marketing', 'marketing'],
  ['Social media', 'networks'],
] as const;

const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h3 a') });

/** The distance of a text from the page's bar. */
function belowBar(page: Page, words: string): Promise<number> {
  return page.getByRole('heading', { name: words }).evaluate((element) => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return element.getBoundingClientRect().top - bar;
  });
}

test('each service of home leads to its part of the services page, by keyboard, as a link and with Back and Forward', async ({
  page,
}) => {
  for (const [name, part] of SERVICES) {
    await openPage(page, '/');
    await page.getByRole('main').getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/services#${part}`);
    const target = page.getByRole('heading', { name });
    await expect(target).toBeFocused();
    expect(await belowBar(page, name)).toBeGreaterThan(0);
    await expect(target).toBeInViewport();
  }
  await page.goBack();
  await expect(heading(page)).toHaveText(PAGES.home.heading.en);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Social media' })).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/services?lang=pt#marketing');
  await expect(page.getByRole('heading', { name: 'Marketing' })).toBeInViewport();
  expect(await belowBar(page, 'Marketing')).toBeGreaterThan(0);
});

test('a press anywhere on a row follows its link', async ({ page }) => {
  await openPage(page, '/');
  await toMiddle(page, 1);
  const box = await rows(page).nth(1).boundingBox();
  if (box === null) throw new Error('no row');
  await page.mouse.click(box.x + box.width - 40, box.y + 10);
  await expect(page).toHaveURL('/services#branding');
});

/** Scrolls a row to the middle of the window. */
async function toMiddle(page: Page, row: number): Promise<void> {
  await rows(page)
    .nth(row)
    .evaluate((item) => {
      const { top, height } = item.getBoundingClientRect();
      scrollBy(0, top + height / 2 - innerHeight / 2);
    });
}

/** How far the bob is from the ring of a row. */
function offRing(page: Page, row: number): Promise<number> {
  return rows(page)
    .nth(row)
    .evaluate((item) => {
      const bob = item.closest('[data-n]')?.querySelector('[data-bob]')?.getBoundingClientRect();
      if (!bob) return Infinity;
      const { left, top, height } = item.getBoundingClientRect();
      const ring = getComputedStyle(item, '::before');
      const half = parseFloat(ring.width) / 2;
      const x = left + parseFloat(ring.left) + half - (bob.left + bob.width / 2);
      return Math.round(Math.hypot(x, top + height / 2 - (bob.top + bob.height / 2)));
    });
}

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`one bob goes from service to service as the page is scrolled, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, '/');
    for (const row of SERVICES.keys()) {
      await toMiddle(page, row);
      await expect.poll(() => offRing(page, row)).toBeLessThan(3);
    }
  });
}

/** How far the title's bob is from the end of its words, and from the window's left edge, in pixels. */
function bobOfTitle(page: Page): Promise<{ away: number; right: number }> {
  return heading(page).evaluate((title) => {
    const words = document.createRange();
    words.setStart(title, 0);
    words.setEnd(title, 1);
    const end = [...words.getClientRects()].at(-1)?.right ?? 0;
    const { left, width, right } =
      title.querySelector('[data-bob]')?.getBoundingClientRect() ?? new DOMRect();
    return { away: Math.round(Math.abs(left + width / 2 - end)), right };
  });
}

for (const { width, height } of [...SIZES, { width: 1280, height: 720 }])
  test(`the bob of Home hangs below the end of its title until the page is scrolled, and is out before its lines reach the bar, ${width} wide (catches: at one place whatever the title says; a swing that has begun at the top)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const language of LANGUAGES) {
      await openPage(page, '/', language);
      await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
      await expect.poll(async () => (await bobOfTitle(page)).away, language).toBeLessThan(3);
      await heading(page).evaluate((title) => {
        const top = title.querySelector('[data-arc]')?.getBoundingClientRect().top ?? 0;
        scrollBy(0, top - 48);
      });
      await expect.poll(async () => (await bobOfTitle(page)).right, language).toBeLessThan(0);
    }
  });

/** Counts the view transitions of a page. Call it before the page is opened. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    Object.assign(window, { transitions: 0 });
    document.startViewTransition = (...given) => {
      Object.assign(window, { transitions: Number(Reflect.get(window, 'transitions')) + 1 });
      return start(...given);
    };
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'transitions')));
}

const toServices = (page: Page) => page.getByRole('link', { name: 'Services', exact: true }).first().click();

test('a change of pages carries the bob, and of language fades; a press meanwhile is not lost', async ({
  page,
}) => {
  const count = await countTransitions(page);
  await openPage(page, '/');
  await toServices(page);
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  await expect(heading(page)).toBeFocused();
  expect(await count()).toBe(1);
  const control = page.getByRole('switch');
  const box = await control.boundingBox();
  if (box === null) throw new Error('no switch');
  // The second press interrupts a transition, at any point.
  await control.click();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(control).toHaveAttribute('aria-checked', 'true');
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(heading(page)).toHaveText(PAGES.services.heading.pt);
});

/** Pauses each page transition halfway. */
async function holdTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...given) => {
      const transition = start(...given);
      void transition.ready.then(() => {
        for (const one of document.getAnimations())
          if ((one.effect as KeyframeEffect).pseudoElement?.startsWith('::view')) one.pause();
        document.documentElement.dataset['held'] = '';
      });
      void transition.finished.then(() => delete document.documentElement.dataset['held']);
      return transition;
    };
  });
}

const isHeld = (page: Page) => page.waitForFunction(() => 'held' in document.documentElement.dataset);

async function letGo(page: Page): Promise<void> {
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await page.waitForFunction(() => !('held' in document.documentElement.dataset));
}

async function moveTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to press');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

const barLink = (page: Page, name: 'about' | 'contact') =>
  page.getByRole('banner').getByRole('link', { name: PAGES[name].link.en });

test('a page change moves nothing but on the compositor, and its bob begins where it was (catches: layout and paint in every frame)', async ({
  page,
}) => {
  await holdTransitions(page);
  await openPage(page, '/');
  const bob = page.getByRole('main').locator('[data-bob]').first();
  // Animations start after the bob has swung in.
  await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
  const before = await bob.evaluate((one: HTMLElement) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2, one.offsetWidth];
  });
  await toServices(page);
  await isHeld(page);
  const { changed, begins } = await page.evaluate(() => {
    const changes = (effect: KeyframeEffect) => {
      const [from, to] = effect.getKeyframes();
      return Object.keys(from ?? {}).filter(
        (one) => !/offset|composite|easing/i.test(one) && from?.[one] !== to?.[one],
      );
    };
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    for (const one of timed) one.currentTime = 0;
    const carried = getComputedStyle(document.documentElement, '::view-transition-group(bob)');
    const { a, b, e, f } = new DOMMatrix(carried.transform);
    const [width, height] = [parseFloat(carried.width), parseFloat(carried.height)];
    return {
      changed: timed.flatMap(({ effect }) => changes(effect as KeyframeEffect)),
      begins: [e + width / 2, f + height / 2, Math.hypot(a, b) * width],
    };
  });
  expect(changed.filter((one) => !/^(?:opacity|transform|translate)$/.test(one))).toEqual([]);
  expect(changed).toContain('transform');
  for (const [at, value] of before.entries()) expect(Math.abs((begins[at] ?? NaN) - value)).toBeLessThan(2);
});

test('a bob that is on one of two pages alone fades, one that is on both does not (catches: two bobs for a moment)', async ({
  page,
}) => {
  await holdTransitions(page);
  await openPage(page, '/');
  const fades = async (name: 'services' | 'contact' | 'home') => {
    await page.getByRole('banner').getByRole('link', { name: PAGES[name].link.en }).first().click();
    await isHeld(page);
    const seen = await page.evaluate(() => {
      const of = ({ effect }: Animation) => (effect as KeyframeEffect).pseudoElement ?? '';
      return document
        .getAnimations()
        .map(of)
        .filter((one) => /(?:old|new)\(bob\)/.test(one));
    });
    await letGo(page);
    return seen;
  };
  expect(await fades('services')).toEqual([]);
  expect(await fades('contact')).toEqual(['::view-transition-old(bob)']);
  expect(await fades('services')).toEqual(['::view-transition-new(bob)']);
});

test('a press that begins on the picture of a page change and ends on the page is not lost (catches: it is)', async ({
  page,
}) => {
  await holdTransitions(page);
  await openPage(page, '/');
  await barLink(page, 'about').click();
  await isHeld(page);
  await moveTo(page, barLink(page, 'contact'));
  await page.mouse.down();
  await letGo(page);
  await page.mouse.up();
  await isHeld(page);
  await expect(heading(page)).toHaveText(PAGES.contact.heading.en);
  // A field reached this way is ready for typing.
  const field = page.getByLabel(CONTACT_WORDS.en.name);
  await moveTo(page, field);
  await page.mouse.down();
  await letGo(page);
  await page.mouse.up();
  await expect(field).toBeFocused();
});

test('a press on the picture of a page change that is moved away before its end presses nothing', async ({
  page,
}) => {
  await holdTransitions(page);
  await openPage(page, '/');
  await barLink(page, 'about').click();
  await isHeld(page);
  await moveTo(page, barLink(page, 'contact'));
  await page.mouse.down();
  await moveTo(page, page.getByRole('switch'));
  await page.mouse.up();
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
});

test('pages and languages change as well where a browser has no view transitions', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
  await openPage(page, '/');
  await toServices(page);
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  await page.getByRole('switch').click();
  await expect(heading(page)).toHaveText(PAGES.services.heading.pt);
});

test.describe('on the pages behind mailed links', () => {
  test.use({ javaScriptEnabled: false });

  test('the bob arrives and comes to rest, without a script', async ({ page }) => {
    await page.goto('/soon?state=confirmed&lang=en');
    const bob = page.getByRole('main').locator('i b');
    await expect(bob).not.toHaveCSS('animation-name', 'none');
    await bob.evaluate((one) => one.getAnimations().forEach((swing) => swing.finish()));
    await expect(bob).toHaveCSS('transform', /none|^matrix\(1, 0, 0, 1, 0, 0\)$/);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('pages and languages change at once', async ({ page }) => {
    const count = await countTransitions(page);
    await openPage(page, '/');
    await toServices(page);
    await expect(heading(page)).toHaveText(PAGES.services.heading.en);
    await page.getByRole('switch').click();
    await expect(heading(page)).toHaveText(PAGES.services.heading.pt);
    expect(await count()).toBe(0);
  });

  test('the bob rests at the first service', async ({ page }) => {
    await openPage(page, '/');
    await toMiddle(page, 1);
    expect(await offRing(page, 0)).toBeLessThan(3);
  });
});
