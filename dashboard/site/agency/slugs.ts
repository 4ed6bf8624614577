import { clientOf, slugFor } from '#contract/content/cases.ts';
import type { Case } from '#contract/content/facts.ts';

/** Cases with their addresses: one follows the client’s name until it is `published`, and is kept from then on. */
export function withSlugs(cases: readonly Case[], published: readonly string[]): Case[] {
  const kept = new Set<string>();
  const taken = [...published];
  return cases.map((one) => {
    const { slug } = one;
    if (published.includes(slug) && !kept.has(slug)) {
      kept.add(slug);
      return one;
    }
    const next = slugFor(clientOf(one), taken);
    taken.push(next);
    return next === slug ? one : { ...one, slug: next };
  });
}
