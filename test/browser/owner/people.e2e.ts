import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Download, Page } from '@playwright/test';
import { lists as listsEn } from '#dashboard/text/en/lists.ts';
import { people as peopleEn } from '#dashboard/text/en/people.ts';
import type { SubscriptionTable } from '#server/store/schema.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { people, person, add } = peopleEn;
const { import: lists, export: exported } = listsEn;

/** A domain for this test only: the tests of one worker share a list. */
const newDomain = () => `x${randomUUID().slice(0, 8)}.example`;

type Row = Partial<Pick<SubscriptionTable, 'state' | 'suspect' | 'language' | 'utm_source' | 'path'>>;

async function fill(site: OwnerSite, domain: string, rows: Record<string, Row>): Promise<void> {
  const values = Object.entries(rows).map(([name, row]) => {
    const address = `${name}@${domain}`;
    return {
      key: address,
      address,
      language: 'en' as const,
      state: 'pending' as const,
      created_at: Date.now(),
      ...row,
    };
  });
  await site.within(({ write }) => write.insertInto('subscription').values(values).execute());
}

const keysOf = (site: OwnerSite, domain: string) =>
  site.within(async ({ read }) => {
    const rows = await read
      .selectFrom('subscription')
      .select(['key', 'state'])
      .where('key', 'like', `%@${domain}`)
      .execute();
    return rows.map(({ key, state }) => `${key.split('@')[0]} ${state}`).toSorted();
  });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const rowsOf = (page: Page) => page.locator('main [data-row]');

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFile(await (await download).path(), 'utf8');
}

