import { ANNOUNCEMENT_PARTS, type AnnouncementWords } from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import { PURPOSES } from '#server/launch/purposes.ts';
import { type Field, fieldsOf } from '../body.ts';
import type { OwnerParts } from '../route.ts';

/** Longer than any part may be: a part that is too long is stored as written, and reported. */
const LONGEST_PART = 8_000;

/** Whether the purpose is a book that is unavailable: then there is no mail. */
export function isBookMissing(purpose: Purpose, { build }: OwnerParts): boolean {
  const { book } = PURPOSES[purpose];
  return book !== null && !build.manifest.books.some((one) => one.book === book);
}

/** As the owner writes them, also unfinished. */
export const WORDS: Field<AnnouncementWords> = {
  read(given) {
    const texts = LANGUAGES.map((language) => {
      const parts = fieldsOf(fieldsOf(given)[language]);
      return [language, ANNOUNCEMENT_PARTS.map((part) => [part, parts[part]] as const)] as const;
    });
    const fits = (part: unknown) => typeof part === 'string' && part.length <= LONGEST_PART;
    if (!texts.every(([, parts]) => parts.every(([, part]) => fits(part)))) return undefined;
    return Object.fromEntries(
      texts.map(([language, parts]) => [language, Object.fromEntries(parts)]),
    ) as AnnouncementWords;
  },
  schema: schemaOf(LANGUAGES, schemaOf(ANNOUNCEMENT_PARTS, { type: 'string', maxLength: LONGEST_PART })),
};

function schemaOf(names: readonly string[], each: object): object {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, each])),
    required: names,
  };
}
