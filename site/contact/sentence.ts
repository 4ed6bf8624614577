import type { ContactCode } from '#contract/contact.ts';
import type { ContactText } from '../text/en/contact.ts';

/** The sentence below an invalid field. */
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
