import { letterOf, titleOf } from '#contract/announcement.ts';
import { slugOf } from '#contract/content/slug.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { MOST_SLUG } from '#contract/shown-letter.ts';
import type { Kysely } from '#kysely';
import { isLetter } from '#server/list/announced.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Announcement } from './rows.ts';

/** Where the page of a newsletter is or will be: as its owner chose, or else named after its heading. */
export async function slugFor(
  query: Kysely<Tables>,
  { purpose, slug, words }: Pick<Announcement, 'purpose' | 'slug' | 'words'>,
): Promise<string> {
  if (slug !== null) return slug;
  const rows = await query
    .selectFrom('announcement')
    .select('slug')
    .where(isLetter('announcement'))
    .where('slug', 'is not', null)
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  const other = `newsletter-${letterOf(purpose)}`;
  return slugOf(titleOf(purpose, words), MOST_SLUG, other, (one) => !taken.has(one));
}

/** Whether its page is still to come: what it says now, and no former version of it. */
export function lacksPage(
  { slug, hidden_at, armed_at }: Pick<Announcement, 'slug' | 'hidden_at' | 'armed_at'>,
  { letters = [] }: Pick<SiteManifest, 'letters'>,
): boolean {
  return (
    slug !== null && hidden_at === null && !letters.some((one) => one.slug === slug && one.at === armed_at)
  );
}
