import type { Browser, Page } from '@playwright/test';
import fc from 'fast-check';
import { CHUNKS, hydrated, noteHydration, openUnhydrated } from '../support/chunks.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, expected: FAILED_REQUEST });

// The inline script acts before React is there, React after it: for every action both must show and send the
// same. Runs the same random actions in two windows, one of which never loads React.

type Act = 'toggle' | 'pause' | 'theme' | 'type' | 'send' | 'send in vain';
type Window = { page: Page; answer: { status: number }; sent: unknown[] };

const TOGGLE = 'header [data-live=language]:visible';
const FIELD = 'input[autocomplete=email]';
const BUTTONS: Partial<Record<Act, string>> = {
  toggle: TOGGLE,
  pause: '[data-live=pause]',
  theme: 'footer [data-live=theme]',
};

/** A separate window with a mocked server. */
async function openWindow(browser: Browser, address: string, isEarly: boolean): Promise<Window> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const answer = { status: 202 };
  const sent: unknown[] = [];
  await noteHydration(page);
  await page.route('**/api/form-token', (route) => route.fulfill({ json: { token: '' } }));
  await page.route('**/api/subscribe', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ status: answer.status, json: {} });
  });
  if (isEarly) await page.route(CHUNKS, () => {});
  await openUnhydrated(page, address);
  if (!isEarly) await hydrated(page);
  return { page, answer, sent };
}

async function act({ page, answer, sent }: Window, what: Act): Promise<void> {
  const button = BUTTONS[what];
  if (button !== undefined) return page.locator(button).click();
  const field = page.locator(FIELD);
  if ((await field.count()) === 0) return;
  const address = `ana${sent.length}@exemplo.com`;
  await field.fill(address);
  if (what === 'type') return;
  answer.status = what === 'send' ? 202 : 503;
  const before = sent.length;
  await field.press('Enter');
  await expect.poll(() => sent.length).toBe(before + 1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Everything a visitor sees, hears or leaves behind. */
function stateOf({ page, sent }: Window): Promise<unknown> {
  return page.evaluate((posts) => {
    const root = document.getElementById('root')?.cloneNode(true) as HTMLElement;
    // Only React suggests a corrected domain, and moves the focus by itself.
    for (const place of root.querySelectorAll('form + [aria-live]')) place.remove();
    for (const field of root.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus');
    // The bar's button is a switch only once it no longer submits.
    for (const button of root.querySelectorAll('header [data-live=language]'))
      for (const name of ['type', 'role', 'aria-checked', 'aria-label', 'lang']) button.removeAttribute(name);
    // Animations come with later scripts.
    root.querySelector('[data-sky]')?.replaceChildren();
    const isStill = (name: string) => name !== 'data-change';
    const { activeElement, cookie, documentElement, title } = document;
    return {
      markup: root.innerHTML.replaceAll('><', '>\n<').split('\n'),
      html: documentElement
        .getAttributeNames()
        .filter(isStill)
        .map((name) => [name, documentElement.getAttribute(name)]),
      head: [title, document.querySelector('meta[name=description]')?.getAttribute('content')],
      typed: [...document.querySelectorAll('input')].map((input) => input.value),
      focus: [activeElement?.tagName, activeElement?.className],
      kept: { ...localStorage },
      cookie,
      address: location.href,
      posts,
    };
  }, sent);
}

const WALKS: [site: 'plain' | 'live', address: string, acts: Act[]][] = [
  [
    'plain',
    '/soon?utm_source=ig&lang=en',
    ['toggle', 'pause', 'type', 'send', 'send in vain', 'send in vain'],
  ],
  ['live', '/about', ['toggle', 'theme']],
];

for (const [site, address, acts] of WALKS) {
  test.describe(`on the site ${site}`, () => {
    test.use({ site });

    test(`the same hands make the same page of ${address} before React has come and after`, async ({
      browser,
      baseURL,
    }) => {
      const walks = fc.sample(fc.array(fc.constantFrom(...acts), { minLength: 6, maxLength: 8 }), {
        seed: 1,
        numRuns: 2,
      });
      for (const walk of walks) {
        const [early, late] = await Promise.all(
          [true, false].map((isEarly) => openWindow(browser, `${baseURL}${address}`, isEarly)),
        );
        if (!early || !late) throw new Error('two windows were expected');
        for (const [step, what] of walk.entries()) {
          await Promise.all([act(early, what), act(late, what)]);
          const done = walk.slice(0, step + 1).join(', ');
          // Focus may move an instant later.
          await expect(async () => expect(await stateOf(early), done).toEqual(await stateOf(late))).toPass();
        }
        await Promise.all([early, late].map(({ page }) => page.context().close()));
      }
    });
  });
}
