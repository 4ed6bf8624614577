import type { ServicesText } from '../text/en/services.ts';
import { wording } from '../text/wording.ts';

export const servicesTexts = wording(
  import.meta.glob<ServicesText>('/site/text/*/services.ts', { eager: true, import: 'services' }),
);
