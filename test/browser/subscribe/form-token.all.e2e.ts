import type { Page, Route } from '@playwright/test';
import { holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import { FAILED_REQUEST, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, expected: FAILED_REQUEST });

const API = '**/api/subscribe';
const TOKENS = '**/api/form-token';
/** The age from which the server accepts a token. */
const RIPE_MS = 2_000;
const field = (page: Page) => page.getByLabel(WORDS.en.prompt);
const button = (page: Page) => page.getByRole('button', { name: WORDS.en.button });

type Sent = { token?: string; topic: string; at: number };

/** Mocks the server: tokens `1`, `2` … and one answer to every post. Both lists grow. */
async function standIn(page: Page, { status = 202 } = {}): Promise<{ issued: number[]; sent: Sent[] }> {
  const issued: number[] = [];
  const sent: Sent[] = [];
  await page.route(TOKENS, async (route) => {
    issued.push(Date.now());
    await route.fulfill({ json: { token: String(issued.length) } });
  });
  await page.route(API, async (route) => {
    sent.push({ ...(route.request().postDataJSON() as Omit<Sent, 'at'>), at: Date.now() });
    await route.fulfill({ status, json: {} });
  });
  return { issued, sent };
}

test('a token is asked for once, at the first sign that somebody fills in the form', async ({ page }) => {
  const { issued } = await standIn(page);
  await page.goto('/soon');
  await hydrated(page);
  await page.getByRole('button', { name: WORDS.en.pause }).click();
  expect(issued).toEqual([]);
  await field(page).focus();
  await expect.poll(() => issued.length).toBe(1);
  await field(page).pressSequentially('ana');
  await field(page).blur();
  await field(page).focus();
  expect(issued).toHaveLength(1);
});

test('somebody quick waits, and is not sent as a program would be', async ({ page, address }) => {
  const { issued, sent } = await standIn(page);
  await page.goto('/soon');
  await hydrated(page);
  await field(page).fill(address);
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-busy', 'true');
  expect(sent).toEqual([]);
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(sent).toEqual([expect.objectContaining({ token: '1', topic: '' })]);
  expect((sent[0]?.at ?? 0) - (issued[0] ?? 0)).toBeGreaterThanOrEqual(RIPE_MS);
});

test('an address filled in without any event waits for its token too', async ({ page, address }) => {
  const { issued, sent } = await standIn(page);
  await page.goto('/soon');
  await hydrated(page);
  await field(page).evaluate((input: HTMLInputElement, value) => (input.value = value), address);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[method=post]')?.requestSubmit());
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.token).toBe('1');
  expect((sent[0]?.at ?? 0) - (issued[0] ?? 0)).toBeGreaterThanOrEqual(RIPE_MS);
});

test('a token is asked for before the scripts came, and none when they come', async ({ page, address }) => {
  const { issued } = await standIn(page);
  const letGo = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).fill(address);
  await expect.poll(() => issued.length).toBe(1);
  letGo();
  await hydrated(page);
  await field(page).blur();
  await field(page).focus();
  expect(issued).toHaveLength(1);
});

test('three tries share a token, the fourth gets a new one', async ({ page, address }) => {
  const { sent } = await standIn(page, { status: 503 });
  await page.goto('/soon');
  await hydrated(page);
  await field(page).fill(address);
  for (let tries = 1; tries <= 4; tries++) {
    await button(page).click();
    await expect.poll(() => sent.length).toBe(tries);
    await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
  }
  expect(sent.map(({ token }) => token)).toEqual(['1', '1', '1', '2']);
});

test('a token of twenty hours is replaced', async ({ page }) => {
  await page.clock.install();
  const { issued } = await standIn(page);
  await page.goto('/soon');
  await hydrated(page);
  for (const [hours, asked] of [
    ['00', 1],
    ['19', 1],
    ['02', 2],
  ] as const) {
    await page.clock.fastForward(`${hours}:00:00`);
    await field(page).focus();
    await expect.poll(() => issued.length).toBe(asked);
    await field(page).blur();
  }
});

const NO_TOKEN: [name: string, answer: (route: Route) => unknown][] = [
  ['404', (route) => route.fulfill({ status: 404, json: { code: 'not-found' } })],
  ['503', (route) => route.fulfill({ status: 503, body: 'busy' })],
  ['garbage', (route) => route.fulfill({ status: 200, body: '{{{' })],
  ['no network', (route) => route.abort()],
  ['silence for five seconds', () => {}],
];
for (const [name, answer] of NO_TOKEN) {
  test(`without a token (${name}) the address is sent all the same`, async ({ page, address }) => {
    await page.route(TOKENS, (route) => answer(route));
    await page.goto('/soon');
    await hydrated(page);
    await field(page).fill(address);
    const [request] = await Promise.all([page.waitForRequest(API), button(page).click()]);
    await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
    expect(request.postDataJSON()).not.toHaveProperty('token');
  });
}

test('the field for programs is met by nobody else, and its text is sent', async ({ page, address }) => {
  const { sent } = await standIn(page);
  await page.goto('/soon');
  await hydrated(page);
  await expect(page.getByRole('textbox')).toHaveCount(1);
  const trap = page.locator('input[name=topic]');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  // Bots skip elements that are not displayed.
  await expect(trap).not.toHaveCSS('display', 'none');
  expect(
    await trap.evaluate((input) => getComputedStyle(input.closest('[aria-hidden]') ?? input).clipPath),
  ).toBe('inset(50%)');
  await field(page).focus();
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await trap.evaluate((input: HTMLInputElement) => (input.value = 'SEO offers'));
  await field(page).fill(address);
  await button(page).click();
  await expect.poll(() => sent.map(({ topic }) => topic)).toEqual(['SEO offers']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form carries the field for programs and no token', async ({ page, address }) => {
    await page.goto('/soon');
    await field(page).fill(address);
    const [request] = await Promise.all([page.waitForRequest(API), button(page).click()]);
    const fields = new URLSearchParams(request.postData() ?? '');
    expect([...fields.keys()]).toEqual(['email', 'language', 'consent', 'topic']);
    expect(fields.get('topic')).toBe('');
  });
});
