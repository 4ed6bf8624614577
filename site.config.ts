import type { BookFiles } from '#contract/books.ts';
import type { Analytics, CaseStudy, ContactDetails, Look, Person, SiteConfig } from '#contract/site.ts';

/**
 * The brand. The one file an agency edits first; everything below is a placeholder until then.
 * Colours live in ui/tokens.css, words in site/text/. What cannot be right stops the build, which says why.
 */
export const site: SiteConfig = {
  brand: {
    name: 'embreve',
    /** Position (from 0) of the letter that carries the breve: choose the stressed vowel. null puts the mark before the name. */
    markAt: 4,
    /** Behind the mark on home screens: the ground of the dark theme. */
    ground: '#0b1012',
  },
  /** Profiles the footer links to. */
  social: {
    instagram: 'https://www.instagram.com/embreve',
    linkedin: 'https://www.linkedin.com/company/embreve',
  },
  /** Who answers for the addresses people leave; shown in the privacy notice. */
  legal: {
    entity: 'embreve',
    email: 'privacy@embreve.example',
    /** Name of the company that runs the form when SUBSCRIBE_ENDPOINT is a foreign service, else null. */
    formService: null,
    /** Months an address is kept after the site has opened. */
    retentionMonths: 12,
    /** Address of the official complaints form where the law asks for one, e.g. https://www.livroreclamacoes.pt, else null. */
    complaintsBook: null,
  },
};

/**
 * The files of the books that are out, by language: `seo: { en: 'books/seo.en.pdf', pt: 'books/seo.pt.pdf' }`. The page
 * of the books then hands them out, see docs/owner.md.
 */
export const books: BookFiles = { seo: null, ads: null };

/**
 * Whose scripts may run on the pages beside Google's, where a container of Tag Manager asks for them:
 * `['https://snap.licdn.com']`. See docs/owner.md.
 */
export const analytics: Analytics = { scriptOrigins: [] };

/** One colour such as '#1d6b45', made readable in both themes, or `{ dark: '#7dd3a0', light: '#1d6b45' }`. */
export const look: Look = { accent: null };

/**
 * Who works here, shown on the page about the agency: `[{ name: 'Ana Prado', role: { en: 'Strategy', pt: 'Estratégia' } }]`,
 * with `portrait: 'brand/people/ana.jpg'` where there is one. See docs/owner.md.
 */
export const people: Person[] = [];

/** One piece of work, told on the first page in three steps: `client`, `before`, `decision`, `after`. See docs/owner.md. */
export const caseStudy: CaseStudy | null = null;

/** Other ways than the form; the contact page shows those that are given. See docs/owner.md. */
export const contact: ContactDetails = {
  email: null,
  phone: null,
  address: null,
  reply: null,
  booking: null,
  whatsapp: null,
};
