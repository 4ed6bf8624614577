import type { BrowserContext, Page } from '@playwright/test';
import type { LettersNow } from '#contract/owner/launch.ts';
import { NEWS } from '#contract/newsletter.ts';
import { editor } from '#dashboard/text/en/editor.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest } from '#dashboard/text/en/rest.ts';
import { writeStage } from '#server/stage/stage.ts';
import { readyToLaunch } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { answers } from '../axe/view.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// What is deleted is not there any more, and axe at the frame of the mail.
test.use({ expected: /\b(?:404|503)\b|Blocked script execution in/ });

const { launch, letters } = rest;
/** A rendering takes as long as the machine is busy. */
const HEADING = 'The colour that sold bread';
const MAIL = {
  Subject: HEADING,
  'Preview text': 'One bakery, one colour.',
  Heading: HEADING,
  Text: 'It is red.',
};

const h1 = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** On a live site, where two people read the newsletter in each language. */
async function openList(site: OwnerSite, context: BrowserContext): Promise<Page> {
  await site.within(async (store) => {
    await readyToLaunch(store as TestStore, 4);
    const { write } = store;
    const people = await write.selectFrom('subscription').select('id').execute();
    const asked = people.map(({ id }) => ({ subscription_id: id, product: NEWS, at: Date.now() }));
    await write.insertInto('interest').values(asked).execute();
    await writeStage(write, 'live');
  });
  await site.signIn(context, { name: 'Ana Prado' });
  const page = await context.newPage();
  await answers<LettersNow>(page, '/letters', () => ({ aMonth: 1 }));
  await page.goto(`${site.address}/dashboard/newsletter`);
  await expect(page.getByText(`EN 2 · PT 2 · ${launch.ofLetter.often.monthly}`)).toBeVisible();
  return page;
}

test('a newsletter in one language is written, checked, sent to readers of both, and taken back (catches: the other column has fields; its readers get nothing)', async ({
  context,
}) => {
  await withOwnerSite(
    async (site) => {
      const page = await openList(site, context);
      await expectNoFindings(page, 'nothing written');
      await button(page, letters.new).click();
      await expect(page.getByText('2 people read Portuguese:')).toBeVisible();
      await expect(box(page, 'Subject, Portuguese')).toHaveCount(0);
      for (const [name, words] of Object.entries(MAIL)) await box(page, `${name}, English`).fill(words);
      await box(page, 'Link, English').fill('embreve.example');
      await expect(page.getByText(letters.linkError)).toBeVisible();
      await box(page, 'Link, English').fill('/services');
      await expect(page.getByText(letters.linkError)).toHaveCount(0);
      await box(page, 'Button, English').fill('See what we do');
      await page.getByText('They get the English one').click();
      const address = box(page, letters.page.address);
      await expect(address).toHaveValue('the-colour-that-sold-bread');
      await address.fill('Bread colour');
      await expect(page.getByText(letters.page.wrong)).toBeVisible();
      await address.fill('bread');
      await page.getByRole('radio', { name: letters.page.page, exact: true }).click();
      const drawn = page.frameLocator('iframe');
      await expect(drawn.getByRole('heading', { level: 1 })).toHaveText(HEADING);
      await expect(drawn.getByRole('contentinfo')).toBeVisible();
      await expectNoFindings(page, 'one language');
      await expect(h1(page)).toHaveText(HEADING);
      await button(page, launch.words.done).click();
      await expect(
        page.getByText('English only. 2 readers of Portuguese get the English one.'),
      ).toBeVisible();
      await page.getByRole('link', { name: launch.ofLetter.runCheck }).click();
      await button(page, launch.ofLetter.runCheck).click();
      await expect(page.getByText(/0 problems, \d+ warnings?, \d+ passed/).first()).toBeVisible();
      await page.getByRole('main').getByRole('link').first().click();
      await page.getByRole('link', { name: launch.before.whenButton }).click();
      await button(page, launch.when.button).click();
      await button(page, launch.ofLetter.review).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading')).toHaveText('Send to 4 people?');
      await expect(dialog.getByText('Emails go out: 4 in English.')).toBeVisible();
      await expectNoFindings(page, 'the question');
      for (const tick of await dialog.getByRole('checkbox').all()) await tick.check({ force: true });
      await dialog.getByRole('button', { name: 'Send to 4 people' }).click();
      await expect(page.getByRole('timer')).toBeVisible();
      await expect(h1(page)).toHaveText(HEADING);
      await expect(page.getByText(letters.page.wait)).toBeVisible();
      await expect(page.getByRole('link', { name: letters.page.open })).toBeVisible();
      const letter = `${site.address}/newsletter/bread`;
      expect(await (await context.request.get(letter)).text()).toContain(HEADING);
      await expectNoFindings(page, 'being taken back');

      await page.getByRole('link', { name: en.nav.newsletter }).first().click();
      await expect(row(page, HEADING)).toContainText(letters.states.undo);
      const strip = page.getByRole('region', { name: en.nav.newsletter });
      await strip.getByRole('button', { name: launch.underWay.undoButton }).click();
      await expect(row(page, HEADING)).toContainText(/English ready · Portuguese not written/);
      await expectNoFindings(page, 'the list');
      await expect.poll(async () => (await context.request.get(letter)).status()).toBe(404);
      expect(site.received).toEqual([]);
    },
    { follows: true },
  );
});

test('a deleted draft comes back by one press, and is gone once its toast is (catches: deleted at once; never)', async ({
  context,
}) => {
  await withOwnerSite(async (site) => {
    const page = await openList(site, context);
    await page.clock.install();
    await button(page, letters.new).click();
    await box(page, 'Heading, English').fill(HEADING);
    await expect(page.getByText(editor.saved.split(' {')[0] ?? '').first()).toBeVisible();
    await page.goto(`${site.address}/dashboard/newsletter/1`);
    await button(page, letters.delete).click();
    await expect(page.getByText(letters.nothing)).toBeVisible();
    await page.getByRole('button', { name: letters.undo, exact: true }).click();
    await row(page, HEADING).getByRole('link').click();
    await button(page, letters.delete).click();
    await expect(page.getByText(letters.deleted)).toBeVisible();
    const deleted = page.waitForResponse((response) => response.url().endsWith('/letter:1/delete'));
    await page.clock.runFor(11_000);
    expect((await deleted).status()).toBe(200);
    await page.reload();
    await expect(page.getByText(letters.nothing)).toBeVisible();
  });
});
