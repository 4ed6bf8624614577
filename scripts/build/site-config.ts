import type { BookFiles } from '#contract/books.ts';
import type { Analytics, Evidence, SiteConfig } from '#contract/site.ts';
import { bookProblems, NO_BOOKS } from './books.ts';
import { evidenceProblems, NO_EVIDENCE } from './evidence.ts';
import { isAddress, isHttps, isLine } from './values.ts';

/** Its message lists every problem of `site.config.ts`, one per line, written for its editor. */
export class SiteConfigError extends Error {
  override name = 'SiteConfigError';
}

const LONGEST_NAME = 40;

/** The place of a value, what it must be, and a check. Node strips types without checking them. */
type Rule = [place: string, wanted: string, isRight: (value: unknown, site: SiteConfig) => boolean];

const RULES: Rule[] = [
  ['brand.name', `the name of your company in 1 to ${LONGEST_NAME} characters`, isName],
  [
    'brand.markAt',
    'the position of a letter in the name, where 0 is the first, one without an accent or a dot, or null to put the mark before the name',
    (value, site) => value === null || isLetterOf(valueAt(site, 'brand.name'), value),
  ],
  ['brand.ground', 'a colour like #0b1012', (value) => /^#[0-9a-f]{6}$/i.test(String(value))],
  ['social.instagram', 'the https address of your profile', isHttps],
  ['social.linkedin', 'the https address of your profile', isHttps],
  [
    'legal.entity',
    `the name of the person or company that answers for the addresses, in 1 to 100 characters`,
    isEntity,
  ],
  ['legal.email', 'an email address that somebody reads', isAddress],
  [
    'legal.formService',
    'the name of the company that runs the form, or null when the collector does',
    (value) => value === null || isEntity(value),
  ],
  ['legal.retentionMonths', 'a whole number of months from 1 to 120', isMonths],
  [
    'legal.complaintsBook',
    'the https address of the official complaints form, or null where there is none',
    (value) => value === null || isHttps(value),
  ],
];

/** @throws SiteConfigError that lists all problems at once. */
export function checkSiteConfig(
  site: SiteConfig,
  books: BookFiles = NO_BOOKS,
  analytics: Analytics = { scriptOrigins: [] },
  lineOf: (place: string) => string = () => '',
  evidence: Evidence = NO_EVIDENCE,
): void {
  const wrong = RULES.flatMap(([place, wanted, isRight]) => {
    const value = valueAt(site, place);
    return isRight(value, site) ? [] : [`${place} must be ${wanted}, not ${JSON.stringify(value)}`];
  });
  const problems = [
    ...wrong,
    ...originProblems(analytics),
    ...bookProblems(books),
    ...evidenceProblems(evidence),
  ].map((problem) => lineOf(problem.split(' ')[0] ?? '') + problem);
  if (problems.length > 0) throw new SiteConfigError(`Please mend site.config.ts:\n${problems.join('\n')}`);
}

/** Requires origins: anything else would widen a policy unnoticed. */
function originProblems(analytics: Analytics | undefined): string[] {
  const origins: unknown = analytics?.scriptOrigins;
  if (!Array.isArray(origins))
    return [
      `analytics.scriptOrigins must be a list like ['https://snap.licdn.com'], not ${JSON.stringify(origins)}`,
    ];
  return origins
    .filter((one) => !isHttps(one) || URL.parse(one)?.origin !== one || /[*;,\s]/.test(one))
    .map(
      (one) => `analytics.scriptOrigins must hold https addresses without a path, not ${JSON.stringify(one)}`,
    );
}

function valueAt(site: object, place: string): unknown {
  return place
    .split('.')
    .reduce((part: unknown, key) => (part as Record<string, unknown> | undefined)?.[key], site);
}

/** The name appears in titles and subjects, and beside the field. */
function isName(value: unknown): boolean {
  return isLine(value, LONGEST_NAME);
}

function isEntity(value: unknown): boolean {
  return isLine(value, 100);
}

function isLetterOf(name: unknown, at: unknown): boolean {
  if (typeof name !== 'string' || !Number.isInteger(at)) return false;
  const [letter = '', next = ''] = name.slice(at as number).normalize('NFD');
  return /[^\P{L}ij]/u.test(letter) && !/\p{M}/u.test(next);
}

function isMonths(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 120;
}
