import type { Language } from '#contract/language.ts';
import type { FirstWords, RestWords } from './words.ts';

type Loads = { first: () => Promise<FirstWords>; rest: () => Promise<RestWords> };

/** The words of a language are loaded when it is chosen. */
export const DICTIONARIES: Record<Language, Loads> = {
  en: {
    first: async () => (await import('./en.ts')).en,
    rest: async () => (await import('./rest.en.ts')).restEn,
  },
  pt: {
    first: async () => (await import('./pt.ts')).pt,
    rest: async () => (await import('./rest.pt.ts')).restPt,
  },
};
