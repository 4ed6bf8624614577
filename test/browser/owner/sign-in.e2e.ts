import type { Page } from '@playwright/test';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest } from '#dashboard/text/en/rest.ts';
import { addOwner } from '#server/owners/owners.ts';
import { beginSession } from '#server/owners/sessions.ts';
import { addAuthenticator } from '../support/passkeys.ts';
import { OWNER_EMAIL, test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { session, nav } = en;
const { again } = rest;
const { signin, start } = rest;

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** As if nobody had used the page for half an hour. */
async function endSessions(site: OwnerSite, owner: number): Promise<void> {
  await site.within(({ write }) => write.deleteFrom('owner_session').where('owner_id', '=', owner).execute());
}

test.describe('signing out', () => {
  // Requests of Today that are in flight at the sign-out are answered 401.
  test.use({ expected: /\b401\b/ });

  test('the first day: link from the server, the steps of the first start, Today, a passkey; the next day a touch is enough', async ({
    page,
  }) => {
    await withOwnerSite(async (site) => {
      const device = await addAuthenticator(page);
      await page.goto(await site.link(null));
      await expect(heading(page)).toHaveText(start.nameTitle);
      const forEars = await page.getByText('Português').boundingBox();
      expect(forEars?.width, 'the styles of the first view are there').toBeLessThanOrEqual(1);
      await button(page, start.next).click();
      await expect(page.getByText(signin.errors.nameNeeded)).toBeVisible();
      await page.getByLabel(start.name).fill('Ana Sousa');
      await button(page, start.next).click();
      for (const title of [start.agencyTitle, start.addressTitle, start.mailTitle, start.lookTitle]) {
        await expect(heading(page)).toHaveText(title);
        await button(page, start.skip).click();
      }
      await expect(heading(page)).toHaveText(rest.checklist.title);
      await expect(page).toHaveURL(`${site.address}/dashboard/`);
      await page.locator('li', { hasText: rest.checklist.passkey }).getByRole('link').click();
      await button(page, rest.settings.passkeyAdd).click();
      await page.getByRole('dialog').getByRole('button', { name: rest.settings.passkeyAdd }).click();
      await expect.poll(device.made).toBe(1);
      await page.locator('header').getByRole('button', { name: nav.signOut }).click();
      await expect(page.getByText(signin.signedOut)).toBeVisible();
      await page.reload();
      await button(page, signin.passkey).click();
      await expect(heading(page)).not.toHaveText(signin.title);
      await expect(page.locator('header').getByRole('button', { name: nav.signOut })).toBeVisible();
      // Stops requests to a site that is about to be removed.
      await page.goto('about:blank');
    });
  });
});

test('a link that was used says so, and shows the other ways in @all', async ({
  page,
  ownerSite,
  browser,
}) => {
  const owner = await ownerSite.signIn(page.context());
  await page.context().clearCookies();
  const link = await ownerSite.link(owner);
  await page.goto(link);
  await button(page, signin.linkButton).click();
  await expect(heading(page)).toHaveText(signin.offerTitle);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole('alert')).toContainText(signin.errors.expired);
  await expect(button(other, signin.passkey)).toBeVisible();
  await other.context().close();
});

test('a mailed link opened in another tab lets the first one in; another browser is refused @all', async ({
  page,
  ownerSite,
  browser,
}) => {
  await ownerSite.signIn(page.context(), { name: 'Rui', email: OWNER_EMAIL });
  await page.context().clearCookies();
  // The link in the weekly summary.
  await page.goto('/dashboard/settings#weekly-summary');
  await button(page, en.session.mail).click();
  await page.getByLabel(signin.mailLabel).fill(OWNER_EMAIL);
  await button(page, signin.mailSend).click();
  await expect(heading(page)).toHaveText(signin.sentTitle);
  await expect.poll(() => linksIn(ownerSite)).toHaveLength(1);
  const [link = ''] = linksIn(ownerSite);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('alert')).toContainText(signin.errors.otherBrowser);
  await stranger.context().close();
  const tab = await page.context().newPage();
  await tab.goto(link);
  await button(tab, signin.linkButton).click();
  await expect(heading(tab)).toHaveText(signin.offerTitle);
  await expect(
    page.getByRole('heading', { name: rest.mails.kinds['weekly-summary'], exact: true }),
  ).toBeFocused();
});

