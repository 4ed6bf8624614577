import type { HomeText } from '../text/en/home.ts';
import { wording } from '../text/wording.ts';

export const homeTexts = wording(
  import.meta.glob<HomeText>('/site/text/*/home.ts', { eager: true, import: 'home' }),
);
