import type { Kysely } from '#kysely';
import { localeOf, type Language } from '#contract/language.ts';
import type { SiteManifest } from '#contract/pages.ts';
import type { Interest } from '#contract/subscribe.ts';
import type { Tables } from '#server/store/schema.ts';

/** The books that a person has asked for, the first one first. */
export function selectBooks(query: Kysely<Tables>, subscription: number) {
  return query
    .selectFrom('interest')
    .select(['product', 'at'])
    .where('subscription_id', '=', subscription)
    .orderBy('at')
    .orderBy('product')
    .execute();
}

/** A sentence that names them, e.g. `Also asked for: “SEO: Be found”.`; empty without books. */
export function alsoAskedFor(words: SiteManifest['words'], language: Language, books: Interest[]): string {
  if (books.length === 0) return '';
  const { also, book: quoted, books: titles } = words[language];
  const named = books.map((book) => quoted.replace('%BOOK%', () => titles[book]));
  return also.replace('%BOOKS%', () => new Intl.ListFormat(localeOf(language)).format(named));
}
