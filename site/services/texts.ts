import type { Language } from '#contract/language.ts';
import { servicesEn, type ServicesText } from '../text/services.en.ts';
import { servicesPt } from '../text/services.pt.ts';

export const servicesTexts: Record<Language, ServicesText> = { en: servicesEn, pt: servicesPt };
