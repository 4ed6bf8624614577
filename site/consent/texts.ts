import type { Language } from '#contract/language.ts';
import { consentEn, type ConsentText } from '../text/consent.en.ts';
import { consentPt } from '../text/consent.pt.ts';

export const consentTexts: Record<Language, ConsentText> = { en: consentEn, pt: consentPt };
