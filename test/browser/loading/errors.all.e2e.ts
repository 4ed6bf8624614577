import type { Page } from '@playwright/test';
import { page as en } from '#site/text/en/page.ts';
import { hydrated } from '../support/chunks.ts';
import { FAILED_REQUEST, WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';

// React logs every error that a boundary catches.
test.use({
  expected: new RegExp(`${FAILED_REQUEST.source}|Loading chunk|planted|removeChild|error boundary`),
});

const PRIVACY = '**/static/js/PrivacyDialog.*';
const field = (page: Page) => page.getByLabel(WORDS.en.prompt);
const privacy = (page: Page) => page.getByRole('link', { name: WORDS.en.privacy });
const notice = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') });

function noteVisits(page: Page): string[] {
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visits.push(request.url());
  });
  return visits;
}

async function expectChunkNotice(page: Page, reason: 'error' | 'timeout'): Promise<void> {
  await expect(notice(page)).toContainText('ChunkLoadError: Loading chunk privacy failed.');
  const address = new RegExp(
    `\\(${reason}: http://localhost:\\d+/static/js/PrivacyDialog\\.[\\w-]+\\.chunk\\.js\\)`,
  );
  await expect(notice(page)).toContainText(address);
  await expect(page.getByRole('heading', { name: en.errors.chunk })).toBeFocused();
  await expect(
    page
      .locator('[lang=pt]')
      .getByRole('heading', { name: 'Não foi possível carregar uma parte desta página.' }),
  ).toBeVisible();
}

test('a chunk that is gone brings one reload, then a notice with a way on', async ({ page }) => {
  const visits = noteVisits(page);
  await page.route(PRIVACY, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto('/soon');
  await hydrated(page);
  await privacy(page).click();
  await expect.poll(() => visits.length).toBe(2);
  await hydrated(page);
  await privacy(page).click();
  await expectChunkNotice(page, 'error');
  await page.getByRole('button', { name: 'Voltar à página' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page)).toBeVisible();
  expect(visits).toHaveLength(2);
});

test('a chunk that is gone never reloads over typed text', async ({ page, address }) => {
  const visits = noteVisits(page);
  await page.route(PRIVACY, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto('/soon');
  await hydrated(page);
  await field(page).fill(address);
  await privacy(page).click();
  await expectChunkNotice(page, 'error');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page)).toHaveValue(address);
  expect(visits).toHaveLength(1);
  await page.getByRole('button', { name: WORDS.en.button }).click();
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('after a failed chunk the notice opens as a page beside this one', async ({ page, address }) => {
  await page.route(PRIVACY, (route) => route.abort());
  await page.goto('/soon');
  await hydrated(page);
  await field(page).fill(address);
  await privacy(page).click();
  await expectChunkNotice(page, 'error');
  await page.keyboard.press('Escape');
  const beside = page.waitForEvent('popup');
  await privacy(page).click();
  await expect((await beside).getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(field(page)).toHaveValue(address);
});

/** The script of the privacy notice never loads; the clock is paused until the test advances it. */
async function openWithHangingNotice(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.route(PRIVACY, () => {});
  await page.goto('/soon');
  await hydrated(page);
  await page.clock.pauseAt(300_000);
}

test('a chunk that hangs is given up after 120 seconds, and the form works meanwhile', async ({
  page,
  address,
}) => {
  await openWithHangingNotice(page);
  await field(page).fill(address);
  await privacy(page).click();
  await page.clock.runFor(119_900);
  await expect(notice(page)).toHaveCount(0);
  await expect(field(page)).toBeEditable();
  await page.clock.runFor(200);
  await page.clock.resume();
  await expectChunkNotice(page, 'timeout');
  await page.getByRole('button', { name: 'Back to the page' }).click();
  await expect(field(page)).toHaveValue(address);
});

test('a notice whose script hangs is opened as a page after eight seconds, where nothing is typed (catches: nothing for two minutes)', async ({
  page,
}) => {
  await openWithHangingNotice(page);
  await privacy(page).click();
  await page.clock.runFor(7_900);
  await expect(field(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/soon?state=privacy&lang=en');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});

test('a part that throws leaves the rest of the page and the typed text in place', async ({
  page,
  address,
}) => {
  await page.route(PRIVACY, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const allStyles = async () => {}; export default () => { throw new Error("planted in the notice"); };',
    }),
  );
  await page.goto('/soon');
  await field(page).fill(address);
  await privacy(page).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Erro inesperado na aplicação!' })).toBeVisible();
  await expect(notice(page)).toContainText('planted in the notice');
  await page.getByRole('button', { name: 'Back to the page' }).click();
  await expect(field(page)).toHaveValue(address);
});

test('an error of the whole page is shown in both languages, with its message and a way on', async ({
  page,
  address,
}) => {
  await page.goto('/soon');
  await hydrated(page);
  await field(page).fill(address);
  // Like some extensions: gives React's element another parent before React removes it.
  await page.locator('form[method=post]').evaluate((form) => {
    const wrapper = document.createElement('section');
    form.replaceWith(wrapper);
    wrapper.append(form);
  });
  await page.getByRole('button', { name: WORDS.en.button }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeFocused();
  await expect(page.locator('[lang=pt]').getByRole('heading')).toHaveText('Erro inesperado na aplicação!');
  await expect(notice(page)).toContainText('removeChild');
  expect(await storedRows('plain', address)).toHaveLength(1);
  await page.getByRole('link', { name: 'Atualizar a página' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
});

test('an error while React comes in ends on the same page, not on an empty one', async ({ page }) => {
  await page.route('**/static/js/site.*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(
      /\bnote:/g,
      'get note(){throw Error("planted in the words")},was:',
    );
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/soon');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Erro inesperado na aplicação!' })).toBeVisible();
  await expect(notice(page)).toContainText('planted in the words');
  await expect(page.getByRole('link', { name: 'Reload page' })).toHaveAttribute('href', '/soon');
});
