import { createContext, use } from 'react';
import type { Language } from '#contract/language.ts';
import type { Text } from '../text/en.ts';

type Choice = { language: Language; text: Text; toggle: () => void };
/** Holds no words itself: a change of them would make it anew in `npm run dev`, and take what was typed. */
export const LanguageContext = createContext<Choice | null>(null);

/** The visitor's language, all words in it, and the way to the other one. */
export function useLanguage(): Choice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error('no LanguageProvider');
  return choice;
}
