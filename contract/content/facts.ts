import * as v from 'valibot';
import { inEach, isLanguage, type Language } from '#contract/language.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { FILE_NAME } from './content.ts';
import { LOGO_KINDS, PHOTO_KINDS } from './file-kinds.ts';
import { CASE_LIMITS, MAX_REPLY, PEOPLE_LIMITS } from './limits.ts';
import { GA_ID, GTM_ID, hasPlace, isLetterOf, isLine, isLink, isOrigin, isPhone } from './kinds.ts';
import { say } from './problems.ts';

/** Pages and mails are filled in after a fact stands in them. */
const plain = v.check((value: string) => !hasPlace(value), say('plain'));
/** One to `longest` characters on one line. */
const line = (longest: number) =>
  v.pipe(
    v.string(say('line', longest)),
    v.check((value) => isLine(value, longest), say('line', longest)),
    plain,
  );
const https = v.pipe(v.string(say('https')), v.check(isLink, say('https')));
/** An address of a network's own: its icon leads nowhere else. */
const profileAt = (network: string) =>
  v.nullable(
    v.pipe(
      https,
      v.regex(new RegExp(`^https://(?:[\\w-]+\\.)*${network}(?:[/?#]|$)`, 'i'), say('profile', network)),
    ),
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
const object = <const E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, say('members', Object.keys(entries).join(', ')));

const photo = file(PHOTO_KINDS.join('|'));
const share = v.pipe(v.number(say('share')), v.minValue(0, say('share')), v.maxValue(1, say('share')));
/** `focus`: the point, from 0 to 1 of width and height, that every crop shows. */
const picture = object({ file: photo.entries.file, focus: object({ x: share, y: share }) });
/** One for each theme, or one for both. */
const pictures = v.nullable(
  v.pipe(
    object({ dark: v.nullable(picture), light: v.nullable(picture) }),
    v.check(({ dark, light }) => dark !== null || light !== null, say('pictures')),
  ),
);
const book = v.nullable(
  v.pipe(
    v.record(v.custom<Language>(isLanguage, say('language')), file('pdf|epub'), say('book')),
    v.check((files) => Object.keys(files).length > 0, say('book')),
  ),
);

/** Each fact about the owner, by its key. */
export const FACTS = {
  /** Stands in titles and subjects, and beside the field. */
  'brand.name': line(40),
  /** Position (from 0) of the letter that carries the breve; null puts the mark before the name. */
  'brand.markAt': v.nullable(
    v.pipe(v.number(say('letter')), v.integer(say('letter')), v.minValue(0, say('letter'))),
  ),
  /** Behind the mark on home screens. */
  'brand.ground': colour,
  /** One colour, made readable in both themes, or one for each. Null: as in ui/tokens.css. */
  'brand.accent': v.nullable(v.union([colour, object({ dark: colour, light: colour })], say('accent'))),
  'brand.logo': v.nullable(object({ dark: file(LOGO_KINDS.join('|')), light: file(LOGO_KINDS.join('|')) })),
  /** Profiles the footer links to; null: none. */
  'social.instagram': profileAt('instagram.com'),
  'social.linkedin': profileAt('linkedin.com'),
  /** Who answers for the addresses people leave; shown in the privacy notice. */
  'legal.entity': line(100),
  'legal.email': email,
  /** The company that runs the form when SUBSCRIBE_ENDPOINT is a foreign service. */
  'legal.formService': v.nullable(line(100)),
  /** Months an address is kept after the site has opened. */
  'legal.retentionMonths': v.pipe(
    v.number(say('months')),
    v.integer(say('months')),
    v.minValue(1, say('months')),
    v.maxValue(120, say('months')),
  ),
  /** The official complaints form, where the law asks for one. */
  'legal.complaintsBook': v.nullable(https),
  /** Other ways than the form; the contact page shows those that are given. */
  'contact.email': v.nullable(email),
  'contact.phone': v.nullable(phone),
  /** Line by line. */
  'contact.address': v.nullable(
    v.pipe(v.array(line(80), say('lines')), v.minLength(1, say('lines')), v.maxLength(5, say('lines'))),
  ),
  /** How soon a message is answered. */
  'contact.reply': v.nullable(lineInEach(MAX_REPLY)),
  'contact.booking': v.nullable(https),
  'contact.whatsapp': v.nullable(phone),
  /** Who works here, shown on the page about the agency. */
  people: v.pipe(
    v.array(
      object({
        name: line(PEOPLE_LIMITS.name),
        role: lineInEach(PEOPLE_LIMITS.role),
        portrait: v.nullable(photo),
      }),
      say('list', PEOPLE_LIMITS.people),
    ),
    v.maxLength(PEOPLE_LIMITS.people, say('list', PEOPLE_LIMITS.people)),
  ),
  /** One piece of work, told on the first page in three steps. */
  caseStudy: v.nullable(
    object({
      client: lineInEach(CASE_LIMITS.client),
      before: lineInEach(CASE_LIMITS.before),
      decision: lineInEach(CASE_LIMITS.decision),
      after: lineInEach(CASE_LIMITS.after),
      /** `alt`: null for decoration, of which nothing is read. */
      picture: v.nullable(object({ file: photo.entries.file, alt: v.nullable(lineInEach(CASE_LIMITS.alt)) })),
    }),
  ),
  /** The files of the books that are out, by language. */
  'books.seo': book,
  'books.ads': book,
  /** Pictures behind the titles, and covers instead of ours. */
  'pictures.soon': pictures,
  'pictures.band': pictures,
  'pictures.about': pictures,
  'pictures.cover-seo': v.nullable(picture),
  'pictures.cover-ads': v.nullable(picture),
  /** Google Analytics and Tag Manager; GA_ID and GTM_ID of the server win. */
  'analytics.gaId': v.nullable(v.pipe(v.string(say('ga')), v.regex(GA_ID, say('ga')))),
  'analytics.gtmId': v.nullable(v.pipe(v.string(say('gtm')), v.regex(GTM_ID, say('gtm')))),
  /** Others than Google whose scripts may run on the pages, where a container of Tag Manager asks for them. */
  'analytics.scriptOrigins': v.pipe(
    v.array(v.pipe(v.string(say('origin')), v.check(isOrigin, say('origin'))), say('list', 20)),
    v.maxLength(20, say('list', 20)),
  ),
} as const;

export type Facts = { -readonly [Key in keyof typeof FACTS]: v.InferOutput<(typeof FACTS)[Key]> };

/** Whether a name has a letter at this place that can carry the mark. */
export const markFits = ({ 'brand.name': name, 'brand.markAt': at }: Facts) =>
  at === null || isLetterOf(name, at);

export type FactKey = keyof Facts;
export type PictureFact = v.InferOutput<typeof picture>;
