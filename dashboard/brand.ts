import type { SiteConfig } from '#contract/site.ts';

export type Brand = Pick<SiteConfig['brand'], 'name' | 'markAt' | 'hasLogo'>;

/** The owner's name, as the document tells it. */
export function brand(): Brand {
  return JSON.parse(document.getElementById('root')?.dataset['brand'] ?? '') as Brand;
}
