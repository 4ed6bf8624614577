import { en, type Text } from './en.ts';
import { pt } from './pt.ts';
import { wording } from './wording.ts';

export const texts = wording<Text>('page', { en, pt });
