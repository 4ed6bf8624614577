import type { BrowserContext, Page } from '@playwright/test';
import { filled } from '#contract/words.ts';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { editor as editorPt } from '#dashboard/text/pt/editor.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { rest as restPt } from '#dashboard/text/pt/rest.ts';
import { readyToLaunch } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { findings } from '../support/axe.ts';
import { wordsOf, writeWords } from '../support/owner-draft.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// Refused values, a lost line, and axe at the frame of the mail.
test.use({ expected: /\b(?:409|413|422|503)\b|ERR_FAILED|Blocked script execution in/ });

const PATH = '/dashboard/launch/words';
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const mail = (page: Page) => page.frameLocator('main iframe').locator('body');

async function open(site: OwnerSite, context: BrowserContext, name: string, language: 'en' | 'pt' = 'en') {
  await site.signIn(context, { name, language });
  const page = await context.newPage();
  await page.goto(site.address + PATH);
  await page.locator('textarea').first().waitFor();
  return page;
}

test('two owners write the launch email: beside each other at once, and in one field both versions stay until one is chosen (catches: the last one wins; all of the email is one question)', async ({
  context,
  browser,
}) => {
  await withOwnerSite(async (site) => {
    const page = await open(site, context, 'Ana Prado');
    const theirs = await browser.newContext();
    const other = await open(site, theirs, 'Eva Luz');
    await box(other, 'Heading, English').focus();
    await expect(page.getByText('Eva Luz is typing here')).toBeVisible();
    await page.route('**/launch/words', (route) => route.abort());
    await writeWords(site, theirs, 'heading.en', 'At last.');
    await writeWords(site, theirs, 'subject.en', 'Open');
    await box(page, 'Button, English').fill('Come in');
    await box(page, 'Heading, English').fill('Here we are.');
    await expect(page.getByText(/You and Eva Luz changed this at the same time/)).toHaveCount(1);
    expect((await wordsOf(site, context)).words.en).toMatchObject({ heading: 'At last.', button: 'Come in' });
    await expect(mail(page)).toContainText('At last.');
    expect(await findings(page, 'all')).toEqual([]);
    await page.unroute('**/launch/words');
    await expect(box(page, 'Subject, English')).toHaveValue('Open');
    await page.getByRole('radio', { name: /Your version/ }).check();
    await page.getByRole('button', { name: editorEn.other.use }).click();
    await expect.poll(async () => (await wordsOf(site, context)).words.en.heading).toBe('Here we are.');
    await expect(box(other, 'Heading, English')).toHaveValue('Here we are.');
    await theirs.close();
  });
});

test('in Portuguese, too, each sentence is checked by itself, and one that is refused says so under its field (catches: sent forever; the whole language is asked about; Done goes on without it)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const page = await open(site, context, 'Ana Prado', 'pt');
    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/words/save') ? 1 : 0));
    await box(page, 'Assunto, Inglês').fill('Open');
    await expect(page.getByText(filled(editorPt.check, { language: 'português' }))).toHaveCount(1);
    await expect(page.getByText(filled(editorPt.check, { language: 'inglês' }))).toHaveCount(0);
    await page.getByRole('button', { name: editorPt.fits }).click();
    await expect(page.getByText(filled(editorPt.check, { language: 'português' }))).toHaveCount(0);
    const text = box(page, 'Texto, Português');
    await text.fill('x'.repeat(11_000));
    await text.blur();
    await expect(page.getByText(editorPt.refused.long)).toBeVisible();
    const before = sent;
    await page.getByRole('button', { name: restPt.launch.words.done }).click();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(text).toHaveValue('x'.repeat(11_000));
    await expect(page).toHaveURL(site.address + PATH);
    expect(sent).toBe(before);
    await text.fill('Está aberto.\n\n**Venha ver.**');
    await expect(mail(page).locator('b').getByText('Venha ver.')).toBeVisible();
    await page.getByRole('button', { name: restPt.launch.words.done }).click();
    await expect(page).toHaveURL(`${site.address}/dashboard/launch`);
    const { words } = await wordsOf(site, context);
    expect([words.en.subject, words.pt.body]).toEqual(['Open', 'Está aberto.\n\n**Venha ver.**']);
  });
});

test('once the launch is set its email is only read, and what was still typed stays and says that it is not saved (catches: it is lost; it is shown as sent)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.within((store) => readyToLaunch(store as TestStore, 2));
    const page = await open(site, context, 'Ana Prado');
    const heading = box(page, 'Heading, English');
    await expect(mail(page)).toContainText('The wait is over.');
    await page.route('**/launch', (route) => route.abort());
    await site.within(({ write }) => write.updateTable('announcement').set({ state: 'scheduled' }).execute());
    await heading.fill('Too late.');
    await expect(page.getByText(editorEn.refused.locked)).toBeVisible();
    await page.unroute('**/launch');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByText(restEn.launch.words.locked)).toBeVisible();
    await expect(heading).toHaveValue('Too late.');
    await expect(mail(page)).toContainText('The wait is over.');
    for (const area of await page.getByRole('main').getByRole('textbox').all())
      await expect(area).toHaveAttribute('readonly');
    for (const name of [restEn.launch.words.done, restEn.launch.words.test, editorEn.back])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    expect((await wordsOf(site, context)).words.en.heading).toBe('The wait is over.');
  });
});
