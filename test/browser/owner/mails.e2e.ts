import { mails as mailsEn } from '#dashboard/text/en/mails.ts';
import { HELD } from '#server/outbox/delivery-issues.ts';
import { standing, type Standing } from '#test/fixtures/outbox.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { groups, why } = mailsEn;

async function fill(site: OwnerSite, mails: [name: string, how: Standing, reply: string][]): Promise<void> {
  const now = Date.now();
  await site.within(async ({ write }) => {
    for (const [name, how, reply] of mails) {
      const address = `${name}@example.com`;
      const { id } = await write
        .insertInto('subscription')
        .values({ key: address, address, language: 'en', state: 'pending', created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = {
        kind: 'confirm',
        subject_id: id,
        reply,
        due_at: now,
        created_at: now,
        ...standing(how, now),
      };
      await write.insertInto('outbox').values(row).execute();
    }
  });
}

test('mails in trouble are explained and sent again, what may have arrived only after a question @all', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await fill(site, [
      ['peter', 'failed', '552 5.2.2 Mailbox full'],
      ['carla', 'failed', '550 5.1.2 Host unknown'],
      ['lara', 'failed', '550 5.1.2 Host unknown'],
      ['sol', 'held', HELD.restored],
      ['nuno', 'unknown', 'the mail server closed the connection'],
    ]);
    await site.within(async ({ write }) => {
      const dead = { key: 'dead@example.com', address: 'dead@example.com', language: 'en' as const };
      const ended = { state: 'unsubscribed' as const, created_at: 1, undeliverable_at: Date.now() };
      await write
        .insertInto('subscription')
        .values({ ...dead, ...ended })
        .execute();
    });
    await site.signIn(context);
    await page.goto(`${site.address}/dashboard/mails`);
    const table = (group: keyof typeof mailsEn.groups) => page.getByRole('table', { name: groups[group] });
    await expect(table('failed').getByRole('row')).toHaveCount(4);
    const full = why.full.replace('{provider}', 'example.com');
    await expect(table('failed')).toContainText(full);
    await expect(table('failed')).toContainText('example.com doesn’t accept email.');
    await table('failed').getByText(full).click();
    await expect(table('failed').getByText('552 5.2.2 Mailbox full')).toBeVisible();
    await expect(page.getByText('5 delivery issues').first()).toBeVisible();
    await expectNoFindings(page, 'mails');
    await page.setViewportSize({ width: 1440, height: 900 });
    await table('failed')
      .getByRole('button', { name: `${mailsEn.retry}: lara@example.com` })
      .press('Enter');
    await expect(table('failed').getByRole('row')).toHaveCount(3);
    await expect(table('failed').getByRole('row').nth(1), 'the next row').toBeFocused();
    await page.getByRole('button', { name: 'Resend all 2' }).click();
    await expect(table('failed')).toHaveCount(0);
    // A mail that may have arrived is not resent without a question.
    await table('unknown')
      .getByRole('button', { name: `${mailsEn.retry}: nuno@example.com` })
      .click();
    const question = page.getByRole('dialog', { name: mailsEn.twiceTitle });
    await expect(question).toContainText('nuno@example.com');
    await expectNoFindings(page, 'the question');
    await question.getByRole('button', { name: mailsEn.leave }).click();
    await expect(table('unknown')).toBeVisible();
    await table('held')
      .getByRole('button', { name: `${mailsEn.release}: sol@example.com` })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: mailsEn.release }).click();
    await expect(table('held')).toHaveCount(0);
    await expect.poll(() => site.received.length).toBe(4);
    await table('unknown').getByRole('button', { name: /nuno/ }).click();
    await question.getByRole('button', { name: mailsEn.retry, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mailsEn.wellTitle);
    await expect.poll(() => site.received.length).toBe(5);
    // For information only; there is nothing to do.
    const dead = page.getByText('We’ve stopped emailing it.');
    await expect(dead).toBeVisible();
    await expectNoFindings(page, 'mails, all well');
    await page.getByRole('button', { name: mailsEn.undeliverableClear }).click();
    await expect(dead).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mailsEn.wellTitle);
    await expect(dead).toHaveCount(0);
  });
});

test('an account that refuses is shown with its words, tried at once when asked, and all leaves by itself', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    const address = 'ines@example.com';
    const long = `https://support.example/${'a'.repeat(60)}`;
    site.atRecipient.set(address, { code: 550, text: `5.4.5 Daily user sending limit exceeded ${long}` });
    const row = { kind: 'confirm', due_at: Date.now(), created_at: Date.now() };
    await site.within(async ({ write }) => {
      const { id } = await write
        .insertInto('subscription')
        .values({ key: address, address, language: 'pt', state: 'pending', created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await write
        .insertInto('outbox')
        .values({ ...row, subject_type: 'subscription', subject_id: id })
        .execute();
    });
    await site.signIn(context);
    await page.goto(`${site.address}/dashboard`);
    await expect(page.getByText('1 email waits')).toBeVisible();
    await expect(page.getByText('its sending limit is used up')).toBeVisible();
    await page.goto(`${site.address}/dashboard/mails`);
    await expect(page.getByText('its sending limit is used up')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expect(page.getByText('5.4.5 Daily user sending limit exceeded')).toBeVisible();
    await expectNoFindings(page, 'held up');
    site.atRecipient.clear();
    await page.getByRole('button', { name: mailsEn.tryNow }).click();
    await expect(page.getByRole('heading', { name: mailsEn.wellTitle })).toBeVisible();
    expect(site.received.map(({ to }) => to)).toEqual([[address]]);
  });
});