test('people are searched and filtered, and the way back leads where one was @all', async ({
  page,
  ownerSite,
}) => {
  const domain = newDomain();
  const evil = '<img src=x onerror=alert(1)>';
  await fill(ownerSite, domain, {
    ana: { language: 'pt', utm_source: evil, path: '/services' },
    eva: { state: 'confirmed', language: 'pt' },
    rui: { state: 'confirmed' },
    bot: { suspect: 'honeypot' },
  });
  // The search excludes this person from the panel's count, too.
  await fill(ownerSite, newDomain(), { rui: { state: 'confirmed' } });
  await ownerSite.signIn(page.context());
  await page.goto('/dashboard/people');
  await expect(rowsOf(page).first()).toBeVisible();
  await search(page, `@${domain}`);
  await expect(rowsOf(page)).toHaveText([`bot@${domain}`, `rui@${domain}`, `eva@${domain}`, `ana@${domain}`]);
  await expect(page.getByText('4 matches').first()).toBeVisible();
  expect(page.url()).not.toContain(domain);

  await button(page, /^Status/).click();
  const panel = page.locator('[popover]:popover-open');
  await panel.getByText(people.state.confirmed, { exact: true }).click();
  await panel.getByText(people.state.suspect, { exact: true }).click();
  await panel.getByRole('button', { name: 'Show 3 subscribers' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page).toHaveURL(/\?state=confirmed%2Csuspect$/);
  await button(page, /^Language/).click();
  await panel.getByText('Portuguese').click();
  await panel.getByRole('button', { name: 'Show 1 subscriber' }).click();
  await expect(rowsOf(page)).toHaveText([`eva@${domain}`]);
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(3);

  await rowsOf(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText(`rui@${domain}`);
  await expect(page.locator('h1')).toBeFocused();
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.goBack();
  await expect(page.getByRole('table').getByText(evil)).toBeVisible();
  await page.getByText(`ana@${domain}`).click();
  await expect(page.getByText(`First visit to /services, from ${evil}`)).toBeVisible();
  await page.goBack();
  await search(page, `nobody@${domain}`);
  await expect(page.getByText(people.noneTitle)).toBeVisible();
  await button(page, people.filterReset).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a person is added, with what was typed kept over a reload, and told what happens', async ({
  page,
  ownerSite,
}) => {
  const address = `ana@${newDomain()}`;
  await ownerSite.signIn(page.context());
  await page.goto('/dashboard/people/add');
  await page.getByLabel(add.address, { exact: true }).fill('ana(at)example.com');
  await page.getByLabel(add.language).selectOption('pt');
  await button(page, add.button).click();
  await expect(page.getByText(add.errors.invalid)).toBeVisible();
  await expect(page.getByLabel(add.address, { exact: true })).toBeFocused();
  await page.getByLabel(add.address, { exact: true }).fill(address);
  await page.reload();
  await expect(page.getByLabel(add.address, { exact: true })).toHaveValue(address);
  await expect(page.getByLabel(add.language)).toHaveValue('pt');
  await button(page, add.button).click();
  await expect(page.locator('h1')).toHaveText(address);
  await expect(page.getByText(person.events.added)).toBeVisible();
  await expect.poll(() => ownerSite.received.filter(({ to }) => to.includes(address)).length).toBe(1);
  await expect(page.getByText(`${person.mails.confirm}: ${person.ends.sent}`)).toBeVisible();
  await button(page, person.resendButton).click();
  await expect(page.getByText(person.again['too-often'])).toBeVisible();
});

test('a held sign-up is released; erasing asks for the address, and leaves nothing to find', async ({
  page,
  ownerSite,
}) => {
  const domain = newDomain();
  await fill(ownerSite, domain, { bot: { suspect: 'honeypot' } });
  await ownerSite.signIn(page.context());
  await page.goto('/dashboard/people');
  await search(page, domain);
  await expect(rowsOf(page)).toHaveText([`bot@${domain}`]);
  await rowsOf(page).click();
  await button(page, person.release).click();
  await page.getByRole('dialog').getByRole('button', { name: person.release }).click();
  await expect(page.getByText(people.stateHint.pending)).toBeVisible();
  // The pressed button is gone after its action.
  await expect(page.getByRole('listitem').filter({ hasText: person.resendText })).toBeFocused();
  await button(page, person.linksButton).click();
  await expect(page.getByText(/\/soon\?unsubscribe=/)).toBeVisible();

  await button(page, person.erase).click();
  const dialog = page.getByRole('dialog', { name: person.eraseTitle });
  await expect(dialog).toContainText(person.eraseTextAlone);
  await dialog.getByRole('textbox').fill(`eva@${domain}`);
  await dialog.getByRole('button', { name: person.eraseButton }).click();
  await expect(dialog.getByText(`This doesn’t match bot@${domain}.`)).toBeVisible();
  expect(await keysOf(ownerSite, domain)).toEqual(['bot pending']);
  await dialog.getByRole('textbox').fill(`Bot@${domain}`);
  await dialog.getByRole('button', { name: person.eraseButton }).click();
  await expect(page).toHaveURL(/\/dashboard\/people$/);
  await expect(page.getByText(people.noneErased)).toBeVisible();
  expect(await keysOf(ownerSite, domain)).toEqual([]);
});

test('a list is looked through, then imported; what was left out and what is shown can be taken along', async ({
  page,
  ownerSite,
}) => {
  const domain = newDomain();
  await fill(ownerSite, domain, { eva: { state: 'unsubscribed' }, rui: { state: 'confirmed' } });
  await ownerSite.signIn(page.context());
  await page.goto('/dashboard/people');
  await page.getByRole('link', { name: people.import }).click();
  const rows = [
    'Name;Email;Language',
    `A;ana@${domain};pt`,
    `E;eva@${domain};`,
    `R;rui@${domain};`,
    '=X;=ana(at)x;',
  ];
  const file = page.locator('input[type=file]');
  await file.setInputFiles({
    name: 'cleaned_1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('email\na@b.example'),
  });
  await expect(page.getByText(lists.errors.notSubscribed)).toBeVisible();
  await file.setInputFiles({
    name: 'subscribed_members_export_1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  });
  await expect(page.getByText('subscribed_members_export_1.csv, 4 rows')).toBeVisible();
  await expect(page.locator('h1')).toBeFocused();
  await expect(page.locator('dl dd')).toHaveText([/^1/, /^1/, /^1/, /^1/]);
  expect(await keysOf(ownerSite, domain)).toEqual(['eva unsubscribed', 'rui confirmed']);
  await page.getByText(lists.consent.list).click();
  await expect(page.getByRole('radio', { name: lists.consent.list })).toBeChecked();
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'sideways').toBe(0);
  await page.setViewportSize(usual);
  await expectNoFindings(page, 'preview');
  const leftOut = page.waitForEvent('download');
  await button(page, lists.problems).click();
  expect((await textOf(leftOut)).slice(1).split('\r\n').slice(0, 3)).toEqual([
    'line,address,result',
    `3,eva@${domain},${lists.results.left}`,
    `5,'=ana(at)x,${lists.results.invalid}`,
  ]);
  await button(page, 'Import 1 subscriber').click();
  await expect(page.getByText('1 subscriber added.')).toBeVisible();
  expect(await keysOf(ownerSite, domain)).toEqual(['ana confirmed', 'eva unsubscribed', 'rui confirmed']);

  await page.getByRole('link', { name: lists.toList }).click();
  await search(page, domain);
  await expect(rowsOf(page)).toHaveText([1, 2, 3].map(() => new RegExp(domain)));
  await button(page, people.export).click();
  const dialog = page.getByRole('dialog', { name: exported.title });
  await expectNoFindings(page, 'export');
  await dialog.getByText(exported.mailchimp, { exact: true }).click();
  await expect(dialog.getByText(exported.nobodyNews)).toBeVisible();
  await dialog.getByText(exported.all, { exact: true }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download 2 subscribers' }).click();
  const csv = await textOf(download);
  expect(csv.slice(1).split('\r\n')[0]).toBe('Email Address,Language,OPTIN_TIME,CONFIRM_TIME,SOURCE');
  expect(csv.match(/^\w+@/gm)).toEqual(['rui@', 'ana@']);
});

test('a column that may be about consent is asked about before anything is added, and the import is undone whole (catches: who said no is imported; an empty answer is said as “”)', async ({
  page,
  ownerSite,
}) => {
  const domain = newDomain();
  await ownerSite.signIn(page.context());
  await page.goto('/dashboard/people/import');
  const rows = [
    'Endereço de e-mail;Aceita novidades',
    `ana@${domain};Sim`,
    `rui@${domain};Não`,
    `eva@${domain};`,
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: 'Livro1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n'), 'latin1'),
  });
  await expect(page.getByRole('group', { name: /^“Aceita novidades”: / })).toContainText(lists.wait);
  await expect(button(page, 'Import 3 subscribers')).toHaveAttribute('aria-disabled', 'true');
  await expectNoFindings(page, 'question');
  await page.getByText('Sim', { exact: true }).click();
  await expect(page.getByText('1 said yes. 2 didn’t, and won’t be imported.')).toBeVisible();
  await expect(page.getByText(`“${lists.blank}” in “Aceita novidades” doesn’t count`)).toBeVisible();
  await button(page, 'Import 1 subscriber').click();
  await expect(page.getByText('1 subscriber added.')).toBeVisible();
  expect(await keysOf(ownerSite, domain)).toEqual(['ana pending']);
  // The list of other tests’ imports may still be shown.
  await page.reload();
  await button(page, lists.undo).first().click();
  await page.getByRole('dialog').getByRole('button', { name: lists.undo }).click();
  await expect.poll(() => keysOf(ownerSite, domain)).toEqual([]);
});

