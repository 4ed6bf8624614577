import type { Language } from '#contract/language.ts';
import type { BookId } from '#contract/books.ts';
import { filled } from '#contract/words.ts';
import type { ProductsText } from '../text/en/products.ts';
import { values } from '../values.ts';
import { offerTexts } from './offer-texts.ts';
import { productsTexts } from './texts.ts';

/** The page's words for one book: an available book has another button, note and thanks. */
export function wordsFor(book: BookId, language: Language): ProductsText {
  const out = values.offer?.[book]?.[language];
  const words = productsTexts[language];
  if (out === undefined) return words;
  const offer = offerTexts[language];
  return { ...words, ...offer, format: filled(offer.format, out), languages: out.languages };
}
