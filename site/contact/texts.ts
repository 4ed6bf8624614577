import type { Language } from '#contract/language.ts';
import { contactEn, type ContactText } from '../text/contact.en.ts';
import { contactPt } from '../text/contact.pt.ts';

export const contactTexts: Record<Language, ContactText> = { en: contactEn, pt: contactPt };
