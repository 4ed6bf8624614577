import type { Language } from '#contract/language.ts';
import { subscriptionEn, type SubscriptionText } from '../text/subscription.en.ts';
import { subscriptionPt } from '../text/subscription.pt.ts';

export const subscriptionTexts: Record<Language, SubscriptionText> = {
  en: subscriptionEn,
  pt: subscriptionPt,
};
