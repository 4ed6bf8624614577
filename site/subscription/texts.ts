import { subscriptionEn, type SubscriptionText } from '../text/subscription.en.ts';
import { subscriptionPt } from '../text/subscription.pt.ts';
import { wording } from '../text/wording.ts';

export const subscriptionTexts = wording<SubscriptionText>('subscription', {
  en: subscriptionEn,
  pt: subscriptionPt,
});
