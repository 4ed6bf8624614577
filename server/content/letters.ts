import { wordsIn } from '#contract/announcement.ts';
import type { ShownLetter } from '#contract/shown-letter.ts';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/** The newsletters that were sent off and have a page, the newest first. */
const shown = (read: Kysely<Tables>) =>
  read
    .selectFrom('announcement')
    .where('slug', 'is not', null)
    .where('hidden_at', 'is', null)
    .where('armed_at', 'is not', null)
    .where((row) => row.or([row('state', '!=', 'stopped'), row('sending_at', 'is not', null)]))
    .orderBy('armed_at', 'desc')
    .orderBy('id', 'desc');

export async function readShownLetters(read: Kysely<Tables>): Promise<ShownLetter[]> {
  const rows = await shown(read).select(['slug', 'armed_at as at', 'zone', 'words']).execute();
  return rows.map(({ slug, at, zone, words }) => ({
    slug: slug ?? '',
    at: Number(at),
    zone,
    words: wordsIn(words),
  }));
}

/** The names of the files that their pages show. */
export function picturesOf(letters: readonly ShownLetter[]): string[] {
  return letters.flatMap(({ words: { picture } }) => picture?.file ?? []);
}

/** What changes with them; read from an index alone, as it is read twice a second. */
export const lettersShown = (read: Kysely<Tables>) => shown(read).select(['id', 'armed_at']);
