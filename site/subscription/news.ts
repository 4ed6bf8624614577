import type { Language } from '#contract/language.ts';
import { oftenIn } from '#contract/newsletter.ts';
import { filled } from '#contract/words.ts';
import { values } from '../values.ts';
import { subscriptionTexts } from './texts.ts';

/** At most how often, as a sentence; empty without a newsletter. */
export function oftenWords(language: Language): string {
  return oftenIn(subscriptionTexts[language].news.often, values.newsletter);
}

/** What somebody reads who is asked for the newsletter. */
export function askedWords(language: Language) {
  const { title, text, button, note } = subscriptionTexts[language].news;
  const often = oftenWords(language);
  return { title, text: filled(text, { often }), button, note: filled(note, values.brand) };
}
