import { frequencyOf } from '#contract/newsletter.ts';
import { withoutMarks } from '#contract/marks.ts';
import type { ContactDetails, Profile, SiteConfig } from '#contract/site.ts';
import type { Content } from './content.ts';
import { factRow, FACTS, type FactKey, type Facts, type FactsBelow, type Hideable } from './facts.ts';
import { isLetterOf } from './kinds.ts';
import { networkOf } from './networks.ts';
import { OWN_SITE } from './own-site.ts';

const KEYS = Object.keys(FACTS) as FactKey[];

/** The built-in facts. */
export const OWN_FACTS = Object.fromEntries(KEYS.map((key) => [key, factRow(key).own])) as unknown as Facts;

export function isFact(key: string): key is FactKey {
  return Object.hasOwn(FACTS, key);
}

/** The facts of a checked content. */
export function factsOf(content: Content): Facts {
  const given = Object.entries(content).filter(([key]) => isFact(key));
  return { ...OWN_FACTS, ...Object.fromEntries(given) };
}

/** Whether a name has a letter at this place that can carry the mark. */
export const markFits = ({ 'brand.name': name, 'brand.markAt': at }: Facts) =>
  at === null || isLetterOf(name, at);

function below<Name extends 'contact' | 'hidden' | 'legal'>(facts: Facts, name: Name): FactsBelow<Name> {
  const keys = KEYS.filter((key) => key.startsWith(`${name}.`));
  return Object.fromEntries(keys.map((key) => [key.slice(name.length + 1), facts[key]])) as FactsBelow<Name>;
}

/** The built-in ones are shown under the built-in name alone. */
function profilesOf({ social, 'brand.name': name }: Facts): Profile[] {
  if (social === null) return name === OWN_SITE.brand.name ? [...OWN_SITE.profiles] : [];
  return social.flatMap((href) => {
    const network = networkOf(withoutMarks(href));
    return network === null ? [] : [{ network: network.name, href, icon: network.icon }];
  });
}

/** The facts as pages and mails take them. */
export function siteConfigOf(facts: Facts): SiteConfig {
  return {
    brand: {
      name: facts['brand.name'],
      markAt: facts['brand.markAt'],
      ground: facts['brand.ground'],
      ...(facts['brand.logo'] !== null && { hasLogo: true }),
    },
    profiles: profilesOf(facts),
    services: facts.services,
    books: facts.books,
    legal: below(facts, 'legal'),
    newsletter: frequencyOf(facts['newsletter.aMonth']),
  };
}

/** Without their page nobody could get the books. */
export function hiddenIn(facts: Facts): Hideable[] {
  const hasBooks = !facts['hidden.products'] && facts.books.length > 0;
  const parts = Object.keys(below(facts, 'hidden')) as Hideable[];
  return parts.filter((part) => facts[`hidden.${part}`] || (part === 'home.books' && !hasBooks));
}

/** Null: none is given. */
export function contactOf(facts: Facts): ContactDetails | null {
  const contact = below(facts, 'contact');
  return Object.values(contact).every((fact) => fact === null) ? null : contact;
}
