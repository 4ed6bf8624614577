import type { Language } from '#contract/language.ts';
import { productsEn, type ProductsText } from '../text/products.en.ts';
import { productsPt } from '../text/products.pt.ts';

export const productsTexts: Record<Language, ProductsText> = { en: productsEn, pt: productsPt };
