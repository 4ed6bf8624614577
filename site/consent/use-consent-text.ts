import type { Language } from '#contract/language.ts';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { consentEn, type ConsentText } from '../text/consent.en.ts';
import { consentPt } from '../text/consent.pt.ts';

const texts: Record<Language, ConsentText> = { en: consentEn, pt: consentPt };

export function useConsentText(): ConsentText {
  return texts[useLanguage().language];
}
