import * as v from 'valibot';
import { isBookId } from '#contract/books.ts';
import { inEach, isLanguage, LANGUAGES, type Language } from '#contract/language.ts';
import { A_MONTH } from '#contract/newsletter.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { FILE_NAME } from './content.ts';
import { LOGO_KINDS, PHOTO_KINDS } from './file-kinds.ts';
import { GA_ID, GTM_ID, hasPlace, isLine, isLink, isOrigin, isPhone } from './kinds.ts';
import { languagesOf, lacksIn, SLUG } from './cases.ts';
import { BOOK_PLACES, CASE_LIMITS, MAX_MONTHS, MAX_PROFILES, MAX_SERVICES, PEOPLE_LIMITS } from './limits.ts';
import { NETWORK_NAMES, networkOf } from './networks.ts';
import { say } from './problems.ts';

/** Pages and mails are filled in after a fact is written into them. */
const plain = v.check((value: string) => !hasPlace(value), say('plain'));
/** One to `longest` characters on one line. */
const line = (longest: number) =>
  v.pipe(
    v.string(say('line', longest)),
    v.check((value) => isLine(value, longest), say('line', longest)),
    plain,
  );
const https = v.pipe(v.string(say('https')), v.check(isLink, say('https')));
/** An address of a known network: its sign leads nowhere else. */
const profile = v.pipe(
  https,
  v.check((address) => networkOf(address) !== null, say('profile', NETWORK_NAMES.join(', '))),
);
const profiles = v.pipe(
  v.array(profile, say('list', MAX_PROFILES)),
  v.maxLength(MAX_PROFILES, say('list', MAX_PROFILES)),
);
const email = v.pipe(
  v.string(say('email')),
  v.check((value) => {
    const parsed = parseAddress(value);
    return parsed.ok && parsed.address === value;
  }, say('email')),
  plain,
);
const phone = v.pipe(v.string(say('phone')), v.check(isPhone, say('phone')));
const colour = v.pipe(v.string(say('colour')), v.regex(/^#[0-9a-f]{6}$/i, say('colour')));
const letter = v.pipe(v.number(say('letter')), v.integer(say('letter')), v.minValue(0, say('letter')));
const isMonths = say('months', MAX_MONTHS);
const months = v.pipe(
  v.number(isMonths),
  v.integer(isMonths),
  v.minValue(1, isMonths),
  v.maxValue(MAX_MONTHS, isMonths),
);
/** Of an address. */
const MAX_LINES = 5;
const isLines = say('lines', MAX_LINES);
const lines = v.pipe(v.array(line(80), isLines), v.minLength(1, isLines), v.maxLength(MAX_LINES, isLines));
/** `alternatives`: of the extension. */
const file = (alternatives: string) =>
  v.strictObject(
    {
      file: v.pipe(
        v.string(say('file', alternatives)),
        v.regex(FILE_NAME, say('file', alternatives)),
        v.check((name) => new RegExp(`\\.(?:${alternatives})$`).test(name), say('file', alternatives)),
      ),
    },
    say('file', alternatives),
  );

/** One text for each language of the site. */
const lineInEach = (longest: number) =>
  v.strictObject(
    inEach(() => line(longest)),
    say('each'),
  );
/** The same; '' where it is not written. */
const blankInEach = (longest: number) =>
  v.strictObject(
    inEach(() =>
      v.pipe(
        v.string(say('line', longest)),
        v.check((value) => value === '' || isLine(value, longest), say('line', longest)),
        plain,
      ),
    ),
    say('each'),
  );
const object = <const E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, say('members', Object.keys(entries).join(', ')));

const logo = object({ dark: file(LOGO_KINDS.join('|')), light: file(LOGO_KINDS.join('|')) });
const photo = file(PHOTO_KINDS.join('|'));
const share = v.pipe(v.number(say('share')), v.minValue(0, say('share')), v.maxValue(1, say('share')));
/** `focus`: the point, from 0 to 1 of width and height, that every crop shows. */
const picture = object({ file: photo.entries.file, focus: object({ x: share, y: share }) });
/** One for each theme, or one for both. */
const pictures = v.pipe(
  object({ dark: v.nullable(picture), light: v.nullable(picture) }),
  v.check(({ dark, light }) => dark !== null || light !== null, say('pictures')),
);
const book = v.pipe(
  v.record(v.custom<Language>(isLanguage, say('language')), file('pdf|epub'), say('book')),
  v.check((files) => Object.keys(files).length > 0, say('book')),
);
const shownBooks = v.pipe(
  v.array(
    v.strictObject(
      {
        id: v.pipe(
          v.string(say('books')),
          v.check((id) => isBookId(id), say('books')),
        ),
        place: v.picklist(BOOK_PLACES, say('books')),
      },
      say('books'),
    ),
    say('books'),
  ),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, say('books')),
  // No more than there are places.
  v.check((all) => new Set(all.map(({ place }) => place)).size === all.length, say('books')),
);
const people = v.pipe(
  v.array(
    object({
      name: line(PEOPLE_LIMITS.name),
      role: lineInEach(PEOPLE_LIMITS.role),
      says: v.exactOptional(blankInEach(PEOPLE_LIMITS.says)),
      portrait: v.nullable(photo),
    }),
    say('list', PEOPLE_LIMITS.people),
  ),
  v.maxLength(PEOPLE_LIMITS.people, say('list', PEOPLE_LIMITS.people)),
);
/** Places of services in the text. */
const placesOf = (least: 0 | 1) => {
  const isPlaces = say('services', `${least} to ${MAX_SERVICES}`);
  const place = v.pipe(
    v.number(isPlaces),
    v.integer(isPlaces),
    v.minValue(0, isPlaces),
    v.maxValue(MAX_SERVICES - 1, isPlaces),
  );
  return v.pipe(
    v.array(place, isPlaces),
    v.minLength(least, isPlaces),
    v.check((places) => new Set(places).size === places.length, isPlaces),
  );
};

