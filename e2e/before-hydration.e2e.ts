import type { BrowserContext, Page } from '@playwright/test';
import { CHUNKS, holdChunks, hydrated, openUnhydrated } from './support/chunks.ts';
import { WORDS } from './support/soon.ts';
import { storedRows } from './support/stored.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page) => page.getByLabel(WORDS.en.prompt);

/** Every address that is asked for, and how. */
function noteRequests(context: BrowserContext): { url: string; method: string; page: boolean }[] {
  const requests: { url: string; method: string; page: boolean }[] = [];
  context.on('request', (request) => {
    requests.push({ url: request.url(), method: request.method(), page: request.isNavigationRequest() });
  });
  return requests;
}

test('a press on the toggle before the scripts came is answered when they come', async ({ page }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page).toHaveURL('/soon');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
  await expect(page).toHaveURL('/soon');
});

test('two presses on the toggle are two changes', async ({ page }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  for (let press = 0; press < 2; press++) await page.getByRole('button', { name: WORDS.en.toggle }).click();
  release();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
});

test('a press on pause before the scripts came is answered when they come', async ({ page }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await page.getByRole('button', { name: WORDS.en.pause }).click();
  release();
  await expect(page.getByRole('button', { name: WORDS.en.resume })).toBeVisible();
});

test('a press on Privacy before the scripts came opens the dialog when they come', async ({ page }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await page.getByRole('link', { name: WORDS.en.privacy }).click();
  release();
  await expect(page.getByRole('dialog', { name: WORDS.en.privacy })).toBeVisible();
  await expect(page).toHaveURL('/soon');
});

test('several wishes before the scripts came are answered in their order', async ({ page, address }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByRole('button', { name: WORDS.en.pause }).click();
  await field(page).fill(address);
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  await expect(page.getByRole('button', { name: WORDS.pt.resume })).toBeVisible();
  expect(await storedRows('plain', address)).toEqual([expect.objectContaining({ language: 'pt' })]);
});

test('typed text and five Enters before the scripts came are one request', async ({
  page,
  context,
  address,
}) => {
  const requests = noteRequests(context);
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).focus();
  await page.keyboard.type(address);
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(address);
  release();
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(requests.filter((request) => request.page)).toHaveLength(1);
  expect(requests.map(({ url }) => url).join()).not.toContain(address.split('@')[0]);
  expect(await storedRows('plain', address)).toHaveLength(1);
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

test('a wrapped address pasted before the scripts came is sent as the address alone', async ({
  page,
  address,
}) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).focus();
  await page.keyboard.insertText(`Ana <${address}>`);
  release();
  await hydrated(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

// Whether a press comes before or after React depends on the machine here; above, it does not.
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
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success, { timeout: 30_000 });
  expect(requests.map(({ url }) => url).join()).not.toContain(address.split('@')[0]);
  expect(requests.filter((request) => request.page)).toHaveLength(1);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('scripts that hang leave a submit to the browser after eight seconds', async ({
  page,
  context,
  address,
}) => {
  const requests = noteRequests(context);
  await page.clock.install({ time: 0 });
  await page.route(CHUNKS, () => {});
  await openUnhydrated(page);
  // Far enough ahead that a slow machine has not got there.
  await page.clock.pauseAt(300_000);
  await field(page).fill(address);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.clock.runFor(7_900);
  await expect(page).toHaveURL('/soon');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/soon?state=subscribed&lang=en');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(requests.map(({ url }) => url).join()).not.toContain(address.split('@')[0]);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('scripts that hang leave the toggle to the browser, unless that would throw text away', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.route(CHUNKS, () => {});
  await openUnhydrated(page);
  // Far enough ahead that a slow machine has not got there.
  await page.clock.pauseAt(300_000);
  await field(page).fill('ana@');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.clock.runFor(8_100);
  await expect(page).toHaveURL('/soon');
  await expect(field(page)).toHaveValue('ana@');
  await field(page).fill('');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.clock.runFor(8_100);
  await expect(page).toHaveURL('/soon?lang=pt');
});

test('scripts that hang leave a still page without Pause, until they come (fault: a press that does nothing)', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await page.clock.pauseAt(300_000);
  await field(page).fill('ana@');
  const title = page.getByRole('heading', { level: 1 });
  const pause = page.getByRole('button', { name: WORDS.en.pause });
  await pause.click();
  await page.clock.runFor(8_100);
  await expect(pause).toBeHidden();
  await expect(title).toHaveCSS('animation-name', 'none');
  await page.clock.resume();
  release();
  await hydrated(page);
  await expect(page.getByRole('button', { name: WORDS.en.resume })).toBeVisible();
  await expect(field(page)).toHaveValue('ana@');
});
