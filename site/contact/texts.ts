import type { ContactText } from '../text/en/contact.ts';
import { wording } from '../text/wording.ts';

export const contactTexts = wording(
  import.meta.glob<ContactText>('/site/text/*/contact.ts', { eager: true, import: 'contact' }),
);
