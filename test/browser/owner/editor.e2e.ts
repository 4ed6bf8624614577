import type { BrowserContext, Locator, Page } from '@playwright/test';
import { filled } from '#contract/words.ts';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { signin as signinEn } from '#dashboard/text/en/signin.ts';
import { findings } from '../support/axe.ts';
import { test, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// The tests share a draft: each has a page of its own.
test.use({ expected: /\b(?:401|503)\b|ERR_FAILED/ });

const HOME = '/dashboard/site/pages/home';
const shown = (page: Page) => page.frameLocator('iframe[data-drawn]');
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first();
const saved = (page: Page) => page.getByText(/^Saved at /).first();

/** The frame itself is a page of the site, which has tests of its own. */
async function expectNoFindings(page: Page): Promise<void> {
  const found = await findings(page, 'all');
  expect(found).toEqual([]);
}

/** A press of the mouse: Playwright's own misses what is in a zoomed frame. */
async function press(page: Page, sentence: Locator): Promise<void> {
  const frame = page.locator('iframe[data-drawn]');
  await expect(sentence).toBeVisible();
  const rectOf = (one: Locator) =>
    one.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return { left, top, zoom: Number(getComputedStyle(element).zoom) };
    });
  const [outer, inner] = [await rectOf(frame), await rectOf(sentence)];
  const at = (start: number, within: number) => start + (within + 12) * outer.zoom;
  await page.mouse.click(at(outer.left, inner.left), at(outer.top, inner.top));
}

/** What the server has. */
async function savedOf(page: Page, key: string): Promise<unknown> {
  const answer = await page.request.get('/api/owner/site/draft');
  const { draft } = (await answer.json()) as { draft: { field: string; value?: unknown }[] };
  return draft.find(({ field }) => field === key)?.value;
}

async function open(page: Page, context: BrowserContext, site: OwnerSite, path: string, name = 'Ana Prado') {
  const owner = await site.signIn(context, { name });
  await page.goto(path);
  return owner;
}

