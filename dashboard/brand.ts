import type { SiteConfig } from '#contract/site.ts';
import { createStore, useStore } from './store.ts';

export type Brand = Pick<SiteConfig['brand'], 'name' | 'markAt' | 'hasLogo'>;

export const renewed = createStore<Brand | null>(null);

/** The owner's name and mark, as the document has them. */
export function brand(): Brand {
  return renewed.get() ?? brandIn(document);
}

/** The same where it is shown while another version comes to be shown. */
export function useBrand(): Brand {
  useStore(renewed);
  return brand();
}

export function brandIn(document: Document): Brand {
  return JSON.parse(document.getElementById('root')?.dataset['brand'] ?? '') as Brand;
}
