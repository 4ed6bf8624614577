import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { TokenState } from '#contract/pages.ts';
import { dataDirOf, type SiteName } from './sites.ts';
import { expect } from './test.ts';

/** The mails to one address written so far. */
export async function mailsTo(site: SiteName, address: string): Promise<string[]> {
  const folder = join(dataDirOf(site), 'outbox');
  const names = await readdir(folder).catch(() => []);
  const texts = names
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).filter((text) => text.includes(`To: ${address}`));
}

/** Waits for the mail with a book to one address. */
export async function mailedBook(site: SiteName, address: string): Promise<{ mail: string; link: string }> {
  const books = async () => (await mailsTo(site, address)).filter((mail) => /[?&]book-/.test(mail));
  await expect.poll(books, { message: `a book to ${address}` }).not.toEqual([]);
  const [mail = ''] = await books();
  return { mail, link: /https?:\/\/\S+[?&]book-[^\s>]+/.exec(mail)?.[0] ?? '' };
}

/** Waits for the confirmation mail to one address; returns its links by purpose. */
export async function mailedLinks(site: SiteName, address: string): Promise<Record<TokenState, string>> {
  const mails = () => mailsTo(site, address);
  await expect.poll(mails, { message: `a mail to ${address}` }).not.toEqual([]);
  const [mail = ''] = await mails();
  const linkOf = (state: TokenState) =>
    new RegExp(`https?://\\S+[?&]${state}=[^\\s>]+`).exec(mail)?.[0] ?? '';
  return {
    confirm: linkOf('confirm'),
    unsubscribe: linkOf('unsubscribe'),
    me: linkOf('me'),
    news: linkOf('news'),
  };
}

/** Presses a button of a page behind a link as people do, who read first: the server takes a quicker press for a program's. */
export async function pressAfterReading(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(1_000);
  await page.getByRole('button', { name }).click();
}