test('words are shown in the page as they are typed, saved by themselves, and are there after a reload', async ({
  page,
  context,
  ownerSite,
}) => {
  await open(page, context, ownerSite, HOME);
  const title = shown(page).locator('h1');
  await expect(title).toHaveText('Good brands are a matter of time.', { useInnerText: true });
  await press(page, title);
  await expect(box(page, 'Title, English')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Good brands take their time. <img src=x onerror="alert(1)">');
  await expect(title).toHaveText('Good brands take their time. <img src=x onerror="alert(1)">');
  await expect(saved(page)).toBeVisible();
  expect(await savedOf(page, 'text.home.title.en')).toBe(
    'Good brands take their time. <img src=x onerror="alert(1)">',
  );
  await expect(page.getByText(filled(editorEn.check, { language: 'Portuguese' }))).toBeVisible();
  await page.getByRole('button', { name: editorEn.fits }).click();
  await expect(page.getByText(filled(editorEn.check, { language: 'Portuguese' }))).toBeHidden();
  await page.reload();
  await expect(box(page, 'Title, English')).toHaveValue(/^Good brands take their time\./);
  await expect(title).toContainText('<img src=x');
  await expect(shown(page).locator('h1 img')).toHaveCount(0);
  await box(page, 'Title, English').focus();
  await title.evaluate((element) => (element.dataset['kept'] = ''));
  await page.getByRole('button', { name: editorEn.back }).click();
  await expect(title).toHaveText('Good brands are a matter of time.', { useInnerText: true });
  await expect.poll(() => savedOf(page, 'text.home.title.en')).toBeUndefined();
  await expect(title, 'the page is not drawn again').toHaveAttribute('data-kept');
});

test('with the keys alone one goes through the page, opens a field and comes back @all', async ({
  page,
  context,
  ownerSite,
}) => {
  await open(page, context, ownerSite, HOME);
  await shown(page).locator('h1').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(box(page, 'Introduction, English')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(box(page, 'Button, English')).toBeFocused();
});

const OWNER_API = '**/api/owner/**';

/** The session is over, and saving says so first: another request that did would put the dialog over the field. */
async function endSessionAtSaving(page: Page, context: BrowserContext): Promise<void> {
  const owner = (await context.cookies()).find(({ name }) => name === 'owner');
  let isSaving = false;
  await page.route(OWNER_API, async (route) => {
    const request = route.request();
    isSaving ||= request.url().endsWith('/site/save');
    if (isSaving) return route.fallback();
    const headers = { ...request.headers(), cookie: `owner=${owner?.value}` };
    const answer = await fetch(request.url(), {
      method: request.method(),
      headers,
      body: request.postData(),
    });
    await route.fulfill({ status: answer.status, body: await answer.text() });
  });
  await context.clearCookies({ name: 'owner' });
}

test('over a lost line, a reload and an ended session nothing that was typed is lost, nor the place (catches: the focus is nowhere)', async ({
  page,
  context,
  ownerSite,
}) => {
  const owner = await open(page, context, ownerSite, '/dashboard/site/pages/about');
  const lead = box(page, 'Introduction, English');
  await expect(shown(page).locator('h1')).toBeVisible();
  await page.route('**/api/owner/site/save', (route) => route.abort());
  await lead.fill('We are few.');
  await expect(page.getByText(editorEn.notSaved)).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(lead).toHaveValue('We are few.');
  await page.unroute('**/api/owner/site/save');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(editorEn.notSaved)).toBeHidden();
  await expect.poll(() => savedOf(page, 'text.about.lead.en')).toBe('We are few.');
  await endSessionAtSaving(page, context);
  await lead.fill('We are few, and calm.');
  await expect(page.getByRole('dialog')).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(await ownerSite.link(owner));
  await tab.getByRole('button', { name: signinEn.linkButton }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(lead).toBeFocused();
  await expect.poll(() => savedOf(page, 'text.about.lead.en')).toBe('We are few, and calm.');
});

test('two owners in one field: both versions stay until one is chosen; elsewhere the other’s words simply come @all', async ({
  page,
  context,
  ownerSite,
  browser,
}) => {
  await open(page, context, ownerSite, '/dashboard/site/pages/contact');
  const theirs = await browser.newContext({ baseURL: ownerSite.address });
  const other = await theirs.newPage();
  await open(other, theirs, ownerSite, '/dashboard/site/pages/contact', 'Eva Luz');
  await expect(page.getByText(/Eva Luz is also editing this page/)).toBeVisible();
  await box(other, 'Introduction, English').focus();
  await expect(page.getByText('Eva Luz is typing here')).toBeVisible();

  await box(other, 'Title, English').fill('Say it at once.');
  await expect(saved(other)).toBeVisible();
  await expect(page.getByText('Eva Luz changed “Title”.')).toBeVisible();
  await expect(box(page, 'Title, English')).toHaveValue('Say it at once.');

  await page.route('**/api/owner/site/draft', (route) => route.abort());
  await box(other, 'Introduction, English').fill('One line is enough.');
  await expect.poll(() => savedOf(other, 'text.contact.lead.en')).toBe('One line is enough.');
  await box(page, 'Introduction, English').fill('Three lines are enough.');
  await expect(page.getByText(/You and Eva Luz changed this at the same time/)).toBeVisible();
  await expect(shown(page).getByText('One line is enough.')).toBeVisible();
  expect(await savedOf(page, 'text.contact.lead.en')).toBe('One line is enough.');
  await expectNoFindings(page);
  await page.unroute('**/api/owner/site/draft');
  await page.getByRole('radio', { name: /Your version/ }).check();
  await page.getByRole('button', { name: editorEn.other.use }).click();
  await expect(box(page, 'Introduction, English'), 'the button is gone').toBeFocused();
  await expect.poll(() => savedOf(page, 'text.contact.lead.en')).toBe('Three lines are enough.');
  await expect(box(other, 'Introduction, English')).toHaveValue('Three lines are enough.');
  await theirs.close();
});

test('points are added, moved by keys and by hand, and removed with a way back @all', async ({
  page,
  context,
  ownerSite,
}) => {
  await open(page, context, ownerSite, '/dashboard/site/pages/services');
  const list = page.getByRole('group', { name: 'Service 1: list items', exact: true }).first();
  const english = () =>
    list
      .locator('textarea[lang=en]')
      .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
  const key = 'text.services.items.0.includes.en';
  await list.getByRole('button', { name: 'Move Channel plan', exact: true }).focus();
  for (const pressed of ['Enter', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(pressed);
  await expect(list.getByText('Channel plan: position 1 of 4.')).toBeAttached();
  await expect(list.getByRole('button', { name: editorEn.list.up, exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => savedOf(page, key))
    .toEqual(['Channel plan', 'Brand and market audit', 'Positioning', 'Measurement set-up']);
  expect(await savedOf(page, key.replace(/en$/, 'pt'))).toEqual(expect.arrayContaining(['Plano de canais']));
  await expect(shown(page).locator('li', { hasText: 'Channel plan' }).first()).toBeVisible();

  await list.getByRole('button', { name: 'Remove Positioning', exact: true }).click();
  await expect(list.getByRole('button', { name: 'Remove Measurement set-up', exact: true })).toBeFocused();
  await page.getByRole('button', { name: editorEn.list.undo }).click();
  await expect.poll(english).toContain('Positioning');

  await list.getByRole('button', { name: editorEn.list.add }).click();
  await page.keyboard.type('Workshops');
  await expect(list.getByText(filled(editorEn.missing, { language: 'Portuguese' }))).toBeVisible();
  await expect.poll(() => savedOf(page, key)).toContain('Workshops');

  const from = await list.getByRole('button', { name: 'Move Workshops', exact: true }).boundingBox();
  const to = await list.getByRole('button', { name: 'Move Channel plan', exact: true }).boundingBox();
  if (from === null || to === null) throw new Error('a handle is not there');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 20, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await english())[0]).toBe('Workshops');
  await expectNoFindings(page);
});

test('a placeholder moves and is deleted as one letter, and is restored (catches: half a name becomes words) @all', async ({
  page,
  context,
  ownerSite,
}) => {
  await open(page, context, ownerSite, '/dashboard/site/emails/confirm');
  const subject = box(page, 'Subject, English');
  const key = 'mails.confirm.subject.en';
  await expect(shown(page).getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
  await subject.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('!');
  await expect.poll(() => savedOf(page, key)).toBe('{brand}!: please confirm your address');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(subject).toHaveValue(/agency.name/);
  await page.keyboard.press('Backspace');
  await expect(page.getByText('The placeholder “agency name” is missing.')).toBeVisible();
  await expect(subject).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: editorEn.chipBack }).click();
  await expect(page.getByText('The placeholder “agency name” is missing.')).toBeHidden();
  await expect.poll(() => savedOf(page, key)).toBeUndefined();
  await expectNoFindings(page);
  await box(page, 'Title, English').fill('');
  await expect(page.getByText(editorEn.required)).toBeVisible();
});

test('on a phone the page fills the screen, and what is pressed in it opens its field below @all', async ({
  page,
  context,
  ownerSite,
}) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await open(page, context, ownerSite, '/dashboard/site/pages/missing');
  await page.getByRole('button', { name: editorEn.seeIt }).click();
  const lead = shown(page).locator('main p').first();
  await press(page, lead);
  const sheet = page.getByRole('dialog', { name: editorEn.frame });
  await expect(sheet.getByRole('textbox', { name: 'Introduction, English' })).toBeFocused();
  // It was where the sheet is now.
  await expect(lead).toBeInViewport({ ratio: 1 });
  await sheet.getByRole('textbox', { name: 'Introduction, English' }).fill('Not there.');
  await expect(lead).toHaveText('Not there.');
  await page.getByRole('button', { name: editorEn.fields }).click();
  await expect(box(page, 'Introduction, English')).toBeFocused();
  await expectNoFindings(page);
});

test('the page is shown in the window of a screen and scrolls inside (catches: as high as the room, with rules for upright screens; what is far below is not drawn)', async ({
  page,
  context,
  ownerSite,
}) => {
  await open(page, context, ownerSite, HOME);
  const body = shown(page).locator('body');
  const windowOf = () =>
    body.evaluate(() => [
      Math.round(innerWidth / 10) * 10,
      Math.round(innerHeight / 10) * 10,
      document.documentElement.scrollHeight > innerHeight,
    ]);
  await expect.poll(windowOf).toEqual([1280, 800, true]);
  const skipped = await body.evaluate(
    (all) =>
      [...all.querySelectorAll('*')].filter((one) => getComputedStyle(one).contentVisibility === 'auto')
        .length,
  );
  expect(skipped).toBe(0);
  await page.getByRole('radio', { name: editorEn.phone }).click();
  await expect.poll(windowOf).toEqual([390, 840, true]);
});
