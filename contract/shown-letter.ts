import type { AnnouncementWords } from './announcement.ts';
import type { Language } from './language.ts';

/** Characters of a slug. */
export const MOST_SLUG = 60;

/** A newsletter that has a page. `at`: when it was sent off, in milliseconds since 1970; `zone`: where its owner read the clock. */
export type ShownLetter = { slug: string; at: number; zone: string | null; words: AnnouncementWords };

/** Its page. `languages`: those it is written in. */
export type LetterPage = Pick<ShownLetter, 'slug' | 'at'> & { languages: Language[] };
