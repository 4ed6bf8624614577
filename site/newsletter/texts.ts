import type { Language } from '#contract/language.ts';
import { oftenIn } from '#contract/newsletter.ts';
import { filled } from '#contract/words.ts';
import { subscriptionTexts } from '../subscription/texts.ts';
import type { NewsletterText } from '../text/en/newsletter.ts';
import { wording } from '../text/wording.ts';
import { values } from '../values.ts';

export const newsletterTexts = wording(
  import.meta.glob<NewsletterText>('/site/text/*/newsletter.ts', { eager: true, import: 'newsletter' }),
);

/** What is shown beside the form, and is agreed to by sending it. */
export function besideForm(language: Language) {
  return {
    prompt: oftenIn(newsletterTexts[language].prompt, values.newsletter),
    note: filled(subscriptionTexts[language].news.note, values.brand),
  };
}
