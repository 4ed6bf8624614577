import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { readyToLaunch } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { OWNER_EMAIL, test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { findings } from '../support/axe.ts';
import { addAuthenticator } from '../support/passkeys.ts';
import { expect } from '../support/test.ts';

const { launch } = restEn;
/** What an unchanged template keeps; as many services as its titles say. */
const { count, ...kept } = launch.check.template;
const PEOPLE = 24;
const SUBJECT = { en: 'Really open', pt: 'Abriu mesmo' };
/** Two seconds, plus the time a busy machine needs to render. */

function button(page: Page, name: string | RegExp) {
  return page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
}

function h1(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

async function expectNoFault(page: Page): Promise<void> {
  expect(await findings(page, 'all')).toEqual([]);
}

/** The dot of the chosen option, also in forced colours. */
async function expectChoiceSeen(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const [dot, paper] = await page.evaluate(() => {
    const box = document.querySelector('label:has(:checked) [data-on]')!;
    return [getComputedStyle(box, '::after'), getComputedStyle(document.documentElement)].map(
      ({ backgroundColor }) => backgroundColor,
    );
  });
  expect(dot).not.toBe(paper);
  await page.emulateMedia({ forcedColors: 'none' });
}

async function change(site: OwnerSite, values: Record<string, number>): Promise<void> {
  await site.within(({ write }) =>
    write.updateTable('announcement').set(values).where('purpose', '=', 'launch').execute(),
  );
}

/** Signs in by a link, and creates a passkey. */
async function signInWithPasskey(page: Page, site: OwnerSite): Promise<void> {
  await addAuthenticator(page);
  await page.goto(await site.link(null));
  await page.getByLabel(restEn.start.name).fill('Ana Sousa');
  await page.getByRole('button', { name: restEn.start.next }).click();
  await expect(h1(page)).toHaveText(restEn.start.agencyTitle);
  await page.goto(`${site.address}/dashboard/settings#passkeys`);
  await page.getByRole('button', { name: restEn.settings.passkeyAdd }).click();
  await page.getByRole('dialog').getByRole('button', { name: restEn.settings.passkeyAdd }).click();
  await expect(page.getByText(restEn.settings.passkeyNever)).toBeVisible();
}

async function writeAndRehearse(page: Page, site: OwnerSite): Promise<void> {
  await page.goto(`${site.address}/dashboard/launch`);
  await expect(page.getByText('recipients so far')).toBeVisible();
  await page.getByRole('link', { name: restEn.launch.before.change }).first().click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Heading, English').fill('The wait is really over.');
  await expect(page.frameLocator('main iframe').getByText('The wait is really over.')).toBeVisible();
  await expect(page.getByText(/Saved at/).first()).toBeVisible();
  await expectNoFault(page);
  await button(page, editorEn.fits).click();
  await expect(button(page, editorEn.fits)).toHaveCount(0);
  await button(page, launch.words.done).click();
  await page.getByRole('link', { name: launch.before.change }).first().click();
  await field('Subject, English').fill(SUBJECT.en);
  await field('Subject, Portuguese').fill(SUBJECT.pt);
  // Left and checked with the last key.
  await page.getByRole('main').getByRole('link').first().click();
  await page.getByRole('link', { name: launch.ofLaunch.runCheck }).click();
  await button(page, launch.ofLaunch.runCheck).click();
  const said = page.getByRole('status').filter({ hasText: /0 problems, \d+ warnings?, \d+ passed/ });
  await expect(said, 'said aloud at its end').toBeAttached();
  await expect(page.getByText(`Still the template’s: ${count}`), 'there are four').toHaveCount(0);
  for (const part of Object.values(kept))
    await expect(page.getByText(`Still the template’s: ${part}`), 'this build is the template').toBeVisible();
  await expect(page.getByRole('link', { name: 'About: Story' })).toHaveAttribute(
    'href',
    /field=text.about.story.en$/,
  );
  await expectNoFault(page);
  await page.getByLabel(launch.words.testTo).fill(OWNER_EMAIL);
  site.atRecipient.set(OWNER_EMAIL, 'cut');
  await button(page, launch.words.test).click();
  await expect(page.getByText('Details: “the mail server'), 'our words are not its reply').toBeVisible();
  site.atRecipient.clear();
  await button(page, launch.words.test).click();
  await expect.poll(() => site.received.map(({ to }) => to[0])).toEqual([OWNER_EMAIL]);
}

/** Chooses "as soon as I confirm"; then ticks all that has to be reviewed. */
async function chooseAndAsk(page: Page, site: OwnerSite): Promise<void> {
  await page.goto(`${site.address}/dashboard/launch/when`);
  await expect(page.getByText(launch.ofLaunch.plan)).toBeVisible();
  await expectNoFault(page);
  await expectChoiceSeen(page);
  await button(page, launch.when.button).click();
  await button(page, launch.ofLaunch.review).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(`Launch the site and email ${PEOPLE} recipients?`);
  for (const part of Object.values(kept))
    await expect(dialog.getByText(part), 'named as in the check').toBeVisible();
  await dialog.getByRole('button', { name: /^Launch and email/ }).click();
  await expect(dialog.getByText(launch.confirm.yellowNeeded)).toBeVisible();
  await expectNoFault(page);
  for (const tick of await dialog.getByRole('checkbox').all()) await tick.check({ force: true });
}

// A lost answer, a lost connection, the passkey prompt, and axe at the frame of the mail.
test.use({ expected: /403|\b503\b|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Blocked script execution in/ });

test('words, rehearsal, test, open by passkey, undo; open again, pause, resume, done, receipt; another browser sees each', async ({
  page,
  browser,
}) => {
  await withOwnerSite(async (site) => {
    await site.within((store) => readyToLaunch(store as TestStore, PEOPLE));
    await signInWithPasskey(page, site);
    const other = await (await browser.newContext()).newPage();
    await site.signIn(other.context(), { name: 'Rui' });
    await other.goto(`${site.address}/dashboard/launch`);
    await writeAndRehearse(page, site);
    await chooseAndAsk(page, site);
    await site.within(({ write }) => write.updateTable('owner_session').set({ proof_at: null }).execute());
    await page.getByRole('button', { name: /^Launch and email/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: restEn.again.button }).click();
    for (const one of [page, other]) await expect(h1(one)).toHaveText(launch.ofLaunch.opened);
    await expect(page.getByText(launch.before.alsoText), 'books are announced as before').toBeVisible();
    await button(page, launch.ofLaunch.undo).click();
    for (const one of [page, other]) await expect(h1(one)).toHaveText(en.nav.launch);

    await chooseAndAsk(page, site);
    // The launch succeeds, but its answer is lost.
    await page.route('**/open', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: /^Launch and email/ }).click();
    for (const one of [page, other]) await expect(h1(one)).toHaveText(launch.ofLaunch.opened);
    await page.unroute('**/open');
    await expectNoFault(page);

    await change(site, { wave: 0, max_per_minute: 60, undo_until: Date.now() - 1 });
    for (const one of [page, other]) await expect(h1(one)).toHaveText(launch.sending.title);
    await button(other, launch.sending.pause).click();
    for (const one of [page, other]) await expect(h1(one)).toHaveText(launch.paused.title);
    await expect(page.getByText(/Paused by Rui/)).toBeVisible();
    await expectNoFault(page);
    await page.context().setOffline(true);
    await expect(page.getByText(/You’re offline/)).toBeVisible();
    await button(other, /^Resume sending to/).click();
    await expect(h1(other)).toHaveText(launch.sending.title);
    await page.context().setOffline(false);
    await expect(h1(page)).toHaveText(launch.sending.title);

    await change(site, { max_per_minute: 60_000 });
    for (const one of [page, other]) await expect(h1(one)).toHaveText(launch.ofLaunch.done);
    await expect(page.getByText(`${PEOPLE} + 0 + 0 + 0 = ${PEOPLE}`)).toBeVisible();
    expect(site.received).toHaveLength(PEOPLE + 1);
    const subjects = site.received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]);
    expect(new Set(subjects), 'the last words that were typed').toEqual(new Set(Object.values(SUBJECT)));
    await expectNoFault(page);
    await page.getByLabel(launch.done.askLabel).fill('person7@example.org');
    await button(page, launch.done.askButton).click();
    await expect(page.getByText(/^Sent\. example\.org accepted it/)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await button(page, launch.done.csv).click();
    const file = await (await downloading).path();
    expect(await readFile(file, 'utf8')).toMatch(/person7@example\.org.*sent/);
    await other.context().close();
    await page.goto('about:blank');
  });
});

