import type { Language } from '#contract/language.ts';
import type { Deck } from './words.ts';

/** A language's words are loaded when it is chosen. */
export const DECKS: Record<Language, () => Promise<Deck>> = {
  en: async () => (await import('./en.ts')).en,
  pt: async () => (await import('./pt.ts')).pt,
};
