import type { Content } from '#contract/content/content.ts';
import { factsOf, hiddenIn } from '#contract/content/own-facts.ts';
import { OWN_SITE } from '#contract/content/own-site.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { Hideable } from '#contract/content/facts.ts';
import type { TemplatePart } from '#contract/owner/doctor.ts';

const inEach = (...keys: string[]) =>
  keys.flatMap((key) => LANGUAGES.map((language) => `${key}.${language}`));

/** All fields that name embreve, speak for it, or say what must be true of another agency. */
export const TEMPLATE: Record<TemplatePart, readonly string[]> = {
  name: ['brand.name'],
  privacy: ['legal.entity', 'legal.email'],
  trade: inEach('text.page.soon.subtleMessage', 'text.meta.home.title'),
  sign: inEach('text.about.story'),
  promise: inEach('text.about.lead'),
  count: inEach('text.services.title'),
  plan: inEach('text.plan.lead'),
  books: OWN_SITE.books.flatMap(({ place }) => inEach(`text.products.items.${place}.name`)),
  description: inEach(
    'text.page.meta.description',
    ...['home', 'services', 'products', 'about'].map((page) => `text.meta.${page}.description`),
  ),
  mark: ['brand.logo'],
};

/** The parts of a content that are still the template's, each with `where`: the fields to change. */
export function templateIn(content: Content): { part: TemplatePart; where: string }[] {
  const facts = factsOf(content);
  const hidden = hiddenIn(facts);
  const isCounted = facts.services.length === OWN_SITE.services.length;
  // A book with a file is its owner's, whatever its name.
  const promised = facts.books.filter(({ place }) => facts[`books.${place}`] === null);
  const isShown = (part: TemplatePart, field: string) =>
    content[field] === undefined &&
    !hidden.some((one) => isOn(one, field)) &&
    !(part === 'count' && isCounted) &&
    (part !== 'books' || promised.some(({ place }) => field.startsWith(`text.products.items.${place}.`)));
  return (Object.entries(TEMPLATE) as [TemplatePart, readonly string[]][]).flatMap(([part, fields]) => {
    const kept = fields.filter((field) => isShown(part, field));
    return kept.length === 0 ? [] : [{ part, where: kept.join(', ') }];
  });
}

/** Whether a field is read only where this page or part is. */
function isOn(part: Hideable, field: string): boolean {
  const isPlan = part === 'services' || part === 'services.plan';
  return [`text.${part}.`, `text.meta.${part}.`, ...(isPlan ? ['text.plan.'] : [])].some((start) =>
    field.startsWith(start),
  );
}
