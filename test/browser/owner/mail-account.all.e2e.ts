import type { TestContext } from 'node:test';
import type { Page } from '@playwright/test';
import { settings as settingsEn } from '#dashboard/text/en/settings.ts';
import { welcome as welcomeEn } from '#dashboard/text/en/welcome.ts';
import { startImap } from '#test/fixtures/imap.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// What is typed wrongly is answered with it.
test.use({ expected: /\b(?:422|503)\b/ });

const dialog = (page: Page) => page.getByRole('dialog');

/** A real server while this runs. */
async function withServer<T>(
  start: (t: TestContext) => Promise<T>,
  work: (server: T) => Promise<void>,
): Promise<void> {
  const ends: (() => unknown)[] = [];
  try {
    await work(await start({ after: (end: () => unknown) => ends.push(end) } as unknown as TestContext));
  } finally {
    for (const end of ends) await end();
  }
}

test('the mail account: a login that is missing or not taken is said, one that is stays; a test that is refused is not a success', async ({
  page,
  context,
}) => {
  const strict = (t: TestContext) =>
    startSmtp(t, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        done(password === 'right' ? null : new Error('no'), { user: 'us' }),
    });
  await withServer(strict, async ({ url, atRecipient, received }) =>
    withOwnerSite(
      async (site) => {
        await site.signIn(context, { name: 'Marta' });
        await page.goto(`${site.address}/dashboard/settings`);
        const { delivery } = welcomeEn;
        const form = page.locator('form').filter({ hasText: delivery.server });
        const fill = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text);
        const press = (name: string) => form.getByRole('button', { name }).click();
        await fill(delivery.server, '127.0.0.1');
        await fill(delivery.port, new URL(url).port);
        await fill(delivery.from, 'Us <us@example.com>');
        await press(delivery.save);
        await expect(form.getByText(delivery.wantsLogin)).toBeVisible();
        await expect(form.getByLabel(delivery.user)).toBeFocused();
        await fill(delivery.user, 'us');
        await press(delivery.save);
        await expect(form.getByText(delivery.wantsLogin)).toBeVisible();
        await expect(form.getByLabel(delivery.password)).toBeFocused();
        await fill(delivery.password, 'wrong');
        await press(delivery.save);
        await expect(form.getByText(delivery.notTaken)).toBeVisible();
        await fill(delivery.password, 'right');
        await press(delivery.save);
        await expect(page.getByText(delivery.saved)).toBeVisible();
        atRecipient.set('eva@example.com', 550);
        await fill(delivery.testTo, 'eva@example.com');
        await press(delivery.test);
        await expect(form.getByRole('alert').getByText('550 no, said the server')).toBeVisible();
        await fill(delivery.testTo, 'ana@example.com');
        await press(delivery.test);
        await expect(
          form.getByText('The mail server accepted the test email to ana@example.com'),
        ).toBeVisible();
        expect(received.map(({ to }) => to)).toContainEqual(['ana@example.com']);
      },
      { mails: false },
    ),
  );
});

test('the mailbox for returned mail: a password that is not taken is said, one that is stays, and it is removed', async ({
  page,
  context,
}) => {
  await withServer(startImap, async (imap) =>
    withOwnerSite(async (site) => {
      await site.signIn(context, { name: 'Marta' });
      await page.goto(`${site.address}/dashboard/settings`);
      const { mailbox } = settingsEn;
      const { port, user, password, passwordSet, save, saved, notTaken, noAnswer } = welcomeEn.delivery;
      const form = page.locator('form').filter({ hasText: mailbox.server });
      const fill = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text);
      const press = () => form.getByRole('button', { name: save }).click();
      await expect(form.getByText(mailbox.off)).toBeVisible();
      await fill(mailbox.server, '127.0.0.1');
      await press();
      await expect(form.getByText(mailbox.userMissing)).toBeVisible();
      await fill(port, String(imap.port));
      await fill(user, 'testuser');
      await fill(password, 'wrong');
      await press();
      await expect(form.getByText(notTaken)).toBeVisible();
      await expect(form.getByLabel(password)).toBeFocused();
      await expectNoFindings(page, 'a mailbox that refuses');
      imap.setAway(true);
      await press();
      await expect(form.getByText(noAnswer.replace('{server}', '127.0.0.1'))).toBeVisible();
      imap.setAway(false);
      await fill(password, 'testpass');
      await press();
      await expect(page.getByText(saved)).toBeVisible();
      await page.reload();
      await expect(form.getByLabel(mailbox.server)).toHaveValue('127.0.0.1');
      await expect(form.getByLabel(port)).toHaveValue(String(imap.port));
      await expect(form.getByLabel(user)).toHaveValue('testuser');
      await expect(form.getByLabel(password)).toHaveAttribute('placeholder', passwordSet);
      await form.getByRole('button', { name: mailbox.end }).click();
      await dialog(page).getByRole('button', { name: mailbox.end }).click();
      await expect(page.getByText(mailbox.ended)).toBeVisible();
      await expect(form.getByText(mailbox.off)).toBeVisible();
      await expect(form.getByLabel(mailbox.server)).toHaveValue('');
      await expect(page.getByRole('heading', { name: mailbox.title })).toBeFocused();
    }),
  );
});

test('another port that was offered is taken by one press, and saved (catches: it is shown alone)', async ({
  page,
  context,
}) => {
  await withServer(startSmtp, async ({ url }) =>
    withOwnerSite(
      async (site) => {
        await site.signIn(context, { name: 'Marta' });
        const { port } = new URL(url);
        // What is tried are the usual ports, which are not free here: the answer is real but for the one it offers.
        await page.route('**/api/owner/server-settings', async (route) => {
          const response = await route.fetch();
          if (response.status() !== 422) return route.fulfill({ response });
          const found = [{ field: 'SMTP_URL', code: 'elsewhere', offer: `smtp:${port}` }];
          return route.fulfill({ response, json: { ...(await response.json()), problems: found } });
        });
        await page.goto(`${site.address}/dashboard/settings`);
        const { delivery } = welcomeEn;
        const form = page.locator('form').filter({ hasText: delivery.server });
        const typed = (label: string) => form.getByLabel(label, { exact: true });
        await typed(delivery.server).fill('127.0.0.1');
        await typed(delivery.port).fill('1');
        await typed(delivery.from).fill('Us <us@example.com>');
        await form.getByRole('button', { name: delivery.save }).click();
        await expect(
          form.getByText(`127.0.0.1 doesn’t respond on this port, but on port ${port}.`),
        ).toBeVisible();
        await form.getByRole('button', { name: `Use port ${port}` }).click();
        await expect(page.getByText(delivery.saved)).toBeVisible();
        await page.reload();
        await expect(typed(delivery.port)).toHaveValue(port);
      },
      { mails: false },
    ),
  );
});
