import { LANGUAGES } from '#contract/language.ts';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import type { UseWords } from '../words.ts';

type Letter = Pick<AnnouncementNow, 'words' | 'readers' | 'people'>;

/** How far a newsletter is written, and what readers of a language get in which it is not. */
export function sayLetter({ t, dayOfYear }: UseWords, { words, readers, people }: Letter): string {
  const { at, behind, lacking, written } = words;
  const [first] = written;
  if (first === undefined) return t('launch.ofLetter.write');
  if (lacking[0]) return t('letters.unfinished', { language: t(`languages.${lacking[0]}`) });
  if (behind[0]) return t('launch.before.wordsBehind', { language: t(`languages.${behind[0]}`) });
  const others = LANGUAGES.filter((language) => !written.includes(language));
  if (others.length === 0)
    return at === null ? t('letters.copied') : t('letters.both', { when: dayOfYear(at) });
  // Readers of the others are among the recipients if they get it in another language.
  const inOwn = written.reduce((sum, language) => sum + readers[language], 0);
  const language = t(`spoken.${first}`);
  const left = others.map((other) => {
    const n = readers[other];
    const what = people > inOwn ? t('letters.whatOther', { n, language }) : t('letters.whatNothing', { n });
    return n === 0 ? '' : t('letters.others', { n, other: t(`spoken.${other}`), what });
  });
  return [t('letters.only', { language }), ...left].join(' ').trim();
}
