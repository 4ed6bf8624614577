import type { Page, Request } from '@playwright/test';
import { hydrated } from '../support/chunks.ts';
import { WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';

const field = (page: Page) => page.getByLabel(WORDS.en.prompt);
const button = (page: Page) => page.getByRole('button', { name: WORDS.en.button });
const thanks = (page: Page) => page.getByRole('status');

function notePosts(page: Page): Request[] {
  const posts: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request);
  });
  return posts;
}

test('a visitor leaves an address, is thanked, and it is in the export', async ({ page, address }) => {
  await page.goto('/soon');
  await field(page).fill(address);
  await button(page).click();
  await expect(thanks(page)).toHaveText(WORDS.en.success);
  await expect(thanks(page).getByRole('paragraph')).toBeFocused();
  // The next step is announced with it.
  await expect(thanks(page).getByRole('paragraph')).toHaveAccessibleDescription(WORDS.en.inbox);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByText(WORDS.en.prompt)).toHaveCount(0);
  await expect(page.getByRole('alert')).toBeEmpty();
  expect(await storedRows('plain', address)).toEqual([
    expect.objectContaining({
      address,
      language: 'en',
      path: '/soon',
      consent_version: expect.stringMatching(/^[a-f0-9]{16}$/),
    }),
  ]);
});

test('a Portuguese visitor is stored as one, under the Portuguese consent text', async ({
  page,
  address,
}) => {
  await page.goto('/soon');
  const english = await page.locator('input[name=consent]').getAttribute('value');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByLabel(WORDS.pt.prompt).fill(address);
  await page.getByRole('button', { name: WORDS.pt.button }).click();
  await expect(thanks(page)).toHaveText(WORDS.pt.success);
  await expect(page.getByText(WORDS.pt.inbox)).toBeVisible();
  const [row] = await storedRows('plain', address);
  expect(row).toMatchObject({ language: 'pt' });
  expect(row?.['consent_version']).not.toBe(english);
});

test('the same address twice is thanked alike and stored once', async ({ page, address }) => {
  for (const typed of [address, address.toUpperCase()]) {
    await page.goto('/soon');
    await field(page).fill(typed);
    await button(page).click();
    await expect(thanks(page)).toHaveText(WORDS.en.success);
  }
  const rows = [
    ...(await storedRows('plain', address)),
    ...(await storedRows('plain', address.toUpperCase())),
  ];
  expect(rows).toHaveLength(1);
});

test('the request carries JSON and says that it wants JSON @all', async ({ page, address }) => {
  await page.goto('/soon?utm_source=ig&utm_medium=social&fbclid=secret');
  await field(page).fill(address);
  const [request] = await Promise.all([page.waitForRequest('**/api/subscribe'), button(page).click()]);
  await expect(thanks(page)).toHaveText(WORDS.en.success);
  expect(request.method()).toBe('POST');
  const headers = await request.allHeaders();
  expect(headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
  // The browser sets these on every request; any other header would be ours, and one too many.
  const others = Object.keys(headers).filter(
    (name) => !/^(:|sec-|accept-|content-|origin|referer|user-agent|host|connection|cookie)/.test(name),
  );
  expect(others).toEqual(['accept']);
  const { token: _, ...body } = request.postDataJSON() as Record<string, unknown>;
  expect(body).toEqual({
    email: address,
    language: 'en',
    consent: expect.any(String),
    topic: '',
    path: '/soon?utm_source=ig&utm_medium=social',
    referrer: '',
  });
  expect(await storedRows('plain', address)).toEqual([
    expect.objectContaining({ utm_source: 'ig', utm_medium: 'social', referrer: '' }),
  ]);
});

test('text that is not an address is refused by the browser or in our words, and nothing is sent', async ({
  page,
}) => {
  const posts = notePosts(page);
  for (const typed of ['', 'ana', 'ana@', '@exemplo.com', 'ana@exemplo..com', 'ana exemplo.com']) {
    await page.goto('/soon');
    await hydrated(page);
    await field(page).fill(typed);
    await button(page).click();
    await expect(field(page), typed).toBeFocused();
    const isValid = await field(page).evaluate((input: HTMLInputElement) => input.validity.valid);
    expect(isValid, typed).toBe(false);
    await page.keyboard.press('Enter');
    await expect(page.getByText(WORDS.en.error), typed).toBeHidden();
    await expect(field(page)).toHaveValue(typed);
    expect(posts, typed).toEqual([]);
  }
});

test('while it is sent the button says so, the text stays, and presses count once', async ({
  page,
  address,
}) => {
  const posts = notePosts(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/subscribe', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/soon');
  await hydrated(page);
  await field(page).fill(address);
  for (let press = 0; press < 5; press++) await button(page).click({ force: true });
  await expect(button(page)).toHaveAttribute('aria-busy', 'true');
  await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(button(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('readonly', '');
  await expect(field(page)).toHaveValue(address);
  await field(page).focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter');
  resolve();
  await expect(thanks(page)).toHaveText(WORDS.en.success);
  expect(posts).toHaveLength(1);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

for (const way of ['click', 'Enter']) {
  test(`five presses in one task are one request (${way})${way === 'click' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    const posts = notePosts(page);
    await page.goto('/soon');
    await hydrated(page);
    await field(page).fill(address);
    await page.evaluate((by) => {
      const form = document.querySelector<HTMLFormElement>('form[method=post]');
      const press = form?.querySelector('button');
      for (let time = 0; time < 5; time++) {
        if (by === 'click') press?.click();
        else form?.requestSubmit();
      }
    }, way);
    await expect(thanks(page)).toHaveText(WORDS.en.success);
    expect(posts).toHaveLength(1);
  });
}

test('an address filled in without any event is sent', async ({ page, address }) => {
  await page.goto('/soon');
  await hydrated(page);
  await field(page).evaluate((input: HTMLInputElement, value) => (input.value = value), address);
  await button(page).click();
  await expect(thanks(page)).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

const WRAPPERS: [name: string, wrap: (address: string) => string][] = [
  ['a name and angle brackets', (address) => `Ana Silva <${address}>`],
  ['mailto:', (address) => `mailto:${address}`],
  ['spaces around', (address) => `  ${address} `],
  ['a hard space', (address) => `${address}\u00a0`],
  ['a comma behind', (address) => `${address},`],
  ['a full stop behind', (address) => `${address}.`],
  ['a full-width @', (address) => address.replace('@', '＠')],
  ['a line break behind', (address) => `${address}\n`],
];

test('an address pasted with more around it is taken as the address alone @all', async ({
  page,
  address,
}) => {
  for (const [index, [name, wrap]] of WRAPPERS.entries()) {
    const pasted = `${index}-${address}`;
    await page.goto('/soon');
    await hydrated(page);
    await field(page).focus();
    await page.keyboard.insertText(wrap(pasted));
    // Alternates between the two ways of sending.
    if (index % 2 === 0) await page.keyboard.press('Enter');
    else await button(page).click();
    await expect(thanks(page), name).toHaveText(WORDS.en.success);
    expect(await storedRows('plain', pasted), name).toHaveLength(1);
  }
});

test('typed text outlasts a change of language @all', async ({ page, address }) => {
  await page.goto('/soon');
  await field(page).fill(address);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByLabel(WORDS.pt.prompt)).toHaveValue(address);
});
