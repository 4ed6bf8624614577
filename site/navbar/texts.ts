import { navbarEn, type NavbarText } from '../text/navbar.en.ts';
import { navbarPt } from '../text/navbar.pt.ts';
import { wording } from '../text/wording.ts';

export const navbarTexts = wording<NavbarText>('navbar', { en: navbarEn, pt: navbarPt });
