import { MAX_SERVICES } from '#contract/content/limits.ts';
import type { Language } from '#contract/language.ts';
import type { ServicesText } from '../text/en/services.ts';
import { wording } from '../text/wording.ts';
import { values } from '../values.ts';
import { CHAPTERS } from './places.ts';

const BLANK: ServicesText['items'][number] = { name: '', text: '', includes: [] };

/** With a place for each service that an owner may add. */
const withBlanks = (text: ServicesText): ServicesText => ({
  ...text,
  items: Array.from({ length: MAX_SERVICES }, (_item, place) => text.items[place] ?? BLANK),
});

const files = import.meta.glob<ServicesText>('/site/text/*/services.ts', { eager: true, import: 'services' });

export const servicesTexts = wording(
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, withBlanks(text)])),
);

/** The services that are shown, in their order. `chapter`: the ID on its page. */
export function servicesIn(language: Language) {
  const { items } = servicesTexts[language];
  return values.services.flatMap((place) => {
    const item = items[place] ?? BLANK;
    return item.name === '' ? [] : [{ ...item, chapter: CHAPTERS[place] }];
  });
}
