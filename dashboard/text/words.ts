import type { en } from './en.ts';
import type { restEn } from './rest.en.ts';

/**
 * Another language has the same keys, and sentences of its own. `{name}` is filled with a value. `[email|emails]` holds the
 * plural forms that belong to the number `n`, in the order of CLDR: zero, one, two, few, many, other. The last form stands for
 * those that are left out.
 */
export type Words<T> = T extends string ? string : { [K in keyof T]: Words<T[K]> };

type All = typeof en & typeof restEn;

export type FirstWords = Words<typeof en>;
export type RestWords = Words<typeof restEn>;
/** Until the rest has come, the words of the first view alone. */
export type Dictionary = FirstWords & Partial<RestWords>;

/** `people.count` for each sentence of the dictionary. */
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

/** What the sentence of a key must be given, by name. */
export type Places<K extends Key> = PlacesIn<At<All, K>> | Counted<At<All, K>>;
