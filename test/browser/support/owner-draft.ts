import type { BrowserContext, Page } from '@playwright/test';
import type { Json } from '#contract/content/content.ts';
import type { Saved, SiteDraft } from '#contract/owner/site.ts';
import type { OwnerSite } from './owner-site.ts';
import { expect } from './test.ts';

/** Writes a field as another window of this owner, or another owner, would. */
export async function write(
  site: OwnerSite,
  context: BrowserContext,
  field: string,
  value: Json,
): Promise<void> {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: site.address };
  const { draft } = (await (
    await context.request.get(`${site.address}/api/owner/site/draft`)
  ).json()) as SiteDraft;
  const revision = draft.find((row) => row.field === field)?.revision ?? 0;
  const data = { field, value, revision };
  const saved = await context.request.post(`${site.address}/api/owner/site/save`, { headers, data });
  expect(((await saved.json()) as Saved).is).toBe('saved');
}

/** What the draft says of a field; undefined: nothing. */
export async function draftOf(page: Page, field: string): Promise<Json | undefined> {
  const { draft } = (await (
    await page.request.get(new URL('/api/owner/site/draft', page.url()).href)
  ).json()) as SiteDraft;
  return draft.find((row) => row.field === field)?.value;
}