test('on a phone the filters are one sheet; no state has a finding, nor scrolls sideways @all', async ({
  page,
  ownerSite,
}) => {
  const domain = newDomain();
  await fill(ownerSite, domain, {
    [`${'very-long-name.'.repeat(4)}x`]: { utm_source: 'a-source-with-a-very-long-name-that-goes-on' },
    eva: { state: 'confirmed' },
  });
  await ownerSite.signIn(page.context());
  await page.goto('/dashboard/people');
  await expect(rowsOf(page).first()).toBeVisible();
  await expectNoFindings(page, 'list');
  await page.setViewportSize({ width: 360, height: 740 });
  await button(page, people.filter).click();
  const sheet = page.getByRole('dialog', { name: people.filters });
  await sheet.getByRole('button', { name: people.state.confirmed, exact: true }).click();
  await expectNoFindings(page, 'filters');
  await page.setViewportSize({ width: 360, height: 740 });
  await sheet.getByRole('button', { name: /^Show \d/ }).click();
  await expect(page).toHaveURL(/state=confirmed$/);
  await page.goto('/dashboard/people');
  await search(page, `very-long-name.x@${domain}`);
  await expect(rowsOf(page)).toHaveText([new RegExp(domain)]);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide()).toBe(0);
  await rowsOf(page).click();
  await expect(page.getByRole('heading', { name: person.timeline })).toBeVisible();
  expect(await wide()).toBe(0);
  await expectNoFindings(page, 'person');
  await button(page, person.erase).click();
  await expectNoFindings(page, 'erase');
  await page.goto('/dashboard/people/import');
  await expect(page.getByText(lists.choose)).toBeVisible();
  await expectNoFindings(page, 'import');
});
