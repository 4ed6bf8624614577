import type { Language } from '#contract/language.ts';
import { answerEn } from './answer.en.ts';
import { answerPt } from './answer.pt.ts';

/** All languages are loaded: an answer is in its reader's language, which may not be the owner's. */
export const ANSWER_WORDS: Record<Language, typeof answerEn> = { en: answerEn, pt: answerPt };
