import type { Language } from '#contract/language.ts';
import { offerEn, type OfferText } from '../text/offer.en.ts';
import { offerPt } from '../text/offer.pt.ts';

export const offerTexts: Record<Language, OfferText> = { en: offerEn, pt: offerPt };
