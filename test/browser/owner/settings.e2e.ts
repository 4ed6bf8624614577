import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { copies as copiesEn } from '#dashboard/text/en/copies.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { doctor as doctorPt } from '#dashboard/text/pt/doctor.ts';
import { first as pt } from '#dashboard/text/pt/first.ts';
import { settings as settingsEn } from '#dashboard/text/en/settings.ts';
import { welcome as welcomeEn } from '#dashboard/text/en/welcome.ts';
import { folderTarget } from '#server/copies/folder-target.ts';
import { keptCopies } from '#server/copies/kept.ts';
import { isMadeBy } from '#server/copies/name.ts';
import { signerIn } from '#server/copies/signature.ts';
import { expectNoFindings } from '../support/axe.ts';
import { OWNER_EMAIL, test, withOwnerSite } from '../support/owner-site.ts';
import { addAuthenticator } from '../support/passkeys.ts';
import { expect } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page) => page.getByRole('dialog');

/** What a saved recovery key holds. */
function readPaper(text: string): { identity: string | undefined; signedBy: string; command: string } {
  const [, command = ''] = /^# (npm .*)$/m.exec(text) ?? [];
  const [identity, signedBy = ''] = text.trimEnd().split('\n').slice(-2);
  return { identity, signedBy, command };
}

test('nothing is shown that moves when the rest comes (catches: topics come above those already there)', async ({
  page,
  ownerSite,
}) => {
  await ownerSite.signIn(page.context());
  const late = Promise.withResolvers<void>();
  await page.route('**/api/owner/server-settings', async (route) => {
    await late.promise;
    await route.continue();
  });
  const settings = page.waitForResponse('**/api/owner/settings');
  await page.goto('/dashboard/settings');
  await (await settings).finished();
  await expect(page.getByText(en.state.loading).first()).toBeVisible();
  const topic = page.getByRole('heading', { name: settingsEn.passkeys });
  await expect(topic).toHaveCount(0);
  late.resolve();
  await expect(topic).toBeVisible();
});

test('a preview link is made, opened by a guest, counted and ended @all', async ({
  page,
  context,
  browser,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Marta' });
    await page.goto(`${site.address}/dashboard/settings`);
    await button(page, settingsEn.previewMake).click();
    await dialog(page).getByLabel(settingsEn.previewFor).fill('Fio Azul');
    await dialog(page).getByRole('button', { name: settingsEn.previewMake }).click();
    const link = (await dialog(page).getByText('?preview=').textContent()) ?? '';
    await page.keyboard.press('Escape');
    const row = page.getByRole('listitem').filter({ hasText: 'Fio Azul' });
    await expect(row).toContainText('created by Marta');
    const guest = await browser.newContext();
    const visit = await guest.newPage();
    // The collector accepts a new link within a second.
    await expect(async () => {
      await visit.goto(link);
      expect(new URL(visit.url()).pathname).toBe('/');
    }).toPass();
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText('opened once', { timeout: 1_000 });
    }).toPass();
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await expect(page.getByText(settingsEn.previewEnded)).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(async () => {
      await visit.goto(`${site.address}/services`);
      expect(new URL(visit.url()).pathname).toBe('/soon');
    }).toPass();
    await guest.close();
  });
});

test('a backup is downloaded with a passphrase; the site opens after a question; both are in the log', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(context, { name: 'Marta' });
    await page.goto(`${site.address}/dashboard/settings`);
    await button(page, settingsEn.backupButton).click();
    await dialog(page).getByLabel(settingsEn.passphrase).fill('nine teeth in the sand');
    const coming = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: settingsEn.backupButton }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^backup-\d{4}-\d\d-\d\d\.sqlite\.age$/);
    const head = (await readFile(await download.path())).toString('latin1', 0, 40);
    expect(head).toContain('age-encryption.org/v1\n-> scrypt ');
    await expect(page.getByText(/^Last backup: \d\d:\d\d, /)).toBeVisible();
    await button(page, settingsEn.stageOpenButton).click();
    await dialog(page).getByRole('button', { name: settingsEn.stageOpenYes }).click();
    await expect(button(page, settingsEn.stageCloseButton)).toBeVisible();
    await expect.poll(async () => (await fetch(`${site.address}/services`)).url).toMatch(/\/services$/);
    await expect(page.getByText('Marta changed the site’s status')).toBeVisible();
    await expect(page.getByText('Marta downloaded a backup')).toBeVisible();
    await button(page, settingsEn.stageCloseButton).click();
    await dialog(page).getByRole('button', { name: settingsEn.stageCloseButton }).click();
    await expect(page.getByText(settingsEn.stageClosed)).toBeVisible();
  });
});

