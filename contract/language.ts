/** The languages of every page, message and mail. English is the fallback. */
export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];
export const FALLBACK_LANGUAGE: Language = 'en';

/** How dates, figures and lists of a language are written. */
export function localeOf(language: Language): string {
  const own: Partial<Record<Language, string>> = { en: 'en-GB', pt: 'pt-PT' };
  return own[language] ?? language;
}

/** Key of the choice in local storage, and name of the cookie that repeats it for the server. */
export const LANGUAGE_KEY = 'language';

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/** Toggling moves en to pt, otherwise to en; with more languages it goes through all of them in their order. */
export function toggled(language: Language): Language {
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? FALLBACK_LANGUAGE;
}

/** Two languages make a switch with two sides. */
export const isPair = (LANGUAGES as readonly string[]).length === 2;

/** The code on the button. With two languages it is the current one; with more it is the next one, which nobody could guess. */
export function codeShown(language: Language): Language {
  return isPair ? language : toggled(language);
}
