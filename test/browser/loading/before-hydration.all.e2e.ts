import type { BrowserContext, Page } from '@playwright/test';
import { page as pt } from '#site/text/pt/page.ts';
import { CHUNKS, holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import { totalShift } from '../support/shifts.ts';
import { FAILED_REQUEST, WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use(MOVING);

const field = (page: Page) => page.getByLabel(WORDS.en.prompt);

/** Records the URL and method of every request. */
function noteRequests(context: BrowserContext): { url: string; method: string; page: boolean }[] {
  const requests: { url: string; method: string; page: boolean }[] = [];
  context.on('request', (request) => {
    requests.push({ url: request.url(), method: request.method(), page: request.isNavigationRequest() });
  });
  return requests;
}

/** Records what React removed from or added to the prerendered page; call it before React loads. */
async function watchRoot(page: Page): Promise<() => Promise<string[]>> {
  const replaced = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver((records) => {
      for (const { type, target, removedNodes } of records) {
        if (type === 'characterData') seen.push(target.nodeValue ?? '');
        seen.push(...[...removedNodes].map(({ nodeName }) => nodeName));
      }
    }).observe(document.getElementById('root') as HTMLElement, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return seen;
  });
  return () => replaced.jsonValue();
}

test('two presses on the toggle before the scripts came are two changes, each in the task of its press', async ({
  page,
}) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  const titles = await page.evaluate(() =>
    [1, 2].map(() => {
      document.querySelector<HTMLElement>('header button')?.click();
      return document.querySelector('h1')?.textContent;
    }),
  );
  expect(titles).toEqual([WORDS.pt.title, WORDS.en.title]);
  await expect(page).toHaveURL('/soon');
  release();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');
});

test('a press on Privacy before the scripts came opens the dialog when they come', async ({ page }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await page.getByRole('link', { name: WORDS.en.privacy }).click();
  release();
  await expect(page.getByRole('dialog', { name: WORDS.en.privacy })).toBeVisible();
  await expect(page).toHaveURL('/soon');
});

test('wishes before the scripts came are answered without them, and React goes on from there', async ({
  page,
  context,
  address,
}) => {
  const shift = await totalShift(page);
  const requests = noteRequests(context);
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByRole('button', { name: WORDS.pt.pause }).click();
  await page.getByLabel(WORDS.pt.prompt).fill(address);
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  await expect(page.getByRole('status').locator('p')).toBeFocused();
  await expect(page.getByRole('button', { name: WORDS.pt.resume })).toBeVisible();
  const replaced = await watchRoot(page);
  release();
  await hydrated(page);
  expect(await replaced()).toEqual([]);
  expect(await shift()).toBeLessThanOrEqual(0.02);
  await page.getByRole('button', { name: WORDS.pt.toggle }).click();
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  await expect(page.getByRole('button', { name: WORDS.en.resume })).toBeVisible();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(requests.filter((request) => request.page)).toHaveLength(1);
  expect(requests.map(({ url }) => url).join()).not.toContain(address.split('@')[0]);
  expect(await storedRows('plain', address)).toEqual([expect.objectContaining({ language: 'pt' })]);
});

test('React waits for the answer to an address that was under way when it came (catches: sent twice)', async ({
  page,
  context,
  address,
}) => {
  const requests = noteRequests(context);
  const { promise: answered, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route('**/api/subscribe', async (route) => {
    await answered;
    await route.fallback();
  });
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).fill(address);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: WORDS.en.button });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  const replaced = await watchRoot(page);
  release();
  await hydrated(page);
  expect(await replaced()).toEqual([]);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await field(page).press('Enter');
  letAnswer();
  await expect(page.getByRole('status').locator('p')).toBeFocused();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test.describe('an address that is not taken', () => {
  test.use({ expected: FAILED_REQUEST });

  test('before the scripts came is said so under the form, which can be sent again before and after', async ({
    page,
    address,
  }) => {
    let refusals = 0;
    await page.route('**/api/subscribe', (route) => route.fulfill({ status: 503, json: {} }), { times: 2 });
    page.on('response', (response) => (refusals += Number(response.status() === 503)));
    const release = await holdChunks(page);
    await openUnhydrated(page);
    await field(page).fill(address);
    for (const times of [1, 2]) {
      await page.keyboard.press('Enter');
      await expect.poll(() => refusals).toBe(times);
      await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
      await expect(field(page)).toBeFocused();
    }
    const replaced = await watchRoot(page);
    release();
    await hydrated(page);
    expect(await replaced()).toEqual([]);
    await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
    await field(page).press('Enter');
    await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
    expect(await storedRows('plain', address)).toHaveLength(1);
  });
});

test('text typed while React comes in is kept, letter by letter', async ({ page, address }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).focus();
  const [start, end] = [address.slice(0, 6), address.slice(6)];
  await page.keyboard.type(start);
  release();
  await page.keyboard.type(end);
  await hydrated(page);
  await expect(field(page)).toHaveValue(address);
  await expect(field(page)).toBeFocused();
});

