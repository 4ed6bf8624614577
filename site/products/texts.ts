import type { ProductsText } from '../text/en/products.ts';
import { wording } from '../text/wording.ts';

export const productsTexts = wording(
  import.meta.glob<ProductsText>('/site/text/*/products.ts', { eager: true, import: 'products' }),
);
