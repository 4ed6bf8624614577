import { productsEn, type ProductsText } from '../text/products.en.ts';
import { productsPt } from '../text/products.pt.ts';
import { wording } from '../text/wording.ts';

export const productsTexts = wording<ProductsText>('products', { en: productsEn, pt: productsPt });
