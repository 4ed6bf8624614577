import type { Page, Route } from '@playwright/test';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import type { Now } from '#contract/owner/now.ts';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { signin as signinEn } from '#dashboard/text/en/signin.ts';
import { draftOf, wordsOf, write } from '../support/owner-draft.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// A refused value, an ended session and a lost line.
test.use({ expected: /\b(?:401|413|422|503)\b|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

const SAVE = '**/api/owner/site/save';
const { strip, changes } = restEn.site;
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first();
const dialog = (page: Page) => page.getByRole('dialog');

/** A line on which an answer waits until the test lets it through. */
async function hold(page: Page, url: string) {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(url, (route) => (isOpen ? route.continue() : void held.push(route)));
  return {
    held,
    release: async () => {
      isOpen = true;
      for (const route of held) await route.continue();
    },
  };
}

test('Publish waits for what is still being saved, and asks again instead of “Published” where nothing was (catches: the last field is left out; nothing was published)', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await page.goto(`${site.address}/dashboard/site/pages/home`);
    await box(page, 'Title, English').fill('Slowly.');
    const publishing = page.getByRole('button', { name: strip.publish, exact: true });
    await expect(publishing).toBeVisible();
    const { held, release } = await hold(page, SAVE);
    await box(page, 'Introduction, English').fill('The last word.');
    await publishing.click();
    await expect(dialog(page)).toContainText(editorEn.saving);
    await expect(dialog(page).getByRole('button', { name: /^Publish/ })).toHaveCount(0);
    expect(held).toHaveLength(1);
    await release();
    await expect(dialog(page).getByRole('heading')).toHaveText('Publish 2 changes?');
    await page.route('**/api/owner/site/publish', (route) => route.fulfill({ json: { is: 'unchanged' } }));
    await dialog(page)
      .getByRole('button', { name: /^Publish/ })
      .click();
    await expect(dialog(page).getByRole('heading')).toHaveText('Publish 2 changes?');
    await expect(page).toHaveURL(/pages\/home$/);
  });
});

test('words that are too long are not cut nor sent forever: their field says it, and Publish names it (catches: cut without a word; “We keep trying”)', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await page.goto(`${site.address}/dashboard/site/pages/about`);
    await box(page, 'Title, English').fill('Few.');
    await expect(page.getByRole('button', { name: strip.publish, exact: true })).toBeVisible();
    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/site/save') ? 1 : 0));
    const lead = box(page, 'Introduction, English');
    await lead.fill('x'.repeat(10_000));
    await lead.blur();
    await expect(page.getByText(editorEn.refused.long)).toBeVisible();
    expect((await lead.inputValue()).length).toBe(10_000);
    await expect(page.getByText(editorEn.notSaved)).toHaveCount(0);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('button', { name: strip.publish, exact: true }).click();
    await expect(dialog(page)).toContainText('Not saved: About, Top of the page, Introduction · English');
    await expect(dialog(page)).toContainText(changes.unsavedRefused);
    await expect(dialog(page).getByRole('button', { name: /^Publish/ })).toHaveCount(0);
    expect(sent).toBe(1);
    await dialog(page).getByRole('link').click();
    await lead.fill('We are few.');
    await expect(page.getByText(editorEn.refused.long)).toBeHidden();
    await expect.poll(() => sent).toBe(2);
  });
});

test('Ctrl-Z takes back what was typed in one go, also once it is saved (catches: one letter)', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context, { name: 'Ana Prado' });
  for (const [path, area] of [
    ['site/emails/reminder', 'Title, English'],
    ['launch/words', 'Text, English'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    const field = box(page, area);
    const before = await field.inputValue();
    await field.focus();
    await page.keyboard.type('Slowly does it.');
    await expect(page.getByText(/^Saved at /).first()).toBeVisible();
    for (const _ of ['as in a plain text area', 'its first letter'])
      await page.keyboard.press('ControlOrMeta+Z');
    await expect(field).toHaveValue(before);
  }
});