/** What the mail server received, without the line breaks of its encoding. */
function linksIn({ received }: OwnerSite): string[] {
  const text = received.map(({ raw }) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '=')).join('\n');
  return [...new Set(text.match(/http:\/\/localhost:\d+\/dashboard\/sign-in#[\w-]{43}/g))];
}

test.describe('without a session, or a proof', () => {
  // The test is about requests that are refused at first.
  test.use({ expected: /\b(?:401|403|503)\b/ });

  test('typed text waits unseen, and is sent by itself after the passkey @all', async ({
    page,
    ownerSite,
    address,
  }) => {
    const owner = await comeInWithPasskey(page, ownerSite);
    await page.goto('/dashboard/people/add');
    const field = page.getByRole('textbox', { name: rest.add.address });
    await field.fill(address);
    await page.reload();
    await expect(page.getByText(session.restored)).toBeVisible();
    await expect(field).toHaveValue(address);
    await endSessions(ownerSite, owner);
    await button(page, rest.add.button).click();
    const dialog = page.getByRole('dialog', { name: session.title });
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(session.kept);
    expect(await dialog.evaluate((one) => getComputedStyle(one, '::backdrop').opacity)).toBe('1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await button(page, session.button).click();
    await expect(heading(page)).toHaveText(address);
    await expect(dialog).toBeHidden();
  });

  test('another owner who comes in sees nothing of what was typed, over an ended session or a live one @all', async ({
    page,
    ownerSite,
    address,
  }) => {
    const ana = await ownerSite.signIn(page.context(), { name: 'Ana' });
    await page.goto('/dashboard/people/add');
    const field = page.getByRole('textbox', { name: rest.add.address });
    await field.fill(address);
    await endSessions(ownerSite, ana);
    await button(page, rest.add.button).click();
    const dialog = page.getByRole('dialog', { name: session.title });
    await expect(dialog).toBeVisible();
    const rui = await ownerSite.within(({ write }) =>
      addOwner(write, { name: 'Rui', email: null, language: 'en', now: Date.now() }),
    );
    await comeInBeside(page, await ownerSite.link(rui));
    await expect(page.getByText(session.otherOwner)).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(dialog).toBeHidden();
    await field.fill('b@example.com');
    await comeInBeside(page, await ownerSite.link(ana));
    await expect(page.getByText(session.otherOwner)).toBeVisible();
    await expect(field).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('@');
  });

  test('a page that Back brings out of memory shows nothing before it is known who is here @all', async ({
    page,
    ownerSite,
  }) => {
    const owner = await ownerSite.signIn(page.context());
    await page.goto('/dashboard/people/add');
    await expect(heading(page)).toBeVisible();
    await endSessions(ownerSite, owner);
    const asked = Promise.withResolvers<void>();
    const isLet = Promise.withResolvers<void>();
    await page.route('**/api/owner/session', async (route) => {
      asked.resolve();
      await isLet.promise;
      await route.continue();
    });
    // The events by which the browser caches the page and restores it.
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await asked.promise;
    await expect(heading(page)).toBeHidden();
    isLet.resolve();
    await expect(page.getByRole('dialog', { name: session.title })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('a request that a proof overtook is sent again, and says nothing of an end @all', async ({
    page,
    ownerSite,
    address,
  }) => {
    await ownerSite.signIn(page.context());
    await page.goto('/dashboard/people/add');
    await page.getByRole('textbox', { name: rest.add.address }).fill(address);
    let refused = 0;
    await page.route(
      '**/api/owner/people',
      async (route) => {
        refused++;
        await route.fulfill({ status: 401, json: { code: 'signed-out' } });
      },
      { times: 1 },
    );
    await button(page, rest.add.button).click();
    await expect(heading(page)).toHaveText(address);
    expect(refused).toBe(1);
  });

  test('a permanent action asks for the passkey again, and then goes on', async ({
    page,
    ownerSite,
    address,
  }) => {
    const owner = await comeInWithPasskey(page, ownerSite);
    await page.goto('/dashboard/people/add');
    await page.getByRole('textbox', { name: rest.add.address }).fill(address);
    await button(page, rest.add.button).click();
    await expect(heading(page)).toHaveText(address);
    await loseProof(ownerSite, owner);
    await button(page, rest.person.erase).click();
    await page.getByLabel(rest.person.eraseType).fill(address);
    await button(page, rest.person.eraseButton).click();
    const asking = page.getByRole('dialog', { name: again.title });
    await asking.getByRole('button', { name: again.button }).click();
    await expect(page.getByText(rest.person.erased)).toBeVisible();
    await expect(asking).toBeHidden();
  });

  test('an owner without a passkey creates it where it is asked for, and typed text goes on (catches: only a passkey is asked for) @all', async ({
    page,
    ownerSite,
  }) => {
    await addAuthenticator(page);
    const owner = await ownerSite.signIn(page.context());
    await loseProof(ownerSite, owner);
    await page.goto('/dashboard/settings');
    await button(page, rest.settings.ownerAdd).click();
    await page.getByLabel(rest.settings.ownerName, { exact: true }).fill('Marta Reis');
    await button(page, rest.settings.ownerLink).click();
    const asking = page.getByRole('dialog', { name: again.noneTitle });
    await asking.getByRole('button', { name: again.noneButton }).click();
    await expect(asking).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Marta Reis' })).toBeVisible();
  });

  test('after the first passkey the next one is made on another device, also by an owner who signed in by mail (catches: this one is asked, and refuses) @all', async ({
    page,
    ownerSite,
  }) => {
    const here = await addAuthenticator(page);
    const owner = await ownerSite.signIn(page.context());
    await page.goto(await ownerSite.link(owner));
    await button(page, signin.linkButton).click();
    await button(page, rest.settings.passkeyAdd).click();
    await expect(heading(page)).toHaveText(signin.offerDone);
    await loseProof(ownerSite, owner);
    await page.getByLabel(signin.offerOtherName).fill('Phone');
    await button(page, rest.settings.passkeyAdd).click();
    const asked = page.waitForResponse((one) => one.url().endsWith('/owner/passkeys/options') && one.ok());
    await page.getByRole('dialog', { name: again.title }).getByRole('button', { name: again.button }).click();
    await asked;
    // The other device, fetched while the browser waits for it.
    const other = await addAuthenticator(page, 'usb');
    await expect(page.locator('header').getByRole('button', { name: nav.signOut })).toBeVisible();
    expect([await here.made(), await other.made()]).toEqual([1, 1]);
  });

  test('an owner with a passkey is asked for it before other sessions end, as after a mailed link @all', async ({
    page,
    ownerSite,
  }) => {
    const owner = await comeInWithPasskey(page, ownerSite);
    const phone = { owner, agent: 'Safari, iPhone', begun: 'proven', now: Date.now() } as const;
    await ownerSite.within(({ write }) => write.transaction().execute((trx) => beginSession(trx, phone)));
    await loseProof(ownerSite, owner);
    await page.goto('/dashboard/settings');
    await button(page, rest.settings.sessionEndAll).click();
    const asking = page.getByRole('dialog', { name: again.title });
    await expect(page.getByText(phone.agent)).toBeVisible();
    await asking.getByRole('button', { name: again.button }).click();
    await expect(page.getByText(rest.settings.sessionEnded)).toBeVisible();
    await expect(page.getByText(phone.agent)).toBeHidden();
  });
});

/** As if the passkey had last been used over ten minutes ago, or never in this session. */
async function loseProof(site: OwnerSite, owner: number): Promise<void> {
  await site.within(({ write }) =>
    write.updateTable('owner_session').set({ proof_at: null }).where('owner_id', '=', owner).execute(),
  );
}

/** Signs in by a link, and uses a passkey on this device from then on. */
async function comeInWithPasskey(page: Page, site: OwnerSite): Promise<number> {
  const device = await addAuthenticator(page);
  const owner = await site.signIn(page.context());
  await page.goto(await site.link(owner));
  await button(page, signin.linkButton).click();
  await button(page, rest.settings.passkeyAdd).click();
  await expect.poll(device.made).toBe(1);
  await button(page, signin.offerLater).click();
  await expect(heading(page)).toBeVisible();
  return owner;
}

/** Signs in by a link in another tab of the same browser, and closes the tab. */
async function comeInBeside(page: Page, link: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(link);
  await button(tab, signin.linkButton).click();
  await expect(heading(tab)).toHaveText(signin.offerTitle);
  await tab.close();
}
