import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { startFormService, type Behaviour, type FormService } from '../support/form-service.ts';
import { FORM_SERVICE } from '../support/sites.ts';
import { FAILED_REQUEST, openSoon, subscribe, WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

const ORIGIN = `http://127.0.0.1:${FORM_SERVICE.port}`;

test.use({ site: 'foreign', expected: new RegExp(`${FAILED_REQUEST.source}|CORS policy`) });
// One service on one port for all tests.
test.describe.configure({ mode: 'serial' });

let service: FormService;
test.beforeAll(async () => {
  service = await startFormService();
});
test.afterAll(() => service.stop());
test.beforeEach(() => {
  service.posted.length = 0;
  service.behave('takes');
});

for (const language of LANGUAGES) {
  test(`a foreign form service gets the address and nothing else, in ${language}`, async ({
    page,
    baseURL,
  }) => {
    const own: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === baseURL && pathname.startsWith('/api')) own.push(pathname);
    });
    await openSoon(page, { address: `/soon?lang=${language}&utm_source=ig` });
    await expect(page.locator('input')).toHaveCount(1);
    await subscribe(page, language, 'ana@exemplo.com');
    await expect(page.getByRole('status')).toHaveText(WORDS[language].success);
    // We do not know whether that service asks for a confirmation.
    await expect(page.getByText(WORDS[language].inbox)).toHaveCount(0);
    const post = service.posted.find(({ method }) => method === 'POST');
    expect(post?.body).toBe('{"email":"ana@exemplo.com"}');
    expect(post?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      origin: baseURL,
      // Formspree requires it.
      referer: `${baseURL}/`,
    });
    expect(post?.headers).not.toHaveProperty('cookie');
    expect(own).toEqual([]);
    // Any other header would fail its preflight.
    const asked = service.posted.find(({ method }) => method === 'OPTIONS');
    expect(asked?.headers['access-control-request-headers']).toBe('content-type');
  });
}

for (const behaviour of ['refuses', 'limits', 'breaks', 'redirects', 'hangs-up'] satisfies Behaviour[]) {
  test(`a service that ${behaviour} is an error, and the next try succeeds`, async ({ page }) => {
    service.behave(behaviour);
    await openSoon(page);
    await subscribe(page, 'en', 'ana@exemplo.com');
    await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
    await expect(page.getByLabel(WORDS.en.prompt)).toHaveValue('ana@exemplo.com');
    await expect(page.getByText(WORDS.en.success)).toHaveCount(0);
    service.behave('takes');
    await page.getByRole('button', { name: WORDS.en.button }).click();
    await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  });
}

test('the policy lets the page speak to that service and to no other', async ({ page, baseURL }) => {
  const response = await page.goto('/soon');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain(`connect-src 'self' ${ORIGIN};`);
  expect(policy).toContain(`form-action 'self' ${ORIGIN};`);
  expect(policy.split(ORIGIN)).toHaveLength(3);
  expect(policy).not.toContain('google');
  expect(baseURL).not.toBe(ORIGIN);
});

test.describe('a page that asks another host', () => {
  test.use({ expected: /Content Security Policy|Failed to fetch|Refused to connect/ });

  test('is stopped by its policy', async ({ page }) => {
    await page.goto('/soon');
    const outcome = await page.evaluate(
      (other) =>
        fetch(other, { mode: 'no-cors' }).then(
          () => 'answered',
          () => 'stopped',
        ),
      `http://127.0.0.1:${FORM_SERVICE.port + 1}/`,
    );
    expect(outcome).toBe('stopped');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form posts the address to the service itself', async ({ page }) => {
    await page.goto('/soon');
    await page.getByLabel(WORDS.en.prompt).fill('ana@exemplo.com');
    await page.getByRole('button', { name: WORDS.en.button }).click();
    await expect(page.getByRole('heading', { name: 'Thanks!' })).toBeVisible();
    const post = service.posted.find(({ method }) => method === 'POST');
    expect(post?.body).toBe('email=ana%40exemplo.com');
    expect(post?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });
});
