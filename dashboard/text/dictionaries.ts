import { byLanguage } from '#contract/language.ts';
import type { FirstWords, RestWords } from './words.ts';

/** The words of a language are loaded when it is chosen. */
export const FIRST_WORDS = byLanguage(import.meta.glob<FirstWords>('./*/first.ts', { import: 'first' }));
export const REST_WORDS = byLanguage(import.meta.glob<RestWords>('./*/rest.ts', { import: 'rest' }));
