import type { Language } from '#contract/language.ts';
import { answerEn } from './answer.en.ts';
import { answerPt } from './answer.pt.ts';

/** All languages at hand: an answer is in its reader's, which may not be the owner's. */
export const ANSWER_WORDS: Record<Language, typeof answerEn> = { en: answerEn, pt: answerPt };
