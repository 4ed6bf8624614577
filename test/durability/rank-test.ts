/**
 * The Mann-Whitney U test of two samples, by normal approximation: the p-value under the hypothesis of a
 * common distribution (https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test). For about twenty or more
 * values on each side, with few ties.
 */
export function chanceOf(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, mine: true })),
    ...other.map((value) => ({ value, mine: false })),
  ];
  let ranks = 0;
  for (const [place, { mine }] of all.toSorted((a, b) => a.value - b.value).entries())
    if (mine) ranks += place + 1;
  const pairs = one.length * other.length;
  const u = ranks - (one.length * (one.length + 1)) / 2;
  const spread = Math.sqrt((pairs * (all.length + 1)) / 12);
  return 2 * beyond(Math.abs(u - pairs / 2) / spread);
}

/** The tail of the normal distribution beyond so many standard deviations; Abramowitz and Stegun, 26.2.17. */
function beyond(spreads: number): number {
  const t = 1 / (1 + 0.2316419 * spreads);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduceRight((rest, term) => t * (term + rest), 0);
  return (sum * Math.exp(-(spreads ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}
