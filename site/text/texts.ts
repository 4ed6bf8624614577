import type { Language } from '#contract/language.ts';
import { en, type Text } from './en.ts';
import { pt } from './pt.ts';

export const texts: Record<Language, Text> = { en, pt };
