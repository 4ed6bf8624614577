import type { ContactCode } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import { useLanguage } from '../language/LanguageProvider.tsx';
import { contactEn, type ContactText } from '../text/contact.en.ts';
import { contactPt } from '../text/contact.pt.ts';

const texts: Record<Language, ContactText> = { en: contactEn, pt: contactPt };

/** The words of the contact page in the visitor's language. */
export function useContactText(): ContactText {
  return texts[useLanguage().language];
}

/** What a visitor reads where a field was refused. */
export function sentenceOf(code: ContactCode, words: ContactText): string {
  switch (code) {
    case 'required':
      return words.required;
    case 'invalid-email':
      return words.invalidEmail;
    case 'invalid-phone':
      return words.invalidPhone;
    case 'invalid-website':
      return words.invalidWebsite;
    case 'too-long':
      return words.tooLong;
  }
}
