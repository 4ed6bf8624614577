import type { Language } from '#contract/language.ts';
import { navbarEn, type NavbarText } from '../text/navbar.en.ts';
import { navbarPt } from '../text/navbar.pt.ts';

export const navbarTexts: Record<Language, NavbarText> = { en: navbarEn, pt: navbarPt };
