import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { copies as copiesEn } from '#dashboard/text/en/copies.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { confirmKey } from '#server/copies/recovery-key.ts';
import { readSetting } from '#server/store/stored-setting.ts';
import { signedIn } from '#test/fixtures/owner.ts';
import { fillSample } from '#test/fixtures/sample.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const QUARTER_MS = 91 * 86_400_000;

test('Today asks for the recovery key, Settings takes the right one alone, shows each copy and gives everything in one file (catches: any key is right; the key is sent) @all', async ({
  page,
  context,
}) => {
  // Half a minute on an idle machine.
  await withOwnerSite(async (site) => {
    await using folder = await folderOf();
    const identity = await generateX25519Identity();
    const key = await identityToRecipient(identity);
    const changes = { COPY_TO: folder.path, COPY_KEY: key };
    await site.within(async ({ write }) => {
      const { post } = await signedIn(Number(new URL(site.address).port), write);
      expect((await post('/server-settings', { changes })).status).toBe(200);
    });
    await site.signIn(context, { name: 'Marta' });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.goto(`${site.address}/dashboard/settings#copies`);
    const copy = page.getByRole('listitem').filter({ hasText: words(copiesEn.whole) });
    await expect(copy).toHaveCount(1);

    await site.within(async ({ write }) => {
      expect(await readSetting(write, 'recovery-key')).toContain(key);
      await confirmKey(write, key, Date.now() - QUARTER_MS);
      await fillSample(write, { now: Date.now() });
    });
    await page.goto(`${site.address}/dashboard`);
    const need = page.getByRole('listitem').filter({ hasText: en.today.needs.key });
    await need.getByRole('link', { name: en.common.look }).click();
    await expect(page.getByText(copiesEn.keyStill)).toBeVisible();
    await page.getByRole('button', { name: copiesEn.keyCheck }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel(copiesEn.key);
    for (const typed of [identity.slice(0, -1), await generateX25519Identity()]) {
      await field.fill(typed);
      await dialog.getByRole('button', { name: copiesEn.keyYes }).click();
      await expect(dialog.getByText(copiesEn.keyWrong)).toBeVisible();
      await expect(field).toBeFocused();
    }
    await expectNoFindings(page, 'the question for the recovery key');
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: copiesEn.keyChoose }).click();
    const paper = Buffer.from(`# a comment\n${identity.toLowerCase()}\n`);
    await (await chooser).setFiles({ name: 'recovery-key.txt', mimeType: 'text/plain', buffer: paper });
    await expect(page.getByText(copiesEn.keyRight)).toBeVisible();
    await expect(page.getByText(copiesEn.keyStill)).toHaveCount(0);
    expect(sent.some((body) => body.includes(key))).toBe(true);
    expect(sent.filter((body) => /AGE-SECRET/i.test(body))).toEqual([]);

    await page.getByRole('button', { name: copiesEn.everything }).click();
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: copiesEn.download }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^copy-.*\.sqlite\.age$/);
    expect(await readFile(await download.path(), 'latin1')).toMatch(/^age-encryption.org\/v1\n-> X25519 /);
    await expect(page.getByText(copiesEn.everythingDone)).toBeVisible();
    await expectNoFindings(page, 'copies there');
  });
});

/** What a sentence says before its first value. */
function words(sentence: string): string {
  return sentence.slice(0, sentence.indexOf('{'));
}

async function folderOf() {
  const path = await mkdtemp(join(tmpdir(), 'embreve-copies-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
