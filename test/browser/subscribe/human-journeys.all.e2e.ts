import type { Route } from '@playwright/test';
import { HOUR } from '#contract/time.ts';
import { issueFormToken } from '#server/abuse/form-token.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import { CONTACT_WORDS } from '../support/contact.ts';
import { button, expectLetIn, field, HUMAN, open } from '../support/human.ts';
import { GUARD_KEY } from '../support/sites.ts';
import { WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

// None of these visitors may be taken for a robot by the real collector with its guard on. Each has a network
// of its own, and reduced motion, the default of tests.
test.use(HUMAN);

const API = '**/api/subscribe';
const TOKENS = '**/api/form-token';
/** A token that the server issued long ago. */
function oldToken(age: number): string {
  return issueFormToken(createSecrets([GUARD_KEY]), Date.now() - age);
}

test('the browser fills the address in by itself', async ({ page, address }) => {
  await open(page);
  await field(page).evaluate((input: HTMLInputElement, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  }, address);
  await button(page).click();
  await expectLetIn(page, address);
});

test('a password manager sets the address without any event and sends the form', async ({
  page,
  address,
}) => {
  await open(page);
  await field(page).evaluate((input: HTMLInputElement, value) => {
    input.value = value;
    input.form?.requestSubmit();
  }, address);
  await expectLetIn(page, address);
});

test('somebody pastes and presses Enter before the scripts came', async ({ page, address }) => {
  const letGo = await holdChunks(page);
  await openUnhydrated(page);
  await field(page).focus();
  await page.keyboard.insertText(address);
  await page.keyboard.press('Enter');
  await expectLetIn(page, address);
  letGo();
  await hydrated(page);
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
});

for (const hours of [19.5, 30]) {
  test(`the page was open for ${hours} hours before the form is sent`, async ({ page, address }) => {
    await page.clock.install();
    await page.route(TOKENS, (route) => route.fulfill({ json: { token: oldToken(hours * HOUR) } }), {
      times: 1,
    });
    await open(page);
    const [first] = await Promise.all([page.waitForResponse(TOKENS), field(page).focus()]);
    expect(first.ok()).toBe(true);
    await page.clock.fastForward(hours * HOUR);
    await field(page).fill(address);
    await button(page).click();
    await expectLetIn(page, address);
  });
}

test('only the keyboard is used', async ({ page, address }) => {
  await open(page);
  const at = () => page.evaluate(() => document.activeElement?.id);
  for (let presses = 0; presses < 30 && (await at()) !== 'email'; presses++) await page.keyboard.press('Tab');
  await page.keyboard.type(address);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expectLetIn(page, address);
});

test('the language is changed while the form is filled in', async ({ page, address }) => {
  await open(page);
  await field(page).fill(address);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByRole('button', { name: WORDS.pt.button }).click();
  await expectLetIn(page, address, 'pt');
});

test('the browser keeps nothing on its disk', async ({ page, address }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await open(page);
  await field(page).fill(address);
  await button(page).click();
  await expectLetIn(page, address);
});

test('the button is pressed twice', async ({ page, address }) => {
  await open(page);
  await field(page).fill(address);
  await button(page).dblclick();
  await expectLetIn(page, address);
});

test('somebody who was thanked opens the page again and sends the same address', async ({
  page,
  address,
}) => {
  for (let times = 0; times < 2; times++) {
    await open(page);
    await field(page).fill(address);
    await button(page).click();
    await expectLetIn(page, address);
  }
});

test('the address is right at the fourth try', async ({ page, address }) => {
  await open(page);
  for (const typed of ['ana@exemplo', 'ana@exemplo.', `${address}, eva@exemplo.com`]) {
    await field(page).fill(typed);
    // Browsers reject some of these themselves.
    await field(page).evaluate((input: HTMLInputElement) => input.form?.setAttribute('novalidate', ''));
    await button(page).click();
    await expect(page.getByRole('alert')).toHaveText(CONTACT_WORDS.en.invalidEmail);
  }
  await field(page).fill(address);
  await button(page).click();
  await expectLetIn(page, address);
});

test('the network is away at the first press', async ({ page, context, address }) => {
  await open(page);
  await context.setOffline(true);
  await field(page).fill(address);
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
  await context.setOffline(false);
  await button(page).click();
  await expectLetIn(page, address);
});

test('the form token comes late', async ({ page, address }) => {
  const held: Route[] = [];
  await page.route(TOKENS, (route) => void held.push(route));
  await open(page);
  await field(page).fill(address);
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-busy', 'true');
  await held[0]?.continue();
  await expectLetIn(page, address);
});

const NO_TOKEN: [name: string, answer: (route: Route) => unknown][] = [
  ['is blocked', (route) => route.abort()],
  ['never comes', () => {}],
];
for (const [name, answer] of NO_TOKEN) {
  test(`the form token ${name}`, async ({ page, address }) => {
    await page.route(TOKENS, (route) => answer(route));
    await open(page);
    await field(page).fill(address);
    await button(page).click();
    await expectLetIn(page, address);
  });
}

test('without a form token a refused post is not a success', async ({ page }) => {
  await page.route(TOKENS, (route) => route.abort());
  // Blocks our own check, which would reject it.
  await page.route(/AddressCheck.*\.js/, (route) => route.abort());
  await open(page);
  await field(page).fill('ana@127.0.0.1');
  const answer = page.waitForResponse(API);
  await button(page).click();
  expect((await answer).status()).toBe(303);
  await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form is sent, and again from the page before', async ({ page, address }) => {
    await page.goto('/soon?lang=en');
    for (let times = 0; times < 2; times++) {
      await field(page).fill(address);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/soon?state=subscribed&lang=en');
      await expectLetIn(page, address);
      await page.goBack({ waitUntil: 'commit' });
    }
  });
});
