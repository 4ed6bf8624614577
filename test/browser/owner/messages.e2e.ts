import type { Page } from '@playwright/test';
import { first as pt } from '#dashboard/text/pt/first.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { messages as messagesEn } from '#dashboard/text/en/messages.ts';
import { messages as messagesPt } from '#dashboard/text/pt/messages.ts';
import { createMessageStore, identifyMessage } from '#server/messages/message.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

/** Newest last. */
async function fill(site: OwnerSite, ...people: { name: string; message: string; robot?: boolean }[]) {
  await site.within(async (store) => {
    const { add } = createMessageStore(store, Date.now);
    for (const { name, message, robot = false } of people) {
      const contact = contactOf({ name, message, key: `test-${name.replace(/\W/g, '')}` });
      await add(identifyMessage(contact, robot ? 'honeypot' : null, Date.now()));
    }
  });
}

const rows = (page: Page) => page.locator('main [data-row]');
const dialog = (page: Page) => page.getByRole('dialog');

test('a message is read, answered, marked as unread and deleted', async ({ page, context }) => {
  await withOwnerSite(async (site) => {
    await fill(
      site,
      { name: 'Bruno Leal', message: 'Thank you.' },
      { name: 'Helena Prado', message: 'We need ads & books.\nCould we talk?' },
      { name: 'Tomás', message: '<img src=x onerror="alert(1)"> opens in March' },
    );
    await site.signIn(context);
    await page.goto(`${site.address}/dashboard/messages`);
    await expect(rows(page)).toContainText(['Tomás', 'Helena Prado', 'Bruno Leal']);
    await expect(page).toHaveTitle(/^\(3\) /);
    await expect(page.getByText('<img src=x onerror="alert(1)"> opens in March')).toBeVisible();
    await rows(page).nth(1).focus();
    await page.keyboard.press('Enter');
    const letter = page.getByRole('article', { name: 'Helena Prado' });
    await expect(letter).toContainText('We need ads & books.');
    await expect(page.getByRole('radio', { name: `${messagesEn.tabs.unread} 2` })).toBeVisible();
    await expect(page).toHaveTitle(/^\(2\) /);
    const answer = letter.getByRole('link', { name: messagesEn.answer });
    await expect(answer).toHaveAttribute(
      'href',
      /^mailto:Anna@example\.com\?subject=Re%3A%20your%20message%20to%20[^&]*We%20need%20ads%20%26%20books\./,
    );
    await letter.getByRole('button', { name: messagesEn.markUnread }).click();
    await expect(letter.getByRole('button', { name: messagesEn.markRead })).toBeVisible();
    await expect(page.getByRole('radio', { name: `${messagesEn.tabs.unread} 3` })).toBeVisible();
    await expectNoFindings(page, 'messages');
    await answer.click();
    await letter.getByRole('button', { name: messagesEn.markUnanswered }).click();
    await letter.getByRole('button', { name: messagesEn.markAnswered }).click();
    await expect(rows(page).nth(1)).toContainText(messagesEn.answered);
    await page.getByRole('radio', { name: messagesEn.tabs.unanswered }).click();
    await expect(rows(page)).toContainText(['Tomás', 'Bruno Leal']);
    await page.getByRole('radio', { name: messagesEn.tabs.all }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await letter.getByRole('button', { name: messagesEn.delete }).click();
    await expect(dialog(page).getByRole('heading')).toBeFocused();
    await dialog(page).getByRole('button', { name: messagesEn.delete }).click();
    await expect(page.getByText(messagesEn.deleted)).toBeVisible();
    await expect(rows(page)).toContainText(['Tomás', 'Bruno Leal']);
    await expect(rows(page).nth(1)).toBeFocused();
  });
});

test('where a device is turned the heading stays, and the keyboard on it (catches: another heading, which axe met half gone) @all', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await fill(
      site,
      { name: 'Bruno Leal', message: 'Thank you.' },
      { name: 'Helena Prado', message: 'Could we talk?' },
    );
    await site.signIn(context);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.address}/dashboard/messages`);
    await rows(page).first().click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Helena Prado');
    await expect(heading).toBeFocused();
    const first = await heading.elementHandle();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(heading).toHaveText(en.nav.messages);
    await expect(heading).toBeFocused();
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'true');
    await rows(page).nth(1).click();
    await expect(page.getByRole('article', { name: 'Bruno Leal' })).toBeVisible();
    await expect(rows(page).nth(1)).toBeFocused();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(heading).toHaveText('Bruno Leal');
    expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
    await page.goBack();
    await expect(heading).toHaveText('Helena Prado');
    await expect(heading).toBeFocused();
  });
});

test('on a phone, in Portuguese, a held message is opened and released, and the way back leads to the list @all', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (site) => {
    await fill(
      site,
      { name: 'Rui', message: 'Bom dia.' },
      { name: 'cheapseo', message: 'Dear owner', robot: true },
    );
    await site.signIn(context, { language: 'pt' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.address}/dashboard/messages?list=held`);
    await expect(rows(page)).toHaveCount(1);
    await rows(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('cheapseo');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('button', { name: messagesPt.release }).click();
    await expect(page.getByText(/^Deixou de estar marcada como suspeita\. /)).toBeVisible();
    // Its mail to the owner is being sent.
    await expect.poll(() => site.received.length).toBe(2);
    await page.getByRole('main').getByRole('link', { name: pt.nav.messages }).click();
    await expect(page).toHaveURL(/list=held$/);
    await expect(page.getByText(messagesPt.emptyHeld)).toBeVisible();
  });
});
