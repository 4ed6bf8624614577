import type { Content } from '#contract/content/content.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { TemplatePart } from '#contract/owner/doctor.ts';

const inEach = (...keys: string[]) =>
  keys.flatMap((key) => LANGUAGES.map((language) => `${key}.${language}`));

/** All fields that name embreve, or speak for it. */
export const TEMPLATE: Record<TemplatePart, readonly string[]> = {
  name: ['brand.name'],
  privacy: ['legal.email'],
  sign: inEach('text.about.story'),
  description: inEach(
    'text.page.meta.description',
    ...['home', 'services', 'products', 'about'].map((page) => `text.meta.${page}.description`),
  ),
  mark: ['brand.logo'],
};

/** The parts of a content that are still the template's, each with `where`: the fields to change. */
export function templateIn(content: Content): { part: TemplatePart; where: string }[] {
  const parts = Object.entries(TEMPLATE) as [TemplatePart, readonly string[]][];
  return parts.flatMap(([part, fields]) => {
    const kept = fields.filter((field) => content[field] === undefined);
    return kept.length === 0 ? [] : [{ part, where: kept.join(', ') }];
  });
}
