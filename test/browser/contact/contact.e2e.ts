import type { Page, Route } from '@playwright/test';
import { CONTACT_FIELDS, type ContactField } from '#contract/contact.ts';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { hydrated } from '../support/chunks.ts';
import {
  CONTACT_API,
  CONTACT_WORDS,
  contactField,
  fillContact,
  lastingThanks,
  openContact,
  sendContact,
  standing,
  storedMessages,
  submitButton,
  written,
  type Written,
} from '../support/contact.ts';
import { mailsTo } from '../support/mails.ts';
import { OWNER } from '../support/sites.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live', expected: FAILED_REQUEST });

const { en } = CONTACT_WORDS;
const EMPTY = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, '']));

for (const language of LANGUAGES) {
  const words = CONTACT_WORDS[language];

  test(`a message is stored, mailed to the owner and thanked for in a toast (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    await openContact(page, language);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    const texts = written(address);
    await fillContact(page, texts, language);
    await submitButton(page, language).click();
    await expect(page.getByRole('status').filter({ hasText: words.sent })).toBeVisible();
    await expect(lastingThanks(page, language)).toBeFocused();
    expect(await storedMessages(address)).toEqual([
      expect.objectContaining({ ...texts, website: 'https://cafe.example/', language }),
    ]);
    const mails = async () => (await mailsTo('live', OWNER)).filter((mail) => mail.includes(address));
    await expect.poll(mails).toHaveLength(1);
    expect((await mails())[0]).toMatch(new RegExp(`^Reply-To: .*${address}`, 'm'));
  });

  test(`each missing or wrong field says so below it, and above the button in the owner's words (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await openContact(page, language);
    const cases: [field: ContactField, typed: string, sentence: string][] = [
      ['name', '', words.required],
      ['company', ' ', words.required],
      ['email', '', words.required],
      ['email', 'ana@exemplo', words.invalidEmail],
      ['phone', '', words.required],
      ['phone', '12 34', words.invalidPhone],
      ['message', '', words.required],
    ];
    for (const [field, typed, sentence] of cases) {
      await fillContact(page, { ...written(address), [field]: typed }, language);
      await submitButton(page, language).click();
      const wrong = contactField(page, field, language);
      await expect(wrong).toHaveAttribute('aria-invalid', 'true');
      await expect(wrong).toHaveAccessibleDescription(
        sentence === words.required ? words.fieldRequired : sentence,
      );
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
      const summary = page.getByRole('group', { name: sentence });
      await expect(summary).toBeFocused();
      await summary.getByRole('link', { name: words[field] }).click();
      await expect(wrong).toBeFocused();
      // The error goes as soon as the value is right.
      await wrong.fill(written(address)[field]);
      await expect(wrong).toHaveAttribute('aria-invalid', 'false');
      await expect(summary).toHaveCount(0);
    }
    expect(posts).toEqual([]);
  });
}

test('an empty form says once that all must be filled in, names each missing field, and none that is optional (catches: the same sentence six times) @all', async ({
  page,
}) => {
  await openContact(page);
  await submitButton(page).click();
  const summary = page.getByRole('group', { name: en.required });
  await expect(summary.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(en.required)).toHaveCount(1);
  await expect(page.getByText(en.fieldRequired, { exact: true })).toHaveCount(5);
  await expect(summary.getByRole('link')).toHaveText([en.name, en.company, en.email, en.phone, en.message]);
  await expect(contactField(page, 'website')).toHaveAttribute('aria-invalid', 'false');
  // A second press announces the error again.
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(summary).toBeFocused();
});

test('where the form token is blocked, a number that only the server refuses is shown too (catches: a failure without a reason) @all', async ({
  page,
  address,
}) => {
  await page.route('**/api/form-token', (route) => route.abort());
  const texts = { ...written(address), phone: '+351 91 234 567' };
  await sendContact(page, texts);
  await expect(page.getByRole('group', { name: en.invalidPhone })).toBeFocused();
  expect(await standing(page)).toEqual(texts);
});

test('any answer but a success is a failure, typed text stays and can be sent again', async ({
  page,
  address,
}) => {
  for (const status of [403, 429, 500, 503]) {
    const texts = written(`${status}.${address}`);
    await page.route(CONTACT_API, (route) => route.fulfill({ status }), { times: 1 });
    await sendContact(page, texts);
    await expect(page.getByRole('alert'), String(status)).toHaveText(en.refused);
    await expect(submitButton(page)).toBeFocused();
    expect(await standing(page)).toEqual(texts);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: en.sent }), String(status)).toBeVisible();
    await expect(page.getByRole('alert')).toBeEmpty();
    expect(await storedMessages(texts.email)).toHaveLength(1);
  }
});

