import type { Language } from '#contract/language.ts';

/** What an answer is to, in its reader's language, which may not be the owner's: both are at hand. */
export const ANSWERS: Record<Language, (brand: string) => string> = {
  en: (brand) => `your message to ${brand}`,
  pt: (brand) => `a sua mensagem para ${brand}`,
};