test('text typed before the scripts came outlasts what is drawn after', async ({ page, address }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).fill(address);
  release();
  await hydrated(page);
  await expect(field(page)).toHaveValue(address);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByLabel(WORDS.pt.prompt)).toHaveValue(address);
});

test('a wrapped address pasted before the scripts came is reduced to the address once they are there', async ({
  page,
  address,
}) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).focus();
  await page.keyboard.insertText(`Ana <${address}>`);
  release();
  await expect(field(page)).toHaveValue(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

// Whether a press comes before or after hydration depends on the machine here; not in the tests above.
test('on a slow line and processor nothing a hasty visitor does is lost', async ({
  page,
  context,
  address,
}) => {
  const requests = noteRequests(context);
  const cdp = await context.newCDPSession(page);
  const bytes = 400_000 / 8;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/soon', { waitUntil: 'commit' });
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByRole('textbox').focus();
  await page.keyboard.insertText(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  expect(requests.map(({ url }) => url).join()).not.toContain(address.split('@')[0]);
  expect(requests.filter((request) => request.page)).toHaveLength(1);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('scripts that hang leave a link to the browser, unless that would throw text away', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.route(CHUNKS, () => {});
  await openUnhydrated(page);
  // Far enough ahead that a slow machine has not reached it.
  await page.clock.pauseAt(300_000);
  await field(page).fill('ana@');
  const link = page.getByRole('link', { name: WORDS.en.privacy });
  await link.click();
  await page.clock.runFor(8_100);
  await expect(page).toHaveURL('/soon');
  await expect(field(page)).toHaveValue('ana@');
  await field(page).fill('');
  await link.click();
  await page.clock.runFor(7_900);
  await expect(page).toHaveURL('/soon');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/soon?state=privacy&lang=en');
});

test.describe('with a control that only React answers', () => {
  test.use({ site: 'tags' });

  test('scripts that hang take it away until they come, and nothing else (catches: a press that does nothing)', async ({
    page,
  }) => {
    await page.clock.install({ time: 0 });
    const release = await holdChunks(page);
    await openUnhydrated(page);
    await page.clock.pauseAt(300_000);
    await field(page).fill('ana@');
    const cookies = page.getByRole('button', { name: 'Cookies' });
    await cookies.click();
    await page.clock.runFor(8_100);
    await expect(cookies).toBeHidden();
    await page.getByRole('button', { name: WORDS.en.pause }).click();
    await expect(page.getByRole('button', { name: WORDS.en.resume })).toBeVisible();
    await page.clock.resume();
    release();
    await hydrated(page);
    await expect(cookies).toBeVisible();
    await expect(page.getByRole('button', { name: WORDS.en.resume })).toBeVisible();
    await expect(field(page)).toHaveValue('ana@');
  });
});

test.describe('behind the Coming Soon page', () => {
  test.use({ site: 'live' });

  test('theme and language are answered before the scripts came, and React goes on from there', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const shift = await totalShift(page);
    const release = await holdChunks(page);
    await openUnhydrated(page, '/contact');
    const html = page.locator('html');
    await page.getByRole('textbox').first().fill('Ana');
    await page.getByRole('banner').getByRole('button', { name: pt.soon.toggleLanguage }).click();
    await expect(page).toHaveTitle(/Contacto/);
    await page.getByRole('contentinfo').getByRole('button', { name: 'claro' }).click();
    await expect(html).toHaveAttribute('data-theme', 'light');
    const replaced = await watchRoot(page);
    // Words of another language have another size.
    const toggled = await shift();
    release();
    await hydrated(page);
    expect(await replaced()).toEqual([]);
    expect((await shift()) - toggled).toBeLessThanOrEqual(0.02);
    await expect(page.getByRole('switch', { name: 'English' })).not.toBeChecked();
    await expect(html).toHaveAttribute('lang', 'pt');
    await expect(page.getByRole('textbox').first()).toHaveValue('Ana');
    expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
      language: 'pt',
      darkMode: 'false',
    });
  });

  test('scripts that hang leave a submit to the browser after eight seconds', async ({
    page,
    context,
    address,
  }) => {
    const requests = noteRequests(context);
    await page.clock.install({ time: 0 });
    await page.route(CHUNKS, () => {});
    await openUnhydrated(page, '/products');
    await page.clock.pauseAt(300_000);
    await page.locator('input[autocomplete=email]').first().fill(address);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.clock.runFor(7_900);
    await expect(page).toHaveURL('/products');
    await page.clock.runFor(200);
    await expect(page).toHaveURL('/products?state=subscribed&lang=en');
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(requests.map(({ url }) => url).join()).not.toContain(address.split('@')[0]);
    expect(await storedRows('live', address)).toHaveLength(1);
  });
});
