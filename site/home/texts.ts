import type { Language } from '#contract/language.ts';
import { homeEn, type HomeText } from '../text/home.en.ts';
import { homePt } from '../text/home.pt.ts';

export const homeTexts: Record<Language, HomeText> = { en: homeEn, pt: homePt };
