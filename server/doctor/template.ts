import type { Content } from '#contract/content/content.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import { OWN_SITE } from '#contract/content/own-site.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { TemplatePart } from '#contract/owner/doctor.ts';

const inEach = (...keys: string[]) =>
  keys.flatMap((key) => LANGUAGES.map((language) => `${key}.${language}`));

/** All fields that name embreve, speak for it, or say what must be true of another agency. */
export const TEMPLATE: Record<TemplatePart, readonly string[]> = {
  name: ['brand.name'],
  privacy: ['legal.email'],
  sign: inEach('text.about.story'),
  promise: inEach('text.about.lead'),
  count: inEach('text.services.title'),
  description: inEach(
    'text.page.meta.description',
    ...['home', 'services', 'products', 'about'].map((page) => `text.meta.${page}.description`),
  ),
  mark: ['brand.logo'],
};

/** The parts of a content that are still the template's, each with `where`: the fields to change. */
export function templateIn(content: Content): { part: TemplatePart; where: string }[] {
  const parts = Object.entries(TEMPLATE) as [TemplatePart, readonly string[]][];
  const isCounted = factsOf(content).services.length === OWN_SITE.services.length;
  return parts.flatMap(([part, fields]) => {
    if (part === 'count' && isCounted) return [];
    const kept = fields.filter((field) => content[field] === undefined);
    return kept.length === 0 ? [] : [{ part, where: kept.join(', ') }];
  });
}
