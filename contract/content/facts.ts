import type { FactKind, FactValue } from './fact-kinds.ts';
import type { Json } from './content.ts';
import { PEOPLE_LIMITS } from './limits.ts';
import { NETWORK_NAMES } from './networks.ts';
import { OWN_SITE } from './own-site.ts';

/** `max`: characters, in one language. */
type Kind = { is: 'line' | 'each'; max: number } | { is: Exclude<FactKind, 'line' | 'each'> };
type Row = Kind & {
  /** The built-in value. Without one it may be missing: null. */
  own?: Json;
  example?: Json;
  /** Of the field, for docs/content.md. */
  about: string;
  /** What publishing a change asks of an owner: people have agreed to it, or it brings scripts of others. */
  proof?: 'with-passkey' | 'always';
};

const { brand, legal } = OWN_SITE;
const agreed = { proof: 'with-passkey' } as const;
const tag = { proof: 'always' } as const;
const off = { is: 'switch', own: false, example: true } as const;
const page = (name: string) =>
  ({
    ...off,
    about: `whether the page ${name} is left out: no link leads to it, its address is not found`,
  }) as const;
const part = (what: string) => ({ ...off, about: `whether ${what} is left out` }) as const;
const CONTACT = 'on the contact page';
const FOUND = `${CONTACT}; search engines get it, too`;
const files = { is: 'book', about: 'see [Books](#books)' } as const;
const cover = { is: 'picture', about: 'instead of our cover, 2:3' } as const;

/**
 * Each fact about the owner, in the order of its form. The first part of its key is its section, where the form shows
 * it by its kind. Checks, types and docs/content.md (`npm run api`) follow.
 */
