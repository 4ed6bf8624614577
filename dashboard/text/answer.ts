import { byLanguage } from '#contract/language.ts';
import type { answer } from './en/answer.ts';

/** All languages are loaded: an answer is in its reader's language, which may not be the owner's. */
export const ANSWER_WORDS = byLanguage(
  import.meta.glob<typeof answer>('./*/answer.ts', { eager: true, import: 'answer' }),
);
