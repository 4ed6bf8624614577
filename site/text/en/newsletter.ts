import type { OftenWords } from '#contract/newsletter.ts';

/** The page where people ask for the newsletter. Its note is that of the page behind a link. */
export const newsletter = {
  title: 'Newsletter',
  /** By how often it comes. */
  prompt: {
    monthly: 'Our newsletter: at most one email a month.',
    twiceMonthly: 'Our newsletter: at most two emails a month.',
    weekly: 'Our newsletter: at most one email a week.',
  } satisfies OftenWords,
  field: 'Email',
  button: 'Subscribe',
  thanks: 'Thank you! Check your inbox to confirm.',
  first: 'The first one is being written.',
  soFar: 'So far',
  only: 'In {language} only',
  onlyHere: 'This one is in {language} only.',
  back: 'All newsletters',
  older: 'Older',
  newer: 'Newer',
  want: 'Get the next one by email',
};

export type NewsletterText = typeof newsletter;
