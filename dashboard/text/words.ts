import type { Language } from '#contract/language.ts';
import type { first as en } from './en/first.ts';
import type { rest as restEn } from './en/rest.ts';

/**
 * Each language has the same keys with its own sentences. `{name}` is replaced by a value. `[email|emails]`
 * holds the plural forms for the number `n`, in the order of CLDR: zero, one, two, few, many, other. The last
 * form stands in for omitted ones.
 */
export type Translated<T> = T extends string ? string : { [K in keyof T]: Translated<T[K]> };

/** The names of languages, which need no translation: at the beginning, and within a sentence. */
type Names = Record<'languages' | 'spoken', Record<Language, string>>;

type All = typeof en & typeof restEn & Names;

export type FirstWords = Translated<typeof en>;
export type RestWords = Translated<typeof restEn>;
/** Only the words of the first view until the rest is loaded. */
export type Dictionary = FirstWords & Partial<RestWords>;

/** A key such as `people.count` for each sentence of the dictionary. */
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}`;
}[keyof T & string];

export type Key = KeyOf<All>;

type At<T, K extends string> = K extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : K extends keyof T
    ? T[K]
    : never;

type PlacesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesIn<Rest> : never;
type Counted<S> = S extends `${string}[${string}|${string}]${string}` ? 'n' : never;

/** The names of the values that a key's sentence needs. */
export type Places<K extends Key> = PlacesIn<At<All, K>> | Counted<At<All, K>>;
