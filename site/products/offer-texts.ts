import { offerEn, type OfferText } from '../text/offer.en.ts';
import { offerPt } from '../text/offer.pt.ts';
import { wording } from '../text/wording.ts';

export const offerTexts = wording<OfferText>('offer', { en: offerEn, pt: offerPt });
