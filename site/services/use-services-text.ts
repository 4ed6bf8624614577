import type { Language } from '#contract/language.ts';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { servicesEn, type ServicesText } from '../text/services.en.ts';
import { servicesPt } from '../text/services.pt.ts';

const texts: Record<Language, ServicesText> = { en: servicesEn, pt: servicesPt };

export function useServicesText(): ServicesText {
  return texts[useLanguage().language];
}
