import { consentEn, type ConsentText } from '../text/consent.en.ts';
import { consentPt } from '../text/consent.pt.ts';
import { wording } from '../text/wording.ts';

export const consentTexts = wording<ConsentText>('consent', { en: consentEn, pt: consentPt });
