import type { BrowserContext, Route } from '@playwright/test';
import { createCanvas } from '@napi-rs/canvas';
import { agency } from '#dashboard/text/en/agency.ts';
import { editor } from '#dashboard/text/en/editor.ts';
import { frame } from '#dashboard/text/en/frame.ts';
import { rest } from '#dashboard/text/en/rest.ts';
import { NO_WORDS } from '#contract/announcement.ts';
import { inEach } from '#contract/language.ts';
import { problem } from '#contract/problem.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { rowsOf, writeMailField } from '#server/launch/draft.ts';
import { makeLetter } from '#server/launch/letters.ts';
import { expectNoFindings } from '../support/axe.ts';
import { type OwnerSite, test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// axe at the frame of the mail.
test.use({ expected: /Blocked script execution in|\b422\b|\b507\b|\b404\b|ERR_FAILED/ });

const { letters, fields } = rest;
const { stop } = agency.picture;
const DRAW = '**/announcements/*/picture';
const { picture: words } = letters;
const HEAVY = problem('invalid-fields', [{ field: 'file', code: 'file-heavy' }]);

const fileOf = (name: string, width: number, height: number) => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#b98';
  context.fillRect(0, 0, width, height / 2);
  return { name, mimeType: 'image/png', buffer: canvas.toBuffer('image/png') };
};

/** The words of a new letter. */
async function openWords(context: BrowserContext, site: OwnerSite) {
  await site.signIn(context, { name: 'Ana Prado' });
  const page = await context.newPage();
  await site.within(({ write }) => makeLetter(write, null, Date.now()));
  await page.goto(`${site.address}/dashboard/newsletter/1/words`);
  const part = page.getByRole('group', { name: fields.label.picture, exact: true });
  const choose = (...file: Parameters<typeof fileOf>) =>
    part.locator('input[type=file]').setInputFiles(fileOf(...file));
  const button = (name: string) => part.getByRole('button', { name, exact: true });
  return { page, part, choose, button };
}

test('a picture of a newsletter is refused, drawn, described, changed, asked about again and removed, and seen beside its fields (catches: a small one taken; one that is too much called one that does not open; another one keeps its description unasked; a lost one unsaid; not seen until the page is read again; “Done” without its words unsaid)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const { page, part, choose } = await openWords(context, site);
    await page.getByRole('button', { name: letters.write, exact: true }).click();
    await choose('small.png', 480, 900);
    await expect(part.getByRole('alert').filter({ hasText: '480 pixels wide' })).toBeVisible();
    await expectNoFindings(page, 'refused');
    await page.route(DRAW, (route) => route.fulfill({ status: 422, json: HEAVY }));
    await choose('heavy.png', 1600, 960);
    await expect(part.getByRole('alert').filter({ hasText: agency.picture.heavy })).toBeVisible();
    await page.unroute(DRAW);
    await choose('bread.png', 1600, 960);
    await expect(part.getByText('1200\u00a0×\u00a0720')).toBeVisible();
    const mail = page.frameLocator('iframe').getByRole('img', { name: 'A loaf', exact: true });
    const english = page.getByRole('textbox', { name: `${rest.fields.label.alt}, English` });
    await expect(page.getByText('Describe the picture in English before you send.')).toBeVisible();
    await english.fill('A loaf');
    await expect(page.getByText('Describe the picture in English before you send.')).toHaveCount(0);
    await expect(mail).toBeVisible();
    expect(await mail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
    await expectNoFindings(page, 'described in English');
    await page.getByRole('radio', { name: letters.page.page, exact: true }).click();
    await expect(mail).toBeVisible();
    expect(await mail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
    await choose('string.png', 700, 700);
    await expect(part.getByText('700\u00a0×\u00a0700')).toBeVisible();
    await expect(english).toHaveValue('A loaf');
    await expect(page.getByText(words.describeAgain)).toBeVisible();
    await page.getByRole('button', { name: editor.fits }).click();
    await expect(page.getByText(words.describeAgain)).toHaveCount(0);
    await expectNoFindings(page, 'looked at');
    await site.within(({ write }) => write.updateTable('file').set({ whole: 0 }).execute());
    // Another browser than this one has no copy.
    await page.route('**/site/files/**', (route) => route.continue());
    await page.reload();
    await expect(part.getByText(words.gone)).toBeVisible();
    await expect(mail).toHaveCount(0);
    await expectNoFindings(page, 'gone');
    await choose('string.png', 700, 700);
    await expect(part.getByText(words.gone)).toHaveCount(0);
    await expect(part.locator('img')).toBeVisible();
    await part.getByRole('button', { name: words.remove, exact: true }).click();
    await expect(part.getByText(words.hint)).toBeVisible();
    await expect(english).toHaveCount(0);
    await expect(mail).toHaveCount(0);
  });
});

