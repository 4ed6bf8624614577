import type { SubscriptionText } from '../text/en/subscription.ts';
import { wording } from '../text/wording.ts';

export const subscriptionTexts = wording(
  import.meta.glob<SubscriptionText>('/site/text/*/subscription.ts', { eager: true, import: 'subscription' }),
);