export const FACTS = {
  'brand.name': {
    is: 'line',
    max: 40,
    own: brand.name,
    about: 'in titles, emails, icons and social pictures',
  },
  'brand.markAt': {
    is: 'letter',
    own: brand.markAt,
    example: 1,
    about: 'it carries the breve. `null`: the mark is before the name',
  },
  'brand.ground': { is: 'colour', own: brand.ground, about: 'behind the mark in icons' },
  'brand.accent': {
    is: 'accent',
    about:
      'One colour is adjusted to be readable in both themes; two are used as they are (contrast at least 4.5). Pages, emails, icons, drawn covers and the bob in our pictures follow: the bob in its hue, as light as clay can be, so that white is pale stone and black charcoal',
  },
  'brand.logo': {
    is: 'logo',
    about:
      'instead of the drawn name, each `{ "file": "logo.svg" }`. SVG of shapes, without text, pixels or animation (what else it holds, like metadata, is left out), up to 20 KB of shapes; or PNG, at least 96 pixels high. At most 10 times as wide as it is high. Emails and social pictures show the name',
  },
  social: {
    is: 'profiles',
    example: ['https://www.instagram.com/mare', 'https://www.linkedin.com/company/mare'],
    about: `profiles, in this order: in the footer, on Coming Soon and on Contact. ${NETWORK_NAMES.join(', ')}; \`[]\`: none. Ours are shown under our name alone`,
  },
  'legal.entity': {
    is: 'line',
    max: 100,
    own: legal.entity,
    example: 'Maré Alta, Lda.',
    about: 'who answers for the addresses: in the privacy notice and every email',
    ...agreed,
  },
  'legal.email': { is: 'email', own: legal.email, about: 'for privacy, in the privacy notice', ...agreed },
  'legal.retentionMonths': {
    is: 'months',
    own: legal.retentionMonths,
    example: 12,
    about: 'how long addresses are kept. The server deletes by what is published',
    ...agreed,
  },
  'legal.complaintsBook': {
    is: 'link',
    example: 'https://www.livroreclamacoes.pt/',
    about: 'the official complaints form',
    ...agreed,
  },
  'legal.formService': {
    is: 'line',
    max: 100,
    example: 'Formas, S.A.',
    about: 'the company behind a form service (`SUBSCRIBE_ENDPOINT`)',
    ...agreed,
  },
  'newsletter.aMonth': {
    is: 'frequency',
    example: 1,
    about:
      'how often the newsletter comes at most: 1, 2 or 4 a month (4: one a week); 0: there is none. People agree to this number where they are asked. Until it is decided nobody is asked, in the launch email neither',
    ...agreed,
  },
  'newsletter.welcome': {
    ...off,
    about:
      'whether each new reader of the newsletter is mailed a welcome, once: whoever asks for it and presses the link. Its words are `mails.welcome`. It does not count as a newsletter',
  },
  'contact.email': { is: 'email', example: 'ola@mare.example', about: FOUND },
  'contact.phone': { is: 'phone', example: '+351 210 000 000', about: FOUND },
  'contact.whatsapp': { is: 'phone', example: '+351 910 000 000', about: CONTACT },
  'contact.booking': {
    is: 'link',
    example: 'https://book.example/mare',
    about: `where a call is booked: ${CONTACT}`,
  },
  'contact.address': { is: 'lines', example: ['Rua do Sol 1', '1000-001 Lisboa'], about: FOUND },
  'contact.reply': { is: 'each', max: 120, about: `how soon a message is answered: ${CONTACT}` },
  services: {
    is: 'services',
    own: OWN_SITE.services,
    example: [0, 1, 2, 4],
    about:
      'which services are shown, in this order: `4` is the one whose name is `text.services.items.4.name`. One without a name in a language is not shown in it',
  },
  'hidden.services': page('Services'),
  'hidden.products': page('Products'),
  'hidden.about': page('About'),
  'hidden.home.services': part('the services on the home page'),
  'hidden.home.method': part('the method on the home page'),
  'hidden.home.case': part('the work on the home page'),
  'hidden.home.books': part('the books on the home page'),
  'hidden.services.plan': part('the plan on the Services page'),
  'hidden.about.values': part('the values on the About page'),
  'hidden.about.people': part('the people on the About page'),
  people: {
    is: 'people',
    own: [],
    about: `on the About page, in this order but with portraits first: \`{ "name": "Ana Prado", "role": each language, "portrait": { "file": "ana.jpg" } }\`; name up to ${PEOPLE_LIMITS.name} characters, role ${PEOPLE_LIMITS.role}, portrait or \`null\`. One who stands alone may have a sentence, \`"says": each language\`, up to ${PEOPLE_LIMITS.says}`,
  },
  cases: {
    is: 'cases',
    own: [],
    about: `work for clients, on the home page, each at \`/work/slug\`; see [Cases](#cases)`,
  },
  books: {
    is: 'books',
    own: OWN_SITE.books,
    example: [{ id: 'seo', place: 0 }],
    about:
      'which books are shown, in this order: the name of the one at place `2` is `text.products.items.2.name`, its files are `books.2`, its cover `pictures.cover.2`. One without a name in a language is not shown in it. See [Books](#books)',
  },
  'books.0': files,
  'books.1': files,
  'books.2': files,
  'books.3': files,
  'books.4': files,
  'books.5': files,
  'pictures.soon': {
    is: 'pictures',
    about:
      'behind the Coming Soon page, and in the pictures of shared links. The bob does not swing over your own picture. It is made darker, or lighter, as far as the words over it need; one that is calm at the left shows more',
  },
  'pictures.band': { is: 'pictures', about: 'behind "how you work", on the home page' },
  'pictures.about': { is: 'pictures', about: 'beside the story on the About page' },
  'pictures.cover.0': cover,
  'pictures.cover.1': cover,
  'pictures.cover.2': cover,
  'pictures.cover.3': cover,
  'pictures.cover.4': cover,
  'pictures.cover.5': cover,
  'analytics.gaId': { is: 'ga', about: 'Google Analytics. `GA_ID` of the server wins', ...tag },
  'analytics.gtmId': { is: 'gtm', about: 'Google Tag Manager. `GTM_ID` of the server wins', ...tag },
  'analytics.scriptOrigins': {
    is: 'origins',
    own: [],
    example: ['https://snap.licdn.com'],
    about: 'see [Visit statistics](operations.md#visit-statistics)',
    ...tag,
  },
} as const satisfies Record<string, Row>;

export type FactKey = keyof typeof FACTS;
type ValueOf<R extends Row> = FactValue<R['is']> | (R extends { own: Json } ? never : null);
export type Facts = { -readonly [Key in FactKey]: ValueOf<(typeof FACTS)[Key]> };
/** Those below a name: `booking` for `contact.booking`. */
export type FactsBelow<Name extends string> = {
  [Key in FactKey as Key extends `${Name}.${infer Rest}` ? Rest : never]: Facts[Key];
};
/** Pages and parts of them that an owner may hide; the others are needed. Named as in `EDITOR_PAGES`. */
export type Hideable = keyof FactsBelow<'hidden'>;
export type PictureFact = FactValue<'picture'>;
/** A piece of work; words that are not written in a language are ''. */
export type Case = Facts['cases'][number];

/** How a fact is described. */
export function factRow(key: FactKey): Row & { own: Json } {
  return { own: null, ...FACTS[key] };
}