for (const language of LANGUAGES) {
  test(`a number that only the server knows to be none is shown like any other problem (${language}) @all`, async ({
    page,
    address,
  }) => {
    const { invalidPhone } = CONTACT_WORDS[language];
    // One digit is missing: browsers check the number of digits, but not per country.
    const texts = { ...written(address), phone: '+351 91 234 567' };
    await sendContact(page, texts, language);
    await expect(page.getByRole('group', { name: invalidPhone })).toBeFocused();
    await expect(contactField(page, 'phone', language)).toHaveAccessibleDescription(invalidPhone);
    await expect(page.getByRole('alert')).toBeEmpty();
    expect(await standing(page, language)).toEqual(texts);
    expect(await storedMessages(address)).toEqual([]);
    await contactField(page, 'phone', language).fill('912 345 678');
    await submitButton(page, language).click();
    await expect(page.getByRole('status').filter({ hasText: CONTACT_WORDS[language].sent })).toBeVisible();
  });
}

test('without a network it is an error, and works once the network is back', async ({
  page,
  context,
  address,
}) => {
  await openContact(page);
  await fillContact(page, written(address));
  await context.setOffline(true);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(en.unreachable);
  expect(await standing(page)).toEqual(written(address));
  await context.setOffline(false);
  await submitButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  expect(await storedMessages(address)).toHaveLength(1);
});

/** The server gets the message, but the browser gets no answer. */
async function sendUnanswered(page: Page, texts: Written): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(CONTACT_API, lose, { times: 1 });
  await sendContact(page, texts);
  await expect(page.getByRole('alert')).toHaveText(en.unreachable);
}

test('a message whose answer was lost and that is sent again is one message', async ({ page, address }) => {
  await sendUnanswered(page, written(address));
  await submitButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  expect(await storedMessages(address)).toHaveLength(1);
});

test('other words after a lost answer are another message, not a refusal @all', async ({ page, address }) => {
  await sendUnanswered(page, written(address));
  await contactField(page, 'message').fill('We open in June.');
  await submitButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  expect((await storedMessages(address)).map(({ message }) => message)).toEqual([
    written(address).message,
    'We open in June.',
  ]);
});

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`thanks take the place of the form, and stay until another message is begun (${width} wide; catches: gone after six seconds) @all`, async ({
    page,
    address,
  }) => {
    await page.setViewportSize({ width, height });
    await openContact(page);
    await fillContact(page, written(address));
    await submitButton(page).scrollIntoViewIfNeeded();
    const { x, y } = (await submitButton(page).boundingBox()) ?? { x: NaN, y: NaN };
    await submitButton(page).click();
    const thanks = lastingThanks(page);
    await expect(thanks).toBeFocused();
    await expect(thanks).toBeInViewport({ ratio: 1 });
    await expect(thanks).toHaveCount(1);
    await expect(submitButton(page)).toBeHidden();
    // A double tap and a held Enter key must not hit a link that leads away.
    await page.mouse.click(x + 20, y + 20);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: en.dismiss }).click();
    await expect(page).toHaveURL('/contact?lang=en');
    await expect(thanks).toBeFocused();
    await page.getByRole('link', { name: en.another }).click();
    await expect(contactField(page, 'name')).toBeFocused();
    await expect(thanks).toHaveCount(0);
    expect(await standing(page)).toEqual(EMPTY);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    expect(await storedMessages(address)).toHaveLength(1);
  });
}

for (const [what, take] of [
  ['AbortSignal.timeout', () => void Reflect.deleteProperty(AbortSignal, 'timeout')],
  ['toWellFormed', () => void Reflect.deleteProperty(String.prototype, 'toWellFormed')],
] as const) {
  test(`a browser without ${what} sends a message (catches: it never does) @all`, async ({
    page,
    address,
  }) => {
    await page.addInitScript(take);
    await sendContact(page, written(address));
    await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
    expect(await storedMessages(address)).toHaveLength(1);
  });
}

for (const memory of ['kept', 'blocked'] as const) {
  test(`a message whose answer was lost is one message after another page and back, storage ${memory} (catches: stored twice) @all`, async ({
    page,
    address,
  }) => {
    if (memory === 'blocked') {
      await page.addInitScript(() => {
        const get = () => {
          throw new DOMException('blocked', 'SecurityError');
        };
        Object.defineProperty(window, 'sessionStorage', { get });
      });
    }
    await sendUnanswered(page, written(address));
    if (memory === 'kept') await page.goto('/about');
    else await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/about$/);
    await page.goBack();
    await hydrated(page);
    // A browser that did not cache the page restores the text; here the test does.
    await fillContact(page, written(address));
    await submitButton(page).click();
    await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
    expect(await storedMessages(address)).toHaveLength(1);
  });
}

test('pressed twice in one task it is sent once', async ({ page, address }) => {
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await openContact(page);
  await fillContact(page, written(address));
  await submitButton(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  expect(posts).toHaveLength(1);
  expect(await storedMessages(address)).toHaveLength(1);
});
