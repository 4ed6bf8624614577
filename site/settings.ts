import type { Offer } from '#contract/books.ts';
import type { OptionalField } from '#contract/contact.ts';
import type { ShownEvidence } from '#contract/site.ts';

/** Constants that scripts/build.ts takes from the environment (see server/config.ts). */
declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Vite's own, extended
  interface ImportMetaEnv {
    readonly SITE_URL: string;
    readonly SUBSCRIBE_ENDPOINT: string;
    readonly GA_ID: string | null;
    readonly GTM_ID: string | null;
    readonly DOUBLE_OPT_IN: boolean;
    readonly OPTIONAL_FIELDS: OptionalField[];
    readonly BOOKS: Offer | null;
    readonly PEOPLE: ShownEvidence['people'];
    readonly CASE_STUDY: ShownEvidence['caseStudy'];
    readonly CONTACT: ShownEvidence['contact'];
  }
}

export const SITE_URL = import.meta.env.SITE_URL;
export const SUBSCRIBE_ENDPOINT = import.meta.env.SUBSCRIBE_ENDPOINT;
export const GA_ID = import.meta.env.GA_ID;
export const GTM_ID = import.meta.env.GTM_ID;
/** Optional fields of the contact form. */
export const LEFT_OPTIONAL = import.meta.env.OPTIONAL_FIELDS;
/** The available books, from site.config.ts; null if none. */
export const BOOKS = import.meta.env.BOOKS;

/** Our own collector also stores language, consent and source; a foreign form service only the address. */
export const OWN_ENDPOINT = SUBSCRIBE_ENDPOINT.startsWith('/');

/** Whether an address must be confirmed by mail. */
export const CONFIRMS = OWN_ENDPOINT && import.meta.env.DOUBLE_OPT_IN;

/** Without an ID nothing of Google's is ever loaded and nobody is asked for consent. */
export const HAS_TAGS = GA_ID !== null || GTM_ID !== null;
