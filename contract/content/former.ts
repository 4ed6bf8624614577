import { inEach, type Language } from '#contract/language.ts';
import { clientOf, slugFor } from './cases.ts';
import type { Content, Json } from './content.ts';

/** Versions up to 0.1.0 had a field for each of two networks. */
const PROFILES = ['social.instagram', 'social.linkedin'];
const PROFILE_WORDS = 'text.page.socials.';
/** They had one case, told in steps of other names. */
const CASE = 'caseStudy';
const CASE_WORDS = new Map([
  ['text.home.caseSteps.before.', 'text.work.asked.'],
  ['text.home.caseSteps.decision.', 'text.work.done.'],
  ['text.home.caseSteps.after.', 'text.work.since.'],
]);

/** And two books, whose fields were named by them. */
const BOOK = /^(books\.|pictures\.cover-|text\.products\.)(seo|ads)(?=\.|$)/;
const BOOK_KEYS: Record<string, string> = {
  'books.': 'books.',
  'pictures.cover-': 'pictures.cover.',
  'text.products.': 'text.products.items.',
};
const COVER_WORDS = /^text\.home\.cover(?:Seo|Ads)\./;

/** A content of any version as this one says it. */
export function upToDate(content: Content): Content {
  const isFormer = (key: string) =>
    key === CASE || PROFILES.includes(key) || key.startsWith(PROFILE_WORDS) || COVER_WORDS.test(key);
  const fields = Object.entries(content).filter(([key]) => !isFormer(key));
  const now = Object.fromEntries(fields.map(([key, value]) => [keyNow(key), value]));
  const given = PROFILES.map((key) => content[key]).filter((one): one is NonNullable<Json> => Boolean(one));
  const study = content[CASE];
  return {
    ...(given.length > 0 && { social: given }),
    ...(study != null && { cases: [caseOf(study as Study)] }),
    ...now,
  };
}

/** The same of a row of a draft; undefined: the built-in one. */
export function rowNow<Row extends { field: string; value: Json | undefined }>(row: Row): Row {
  if (row.field !== CASE) return { ...row, field: keyNow(row.field) };
  const value = row.value == null ? undefined : [caseOf(row.value as Study)];
  return { ...row, field: 'cases', value };
}

function keyNow(key: string): string {
  const [was, is] = [...CASE_WORDS].find(([former]) => key.startsWith(former)) ?? ['', ''];
  const named = is + key.slice(was.length);
  return named.replace(BOOK, (_key, before: string, id) => `${BOOK_KEYS[before]}${id === 'seo' ? 0 : 1}`);
}

type InEach = Record<Language, string>;
type Study = Record<'client' | 'before' | 'decision' | 'after', InEach> & {
  picture: { file: string; alt: InEach | null } | null;
};

/** Of a study that is not one, what is wrong is said of the case. */
function caseOf({ client, before, decision, after, picture }: Study): Json {
  const blank = inEach(() => '');
  return {
    slug: slugFor(String(clientOf({ client: client ?? blank })), []),
    client,
    line: blank,
    services: [],
    asked: before,
    done: decision,
    since: after,
    quote: blank,
    by: blank,
    pictures: picture ? [{ ...picture, focus: { x: 0.5, y: 0.5 } }] : [],
  };
}
