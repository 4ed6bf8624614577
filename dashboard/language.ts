import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY, LANGUAGES, type Language } from '#contract/language.ts';
import { local } from './storage.ts';
import { createStore } from './store.ts';

/** The choice in this browser, else its own first language that we speak. */
function firstLanguage(): Language {
  const wanted = [local.recall(LANGUAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? FALLBACK_LANGUAGE;
}

/** The language shown. Once somebody is signed in, it is theirs. */
export const language = createStore<Language>(firstLanguage());

export function showLanguage(chosen: Language): void {
  if (chosen === language.get()) return;
  local.keep(LANGUAGE_KEY, chosen);
  language.set(chosen);
}

export function nextLanguage(shown: Language): Language {
  return LANGUAGES[(LANGUAGES.indexOf(shown) + 1) % LANGUAGES.length] ?? FALLBACK_LANGUAGE;
}