test('the mail is shown as it is typed, before it is kept @all', async ({ page, ownerSite }) => {
  await ownerSite.signIn(page.context());
  // Saving what is typed always fails here.
  await page.route('**/words/save', (route) => route.abort());
  await page.goto('/dashboard/launch/words');
  const mail = page.frameLocator('main iframe');
  await expect(mail.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: 'Heading, English' }).fill('Only <b>typed</b>.');
  await expect(mail.getByText('Only <b>typed</b>.')).toBeVisible();
  const colour = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const dark = await colour();
  await page.getByRole('radio', { name: editorEn.light }).check({ force: true });
  await expect.poll(colour).not.toBe(dark);
  await expect(mail.getByText('Only <b>typed</b>.')).toBeVisible();
});

test('an owner who comes back sees the truth of the server at once, also where the last question hangs @all', async ({
  page,
  ownerSite,
}) => {
  await ownerSite.signIn(page.context());
  await page.clock.install();
  await page.goto('/dashboard/launch');
  // Waits for the first read.
  await expect(page.getByRole('progressbar')).toBeVisible();
  // From now on timers trigger no request.
  await page.clock.pauseAt(Date.now() + 60_000);
  const asked = () => page.waitForRequest((one) => one.url().endsWith('/announcements/launch'));
  await page.route('**/announcements/launch', () => {});
  for (const kind of ['focus', 'online', 'visibilitychange', 'pageshow']) {
    const again = asked();
    await page.evaluate((name) => {
      dispatchEvent(
        name === 'pageshow' ? new PageTransitionEvent(name, { persisted: true }) : new Event(name),
      );
    }, kind);
    await again;
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
