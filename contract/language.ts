/** The languages of every page, message and mail, each with its locale for dates, numbers and lists. */
const LOCALES = {
  en: 'en-GB',
  pt: 'pt-PT',
};
export type Language = keyof typeof LOCALES;
export const LANGUAGES = Object.keys(LOCALES) as Language[];
export const FALLBACK_LANGUAGE: Language = 'en';

/** One value for each language. */
export function inEach<T>(of: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, T>;
}

/** Of a glob’s files, the one in the folder of each language. */
export function byLanguage<T>(files: Record<string, T>): Record<Language, T> {
  const paths = Object.keys(files);
  return inEach((language) => files[paths.find((path) => path.includes(`/${language}/`)) ?? ''] as T);
}

export function localeOf(language: Language): string {
  return LOCALES[language];
}

/** The names of all languages in one of them, as within a sentence: `English`, `inglês`. */
export function languageNames(spoken: Language): Record<Language, string> {
  const names = new Intl.DisplayNames(localeOf(spoken), { type: 'language' });
  return inEach((language) => names.of(language) ?? language);
}

/** The same, as in a list or a heading: `Inglês`. */
export function capitalNames(spoken: Language): Record<Language, string> {
  const names = languageNames(spoken);
  return inEach((language) => capital(names[language], spoken));
}

/** What a language calls itself: English, Português. */
export function ownName(language: Language): string {
  return capitalNames(language)[language];
}

/** `text` with a capital, as at the beginning of a sentence. */
export function capital(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(localeOf(language)) + text.slice(1);
}

/** The local storage key of the choice, and the name of the cookie that repeats it for the server. */
export const LANGUAGE_KEY = 'language';

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as unknown[]).includes(value);
}

/** Toggles between en and pt; with more languages it cycles through all. */
export function nextLanguage(language: Language): Language {
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? FALLBACK_LANGUAGE;
}

/** With two languages the button is a toggle. */
export const isPair = LANGUAGES.length === 2;

/** The code on the button: the current language of two, else the next one, which nobody could guess. */
export function codeShown(language: Language): Language {
  return isPair ? language : nextLanguage(language);
}
