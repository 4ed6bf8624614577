/** The topic of the newsletter, beside the books that people ask for. No book has this id. */
export const NEWS = 'news';

/** What an owner chooses: at most so many letters a month, 4 being one a week; and what its words are called. */
export const OFTEN = { 0: 'none', 1: 'monthly', 2: 'twiceMonthly', 4: 'weekly' } as const;
export const A_MONTH = [0, 1, 2, 4] as const satisfies (keyof typeof OFTEN)[];

/** How often there is a newsletter. People agree to this number. */
export type Frequency = Exclude<keyof typeof OFTEN, 0>;

export type OftenWords = Record<(typeof OFTEN)[Frequency], string>;

/** As the owner decided; null: undecided, or no newsletter. */
export function frequencyOf(aMonth: keyof typeof OFTEN | null): Frequency | null {
  return aMonth === 0 ? null : aMonth;
}

/** The sentence for a frequency; empty without a newsletter. */
export function oftenIn(words: OftenWords, frequency: Frequency | null): string {
  return frequency === null ? '' : words[OFTEN[frequency]];
}
