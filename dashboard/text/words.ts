import type { en } from './en.ts';
import type { restEn } from './rest.en.ts';

/** A sentence with a number in it. */
type Count = { one: string; other: string };

/** Another language has the same keys, and words of its own. A count has as many forms as the language asks for. */
export type Words<T> = T extends string
  ? string
  : T extends Count
    ? { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>
    : { [K in keyof T]: Words<T[K]> };

type All = typeof en & typeof restEn;

export type FirstWords = Words<typeof en>;
export type RestWords = Words<typeof restEn>;
/** Until the rest has come, the words of the first view alone. */
export type Dictionary = FirstWords & Partial<RestWords>;

/** `people.count` for each sentence of the dictionary; a count is one, with its `n`. */
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string | Count ? K : `${K}.${KeyOf<T[K]>}`;
}[keyof T & string];

export type Key = KeyOf<All>;

type At<T, K extends string> = K extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : K extends keyof T
    ? T[K]
    : never;

type Sentence<T> = T extends { one: string; other: infer S } ? S : T;
type PlacesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesIn<Rest> : never;
type Counted<T> = T extends Count ? 'n' : never;

/** What the sentence of a key must be given, by name. */
export type Places<K extends Key> = PlacesIn<Sentence<At<All, K>>> | Counted<At<All, K>>;
