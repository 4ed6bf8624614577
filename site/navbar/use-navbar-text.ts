import type { Language } from '#contract/language.ts';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { navbarEn, type NavbarText } from '../text/navbar.en.ts';
import { navbarPt } from '../text/navbar.pt.ts';

const texts: Record<Language, NavbarText> = { en: navbarEn, pt: navbarPt };

export function useNavbarText(): NavbarText {
  return texts[useLanguage().language];
}
