import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import { pictureAddress } from '#contract/shown-letter.ts';

type Props = {
  words: AnnouncementWords;
  language: Language;
  siteUrl?: string;
  className?: string | undefined;
};

/** The picture of a newsletter, if it has one. `siteUrl`: as of its text. */
export function LetterPicture({ words, language, siteUrl = '', className }: Props) {
  const { picture } = words;
  if (picture === undefined) return null;
  return (
    <img
      className={className}
      src={siteUrl + pictureAddress(picture)}
      alt={words[language].alt}
      lang={language}
      width={picture.width}
      height={picture.height}
    />
  );
}
