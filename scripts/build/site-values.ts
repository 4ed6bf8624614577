import type { BookFiles } from '#contract/books.ts';
import type { ShownEvidence, SiteValues } from '#contract/site.ts';
import type { Config } from '#server/config.ts';
import { offerOf } from './books.ts';
import { site, words } from './site.ts';

/** The settings that go into the pages. */
export function builtIn(config: Config) {
  const { siteUrl, subscribeEndpoint, gaId, gtmId, doubleOptIn, optionalFields } = config;
  return { siteUrl, subscribeEndpoint, gaId, gtmId, doubleOptIn, optionalFields };
}

/** All that the pages are told. `shown`: the evidence with its pictures drawn. `books`: those that are out. */
export function siteValues(config: Config, shown: ShownEvidence, books: BookFiles): SiteValues {
  return { ...site, ...shown, ...builtIn(config), offer: offerOf(books), words: words.site };
}
