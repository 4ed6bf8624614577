import { homeEn, type HomeText } from '../text/home.en.ts';
import { homePt } from '../text/home.pt.ts';
import { wording } from '../text/wording.ts';

export const homeTexts = wording<HomeText>('home', { en: homeEn, pt: homePt });
