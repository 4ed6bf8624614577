import { letterOf, titleOf } from '#contract/announcement.ts';
import { slugOf } from '#contract/content/slug.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { MOST_SLUG, sourceOf } from '#contract/shown-letter.ts';
import type { LetterPageNow } from '#contract/owner/launch.ts';
import type { Kysely } from '#kysely';
import { countConfirmedFrom } from '#server/list/signups.ts';
import { countBySource } from '#server/visits/kept.ts';
import type { Tables } from '#server/store/schema.ts';
import { createMemos } from './memo.ts';
import type { Announcement } from './rows.ts';

/** Where the page of a newsletter is or will be: as its owner chose, or else named after its heading. */
export async function slugFor(
  query: Kysely<Tables>,
  { purpose, slug, words }: Pick<Announcement, 'purpose' | 'slug' | 'words'>,
): Promise<string> {
  if (slug !== null) return slug;
  const rows = await query.selectFrom('announcement').select('slug').where('slug', 'is not', null).execute();
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

const memosOf = createMemos();

/** Pages that were opened from the emails of each newsletter. */
export async function readLoads(read: Kysely<Tables>): Promise<(purpose: string) => number> {
  const bySource = await memosOf(read).value('loads', () => countBySource(read, 'newsletter-'));
  return (purpose) => bySource.get(sourceOf(letterOf(purpose) ?? 0)) ?? 0;
}

/** Its page, now. One that was sent before there were pages has none until its owner shows it. */
export async function readPage(
  read: Kysely<Tables>,
  found: Announcement,
  { letters = [] }: Pick<SiteManifest, 'letters'>,
): Promise<LetterPageNow | null> {
  const letter = letterOf(found.purpose);
  if (letter === null) return null;
  const slug = await slugFor(read, found);
  return {
    slug,
    isShown: found.hidden_at === null && (found.armed_at === null || found.slug !== null),
    isUp: letters.some((one) => one.slug === slug),
    loads: (await readLoads(read))(found.purpose),
    signups: await countConfirmedFrom(read, sourceOf(letter)),
  };
}