/** The path of a problem within a value. */
const pathOf = (...keys: (string | number)[]) =>
  keys.map((key) => ({ type: 'unknown', origin: 'value', input: null, key, value: null })) as [
    v.UnknownPathItem,
  ];
const caseWords = {
  client: blankInEach(CASE_LIMITS.client),
  line: blankInEach(CASE_LIMITS.line),
  asked: blankInEach(CASE_LIMITS.asked),
  done: blankInEach(CASE_LIMITS.done),
  since: blankInEach(CASE_LIMITS.since),
  quote: blankInEach(CASE_LIMITS.quote),
  by: blankInEach(CASE_LIMITS.by),
};
/** `alt`: null for decoration, of which nothing is read. */
const casePicture = object({ ...picture.entries, alt: v.nullable(blankInEach(CASE_LIMITS.alt)) });
const oneCase = v.pipe(
  object({
    slug: v.pipe(v.string(say('slug')), v.regex(SLUG, say('slug'))),
    services: placesOf(0),
    ...caseWords,
    pictures: v.pipe(
      v.array(casePicture, say('list', CASE_LIMITS.pictures)),
      v.maxLength(CASE_LIMITS.pictures, say('list', CASE_LIMITS.pictures)),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const told = languagesOf(value);
    const [nearest] = LANGUAGES.toSorted((a, b) => lacksIn(value, a).length - lacksIn(value, b).length);
    if (told.length === 0 && nearest !== undefined)
      for (const part of lacksIn(value, nearest))
        addIssue({ message: say('line', CASE_LIMITS[part]), path: pathOf(part, nearest) });
    for (const [at, { alt }] of value.pictures.entries())
      for (const language of told)
        if (alt?.[language] === '')
          addIssue({
            message: say('line', CASE_LIMITS.alt),
            path: pathOf('pictures', at, 'alt', language),
          });
  }),
);
const cases = v.pipe(
  v.array(oneCase, say('list', CASE_LIMITS.cases)),
  v.maxLength(CASE_LIMITS.cases, say('list', CASE_LIMITS.cases)),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const slugs = dataset.value.map(({ slug }) => slug);
    for (const [at, slug] of slugs.entries())
      if (slugs.indexOf(slug) < at) addIssue({ message: say('slug'), path: pathOf(at, 'slug') });
  }),
);
const MAX_ORIGINS = 20;
const isOrigins = say('list', MAX_ORIGINS);
const origins = v.pipe(
  v.array(v.pipe(v.string(say('origin')), v.check(isOrigin, say('origin'))), isOrigins),
  v.maxLength(MAX_ORIGINS, isOrigins),
);

/** What a fact may be. `max`: characters, in one language. */
export const FACT_KINDS = {
  line: ({ max = 0 }) => line(max),
  each: ({ max = 0 }) => lineInEach(max),
  profiles: () => profiles,
  lines: () => lines,
  link: () => https,
  email: () => email,
  phone: () => phone,
  months: () => months,
  /** Null: none. */
  letter: () => v.nullable(letter),
  colour: () => colour,
  accent: () => v.union([colour, object({ dark: colour, light: colour })], say('accent')),
  logo: () => logo,
  people: () => people,
  cases: () => cases,
  books: () => shownBooks,
  book: () => book,
  pictures: () => pictures,
  picture: () => picture,
  ga: () => v.pipe(v.string(say('ga')), v.regex(GA_ID, say('ga'))),
  gtm: () => v.pipe(v.string(say('gtm')), v.regex(GTM_ID, say('gtm'))),
  origins: () => origins,
  frequency: () => v.picklist(A_MONTH, say('frequency')),
  switch: () => v.boolean(say('switch')),
  services: () => placesOf(1),
} satisfies Record<string, (row: { is: string; max?: number }) => v.GenericSchema>;

export type FactKind = keyof typeof FACT_KINDS;
export type FactValue<Kind extends FactKind> = v.InferOutput<ReturnType<(typeof FACT_KINDS)[Kind]>>;