test('passkeys, owners and the doctor, on both widths without a finding @all', async ({ page, context }) => {
  await withOwnerSite(async (site) => {
    await addAuthenticator(page);
    await site.signIn(context, { name: 'Marta' });
    await page.goto(`${site.address}/dashboard/settings`);
    await button(page, settingsEn.passkeyAdd).click();
    await dialog(page).getByRole('textbox').fill('Office laptop');
    await dialog(page).getByRole('button', { name: settingsEn.passkeyAdd }).click();
    await button(page, `${settingsEn.rename}: Office laptop`).click();
    await dialog(page).getByRole('textbox').fill('Old laptop');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Old laptop' })).toBeVisible();
    await button(page, `${settingsEn.remove}: Old laptop`).click();
    await expect(dialog(page)).toContainText(settingsEn.removeLast);
    await dialog(page).getByRole('button', { name: settingsEn.remove }).click();
    await expect(page.getByRole('heading', { name: 'Old laptop' })).toHaveCount(0);
    await button(page, settingsEn.ownerAdd).click();
    await dialog(page).getByLabel(settingsEn.ownerName).fill('Duarte');
    await dialog(page).getByRole('button', { name: settingsEn.ownerLink }).click();
    await expect(dialog(page).getByText('/dashboard/sign-in#')).toBeVisible();
    const first = await dialog(page).getByText('/dashboard/sign-in#').textContent();
    await page.keyboard.press('Escape');
    await button(page, `${settingsEn.ownerAgain}: Duarte`).click();
    const second = dialog(page).getByText('/dashboard/sign-in#');
    await expect(second).toBeVisible();
    await expect(second).not.toHaveText(first ?? '');
    await page.keyboard.press('Escape');
    await button(page, `${settingsEn.ownerRemove}: Duarte`).click();
    await dialog(page).getByRole('button', { name: settingsEn.ownerRemove }).click();
    await expect(page.getByRole('heading', { name: 'Duarte' })).toHaveCount(0);
    await button(page, settingsEn.doctorRun).click();
    await expect(page.getByText(/(?:issues? found|checks passed), /)).toBeVisible();
    await expectNoFindings(page, 'settings');
    // Rail and page agree, and the device decides once it is allowed to.
    const html = page.locator('html');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('radio', { name: settingsEn.themes.device }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.locator('header').getByRole('button', { name: en.nav.toDark }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('radio', { name: settingsEn.themes.dark })).toBeChecked();
    await page.getByRole('radio', { name: settingsEn.themes.device }).click();
    await page.reload();
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.getByRole('radio', { name: 'Português' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pt.nav.settings);
    await expect(page.getByText(doctorPt['no-limit'])).toBeVisible();
  });
});

test.describe(() => {
  // What is typed wrongly is answered with it.
  test.use({ expected: /\b(?:422|503)\b/ });

  test('settings of the server are changed where an owner may; one that can’t be says why', async ({
    page,
    context,
  }) => {
    await withOwnerSite(async (site) => {
      await site.signIn(context, { name: 'Marta' });
      await page.goto(`${site.address}/dashboard/settings`);
      const { fields, signUps, numberWrong } = settingsEn;
      const form = page.locator('form').filter({ hasText: fields.DOUBLE_OPT_IN });
      const save = form.getByRole('button', { name: welcomeEn.delivery.save });
      const reminder = page.getByLabel(fields.REMINDER_DAYS);
      await expect(page.getByRole('heading', { name: signUps.title })).toBeVisible();
      await expect(reminder).toHaveValue('3');
      await reminder.fill('31');
      await page.getByLabel(fields.DOUBLE_OPT_IN).selectOption(settingsEn.off);
      await save.click();
      await expect(form.getByText(numberWrong.replace('{least}', '0').replace('{most}', '30'))).toBeVisible();
      await expect(reminder).toBeFocused();
      await reminder.fill('5');
      await save.click();
      await expect(page.getByText(welcomeEn.delivery.saved)).toBeVisible();
      await page.reload();
      await expect(reminder).toHaveValue('5');
      await expect(page.getByLabel(fields.DOUBLE_OPT_IN)).toHaveValue('off');
      // The environment wins.
      await expect(page.getByText(OWNER_EMAIL)).toBeVisible();
      await expect(page.getByLabel(fields.OWNER_EMAIL)).toHaveCount(0);
    });
  });

  test('off-site copies: a key is made and asked back, copies begin, and a folder that is gone is said @all', async ({
    page,
    context,
  }) => {
    // Half a minute on an idle machine.
    await withOwnerSite(async (site) => {
      const folder = await mkdtemp(join(tmpdir(), 'embreve-copies-'));
      await site.signIn(context, { name: 'Marta' });
      await page.addInitScript(() => {
        window.print = () => {
          Object.assign(top ?? {}, { printed: document.body.textContent });
          dispatchEvent(new Event('afterprint'));
        };
      });
      await page.goto(`${site.address}/dashboard/settings`);
      await page.getByLabel(copiesEn.where).selectOption(copiesEn.folder);
      await page.getByLabel(copiesEn.path).fill(`${folder}-none`);
      const path = page.getByLabel(copiesEn.path);
      await button(page, copiesEn.start).click();
      await expect(page.getByText(copiesEn.problems.folder['not-there'])).toBeVisible();
      await expect(path).toBeFocused();
      await expect(dialog(page)).toHaveCount(0);
      await path.fill(folder);
      await path.press('Enter');
      const shown = dialog(page).getByText('AGE-SECRET-KEY-1');
      const key = (await shown.textContent()) ?? '';
      // An owner who has saved it is not shown another.
      await page.keyboard.press('Escape');
      await button(page, copiesEn.start).click();
      await expect(shown).toHaveText(key);
      const coming = page.waitForEvent('download');
      await dialog(page).getByRole('button', { name: copiesEn.download }).click();
      const { identity, signedBy, command } = readPaper(await readFile(await (await coming).path(), 'utf8'));
      expect(identity).toBe(key);
      expect(command).toContain(`--from '${folder}' --key`);
      await dialog(page).getByRole('button', { name: copiesEn.print }).click();
      await expect.poll(() => page.evaluate('printed')).toContain(key);
      expect(await page.evaluate('printed')).toContain(command);
      expect(await page.evaluate('printed')).toContain(signedBy);
      const last = dialog(page).getByLabel(copiesEn.last);
      const gives = async (end: string) => {
        await last.fill(end);
        await dialog(page).getByRole('button', { name: copiesEn.on }).click();
      };
      await gives('WRONGONE');
      await expect(dialog(page).getByText(copiesEn.lastWrong)).toBeVisible();
      await expect(last).toBeFocused();
      await expectNoFindings(page, 'the recovery key');
      await page.route('**/server-settings', (route) => route.fulfill({ status: 503 }), { times: 1 });
      await gives(key.slice(-8).toLowerCase());
      await expect(dialog(page).getByRole('alert')).not.toBeEmpty();
      await expect(last).toHaveValue(key.slice(-8).toLowerCase());
      await last.press('Enter');
      await expect(page.getByText(/^Last copy .* seconds? ago\.$/)).toBeVisible();
      const [copy] = await keptCopies(folderTarget(folder));
      const signer = signerIn(signedBy);
      expect(signer && copy?.objects.every(isMadeBy(signer))).toBe(true);
      await rename(folder, `${folder}-away`);
      await fetch(`${site.address}/api/subscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ana@example.com' }),
      });
      await expect(page.getByText(copiesEn.problems.folder['not-there'])).toBeVisible();
      await expectNoFindings(page, 'failing copies');
      await button(page, copiesEn.end).click();
      const end = dialog(page).getByRole('button', { name: copiesEn.end });
      // It ends something: never the solid button of a next step.
      await expect(end).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await end.click();
      await expect(page.getByText(copiesEn.off)).toBeVisible();
      await expect(page.getByRole('heading', { name: copiesEn.title })).toBeFocused();
      await rm(`${folder}-away`, { recursive: true });
    });
  });
});