test('by the keyboard a picture is chosen, stopped while it is drawn, tried again and removed, and the focus stays with it (catches: a stopped one is taken; the focus ends on the page; no way out of a failure; a full disk is called a lost line)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const { page, part, button } = await openWords(context, site);
    const press = async (name: string) => {
      await button(name).focus();
      await page.keyboard.press('Enter');
    };
    const pick = async (name: string, file: ReturnType<typeof fileOf>) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(name)]);
      await chooser.setFiles(file);
    };
    const isFocused = () => expect(part).toBeFocused();
    const bread = fileOf('bread.png', 1600, 960);
    const held = Promise.withResolvers<Route>();
    await page.route(DRAW, (route) => held.resolve(route));
    await pick(words.choose, bread);
    const drawing = await held.promise;
    await isFocused();
    await page.keyboard.press('Tab');
    await expect(button(stop)).toBeFocused();
    await page.keyboard.press('Enter');
    await isFocused();
    await page.unroute(DRAW);
    await drawing.continue().catch(() => {});
    await page.route(DRAW, (route) => route.fulfill({ status: 507, json: problem('disk-full') }));
    await pick(words.choose, bread);
    await expect(part.getByRole('alert').filter({ hasText: frame.problem['disk-full'] })).toBeVisible();
    await expect(button(words.choose)).toBeVisible();
    await expectNoFindings(page, 'failed');
    await page.unroute(DRAW);
    await expect(part.getByText(words.hint)).toBeVisible();
    await press(frame.common.tryAgain);
    await expect(button(words.remove)).toBeVisible();
    await isFocused();
    for (const name of [words.change, words.remove]) {
      await page.keyboard.press('Tab');
      await expect(button(name)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(button(words.choose)).toBeVisible();
    await isFocused();
    await page.keyboard.press('Tab');
    await expect(button(words.choose)).toBeFocused();
  });
});

test('of two owners who change the picture the second chooses between both (catches: the last one wins)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const { page, part, choose, button } = await openWords(context, site);
    await choose('bread.png', 1600, 960);
    await expect(part.getByText('1200\u00a0×\u00a0720')).toBeVisible();
    await page.route('**/announcements/*/words', (route) => route.abort());
    // What is shown may not be stored yet.
    await expect
      .poll(() =>
        site.within(async ({ write }) => {
          const found = await readAnnouncement(write, 'letter:1');
          const row = found && rowsOf(found).find(({ field }) => field === 'picture');
          if (!row) return null;
          const by = { by: 'Rui', now: Date.now(), suggested: inEach(() => NO_WORDS) };
          const { revision } = row;
          return writeMailField(write, 'letter:1', { field: 'picture', value: null, revision }, by);
        }),
      )
      .toMatchObject({ is: 'saved' });
    await choose('string.png', 700, 700);
    const question = part.getByRole('group', { name: editor.other.both.replace('{name}', 'Rui') });
    await expect(question.locator('img')).toBeVisible();
    await expectNoFindings(page, 'both');
    await question.locator('label', { hasText: 'Rui’s version' }).click();
    await button(editor.other.use).click();
    await expect(part.getByText(words.hint)).toBeVisible();
    await expect(question).toHaveCount(0);
    await expect.poll(() => part.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  });
});