test('the launch email’s last words are saved on leaving its page, and it is neither checked nor launched without them (catches: typed, left, and the old text is sent; only the launch waits)', async ({
  page,
  context,
}) => {
  const { check, words, ofLaunch } = restEn.launch;
  const heading = box(page, 'Heading, English');
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    const saved = async () => (await wordsOf(site, context)).words.en.heading;
    // Checked, and to be sent at once: only the confirmation is left.
    await page.route('**/api/owner/announcements/launch', async (route) => {
      const now = (await (await route.fetch()).json()) as AnnouncementNow;
      const rehearsal = {
        state: 'ended',
        isOld: false,
        startedAt: 1,
        endedAt: 1,
        doing: null,
        made: { n: 0, total: 0 },
        findings: [],
      };
      await route.fulfill({
        json: {
          ...now,
          rehearsal,
          when: { is: 'now', zone: 'Europe/Lisbon' },
          words: { at: 1, behind: [], lacking: [], written: ['en', 'pt'] },
        },
      });
    });
    await page.goto(`${site.address}/dashboard/launch/words`);
    await heading.fill('It really is open.');
    await page.goBack();
    await page.goto(`${site.address}/dashboard/launch/words`);
    await expect.poll(saved).toBe('It really is open.');
    await page.route('**/words/save', (route) => route.abort());
    await heading.fill('Lost on the way.');
    await page.getByRole('main').getByRole('link').first().click();
    await page.getByRole('main').getByRole('button', { name: ofLaunch.review }).click();
    const acted: string[] = [];
    page.on('request', (request) => /(?:open|rehearse)$/.test(request.url()) && acted.push(request.url()));
    await dialog(page)
      .getByRole('button', { name: /^Launch/ })
      .click();
    await expect(dialog(page)).toContainText(words.unsaved);
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: check.again }).click();
    await page.getByRole('button', { name: check.again }).click();
    await expect(page.getByText(words.unsaved)).toBeVisible();
    expect(acted).toEqual([]);
    await page.unroute('**/words/save');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(saved).toBe('Lost on the way.');
  });
});

test('a page that could not be shown comes by itself, in the editor and beside the launch email (catches: blank after a lost line, an ended session, a restart)', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context, { name: 'Ana Prado' });
  const fulfil = (status: number, contentType: string) => (route: Route) =>
    route.fulfill({ status, contentType, body: '<p>{}</p>' });
  const ends = [
    (route: Route) => route.abort(),
    fulfil(401, 'application/problem+json'),
    fulfil(503, 'text/html'),
  ];
  for (const path of ['site/pages/missing', 'launch/words']) {
    const left = [...ends];
    await page.route(/owner.*(fields|words)$/, fulfil(503, 'text/html'), { times: 1 });
    await page.route('**/api/owner/site/frame', (route) =>
      (left.shift() ?? ((one) => one.continue()))(route),
    );
    await page.goto(`/dashboard/${path}`);
    await page.frameLocator('main iframe').locator('h1').first().waitFor();
    expect(left).toEqual([]);
    await page.unroute('**/api/owner/site/frame');
  }
});

test('on a launch day the site’s changes are published as on any other (catches: the launch’s strip hides the button)', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Ana Prado' });
    await write(site, context, 'text.home.title.en', 'Slowly.');
    await page.route('**/api/owner/now', async (route) => {
      const now = (await (await route.fetch()).json()) as Now;
      const launch = { is: 'sending', purpose: 'launch', told: 1, ended: 1, total: 3 } as const;
      await route.fulfill({ json: { ...now, launch } });
    });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(`${site.address}/dashboard/site/pages/home`);
      await expect(page.getByRole('link', { name: restEn.launch.ofLaunch.strip.look })).toBeVisible();
      const publish = page.getByRole('button', { name: strip.publish, exact: true });
      await page.mouse.wheel(0, 2000);
      await publish.click();
      await expect(dialog(page).getByRole('heading')).toHaveText('Publish 1 change?');
      await expect(
        page.getByRole('link', { name: width < 960 ? '1 unpublished change' : strip.see }),
      ).toHaveCount(1);
    }
  });
});

test('an owner who types when their session ends types on, and the question comes at the first pause (catches: the keys after it are lost)', async ({
  page,
  context,
  ownerSite,
}) => {
  const owner = await ownerSite.signIn(context, { name: 'Ana Prado' });
  await page.goto('/dashboard/site/emails/book');
  const title = box(page, 'Title, English');
  await title.fill('Slow');
  await expect(page.getByText(/^Saved at /).first()).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await context.clearCookies();
  const ended = page.waitForResponse((response) => response.url().endsWith('/session'));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await ended;
  await page.keyboard.press('End');
  await page.keyboard.type('ly does it.');
  await expect(title).toHaveValue('Slowly does it.');
  await expect(dialog(page)).toHaveCount(0);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await expect(dialog(page)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(await ownerSite.link(owner));
  await tab.getByRole('button', { name: signinEn.linkButton }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(title).toHaveValue('Slowly does it.');
  await expect.poll(() => draftOf(page, 'mails.book.title.en')).toBe('Slowly does it.');
});
