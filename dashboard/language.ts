import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#contract/language.ts';
import { local } from './storage.ts';
import { createStore } from './store.ts';

/** The language chosen in this browser; otherwise the first of the browser's languages that we support. */
function firstLanguage(): Language {
  const wanted = [local.recall(LANGUAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? FALLBACK_LANGUAGE;
}

/** The language shown. After sign-in it is the owner's. */
export const language = createStore<Language>(firstLanguage());

export function showLanguage(chosen: Language): void {
  if (chosen === language.get()) return;
  local.keep(LANGUAGE_KEY, chosen);
  language.set(chosen);
}
