import type { OfferText } from '../text/en/offer.ts';
import { wording } from '../text/wording.ts';

export const offerTexts = wording(
  import.meta.glob<OfferText>('/site/text/*/offer.ts', { eager: true, import: 'offer' }),
);
