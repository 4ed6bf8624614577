/** The languages of every page, message and mail. English is the fallback. */
export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];
export const FALLBACK_LANGUAGE: Language = 'en';

/** One value for each language. */
export function inEach<T>(of: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, T>;
}

/** The locale for dates, numbers and lists of a language. */
export function localeOf(language: Language): string {
  const own: Partial<Record<Language, string>> = { en: 'en-GB', pt: 'pt-PT' };
  return own[language] ?? language;
}

/** The local storage key of the choice, and the name of the cookie that repeats it for the server. */
export const LANGUAGE_KEY = 'language';

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/** Toggles between en and pt; with more languages it cycles through all. */
export function nextLanguage(language: Language): Language {
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? FALLBACK_LANGUAGE;
}

/** With two languages the button is a toggle. */
export const isPair = (LANGUAGES as readonly string[]).length === 2;

/** The code on the button: the current language of two, else the next one, which nobody could guess. */
export function codeShown(language: Language): Language {
  return isPair ? language : nextLanguage(language);
}
