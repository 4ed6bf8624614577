import { contactEn, type ContactText } from '../text/contact.en.ts';
import { contactPt } from '../text/contact.pt.ts';
import { wording } from '../text/wording.ts';

export const contactTexts = wording<ContactText>('contact', { en: contactEn, pt: contactPt });
