import type { Text } from './en/page.ts';
import { wording } from './wording.ts';

export const texts = wording(import.meta.glob<Text>('/site/text/*/page.ts', { eager: true, import: 'page' }));
