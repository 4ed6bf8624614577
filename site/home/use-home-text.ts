import type { Language } from '#contract/language.ts';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { homeEn, type HomeText } from '../text/home.en.ts';
import { homePt } from '../text/home.pt.ts';

export const homeTexts: Record<Language, HomeText> = { en: homeEn, pt: homePt };

export function useHomeText(): HomeText {
  return homeTexts[useLanguage().language];
}
