import { createContext, use } from 'react';
import type { Language } from '#contract/language.ts';
import type { Text } from '../text/en/page.ts';

type Choice = { language: Language; text: Text; toggle: () => void };
/** Apart from the words: hot reload would recreate it when they change, and typed text would be lost. */
export const LanguageContext = createContext<Choice | null>(null);

/** The visitor's language, its words, and a function that changes the language. */
export function useLanguage(): Choice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error('no LanguageProvider');
  return choice;
}
