import type { BrowserContext, Page } from '@playwright/test';
import type { WordsField } from '#contract/announcement.ts';
import type { Json } from '#contract/content/content.ts';
import type { WordsNow } from '#contract/owner/launch.ts';
import type { DraftRow, Saved, SiteDraft } from '#contract/owner/site.ts';
import type { OwnerSite } from './owner-site.ts';
import { expect } from './test.ts';

/** Writes a field as another window of this owner, or another owner, would. */
export async function write(
  site: OwnerSite,
  context: BrowserContext,
  field: string,
  value: Json,
): Promise<void> {
  const { draft } = (await (
    await context.request.get(`${site.address}/api/owner/site/draft`)
  ).json()) as SiteDraft;
  await save(site, context, '/site/save', draft, { field, value });
}

const WORDS = '/announcements/launch/words';

/** The same of the launch email. */
export async function writeWords(
  site: OwnerSite,
  context: BrowserContext,
  field: WordsField,
  value: string,
): Promise<void> {
  const { rows } = await wordsOf(site, context);
  await save(site, context, `${WORDS}/save`, rows, { field, value });
}

/** The launch email as the server has it. */
export async function wordsOf(site: OwnerSite, context: BrowserContext): Promise<WordsNow> {
  return (await (await context.request.get(`${site.address}/api/owner${WORDS}`)).json()) as WordsNow;
}

async function save(
  { address }: OwnerSite,
  { request }: BrowserContext,
  path: string,
  rows: readonly DraftRow[],
  written: { field: string; value: Json },
): Promise<void> {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: address };
  const revision = rows.find((row) => row.field === written.field)?.revision ?? 0;
  const saved = await request.post(`${address}/api/owner${path}`, {
    headers,
    data: { ...written, revision },
  });
  expect(((await saved.json()) as Saved).is).toBe('saved');
}

/** What the draft says of a field; undefined: nothing. */
export async function draftOf(page: Page, field: string): Promise<Json | undefined> {
  const { draft } = (await (
    await page.request.get(new URL('/api/owner/site/draft', page.url()).href)
  ).json()) as SiteDraft;
  return draft.find((row) => row.field === field)?.value;
}
