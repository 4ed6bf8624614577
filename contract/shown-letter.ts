import type { AnnouncementWords, LetterPicture } from './announcement.ts';
import type { Language } from './language.ts';

/** Characters of a slug. */
export const MOST_SLUG = 60;
export const SLUG = /^[a-z\d]+(?:-[a-z\d]+)*$/;

/** What the links in its emails name as their source, and visits from them. */
export function sourceOf(letter: number): string {
  return `newsletter-${letter}`;
}

/** A newsletter that has a page. `at`: when it was sent off, in milliseconds since 1970; `zone`: where its owner read the clock. */
export type ShownLetter = { slug: string; at: number; zone: string | null; words: AnnouncementWords };

const PICTURES = 'static/media/letter.';

/** Where the picture of a newsletter is on the site: its name depends on its content. */
export function pictureAddress({ file }: LetterPicture): string {
  return `/${PICTURES}${file.slice(0, 16)}.jpg`;
}

/** `path`: in the rendering. */
export function isLetterPicture(path: string): boolean {
  return path.startsWith(PICTURES);
}

/** What a feed shows of those in one language, the newest first. `html`: the text. */
export type Feed = {
  title: string;
  entries: (Pick<ShownLetter, 'slug' | 'at'> & { title: string; summary: string; html: string })[];
};

/** Its page. `languages`: those it is written in. */
export type LetterPage = Pick<ShownLetter, 'slug' | 'at'> & { languages: Language[] };
