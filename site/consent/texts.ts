import type { ConsentText } from '../text/en/consent.ts';
import { wording } from '../text/wording.ts';

export const consentTexts = wording(
  import.meta.glob<ConsentText>('/site/text/*/consent.ts', { eager: true, import: 'consent' }),
);
