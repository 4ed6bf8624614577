import type { AnnouncementWords } from './announcement.ts';
import type { PauseReason } from './owner/launch.ts';
import { FALLBACK_LANGUAGE, type Language } from './language.ts';
import type { Interest } from './subscribe.ts';

/** The one list of pages. Only `soon` can be reached before the launch; the others lead back to it. */
export const PATHS = {
  soon: '/soon',
  home: '/',
  services: '/services',
  products: '/products',
  about: '/about',
  contact: '/contact',
} as const;
export type PageName = keyof typeof PATHS;

/** An older site at this address may have left a service worker in a browser. The files of these names remove it. */
export const WORKER_FILES = ['sw.js', 'service-worker.js'] as const;

/** What visitors see: `soon` shows the Coming Soon page alone, `live` the site. The owner switches it. */
export const STAGES = ['soon', 'live'] as const;
export type Stage = (typeof STAGES)[number];

export function isStage(value: unknown): value is Stage {
  return STAGES.some((stage) => stage === value);
}

/** The site behind the curtain. */
export const INNER_PAGES = ['home', 'services', 'products', 'about', 'contact'] as const;
export type InnerPage = (typeof INNER_PAGES)[number];

/** The page at a path such as `/services`, also with a slash at its end; null for any other path. */
export function innerPageAt(path: string): InnerPage | null {
  const bare = path === '/' ? path : path.replace(/\/$/, '');
  return INNER_PAGES.find((page) => PATHS[page] === bare) ?? null;
}

/**
 * What each document of the site can show: `missing` is the page for an address that leads nowhere. The states
 * other than `idle` answer a form that was sent without script. `subscribed-book` answers a form that hands out a book; its
 * name begins with `subscribed`, because the browser reads success from that.
 */
export const DOCUMENT_STATES = {
  home: ['idle'],
  services: ['idle'],
  products: ['idle', 'subscribed', 'subscribed-book', 'failed'],
  about: ['idle'],
  contact: ['idle', 'sent', 'invalid', 'failed'],
  missing: ['idle'],
} as const satisfies Record<InnerPage | 'missing', readonly string[]>;
export type DocumentName = keyof typeof DOCUMENT_STATES;
export type DocumentState = (typeof DOCUMENT_STATES)[DocumentName][number];

/** Pages with a form. Each has its own text about what happens to the data. */
export const FORM_PAGES = ['soon', 'products', 'contact'] as const;
export type FormPage = (typeof FORM_PAGES)[number];

/**
 * What `/soon` can show as a document of its own.
 * With the site's script: the form, and the thanks and the failure after a plain form post.
 */
export const HYDRATED_STATES = ['idle', 'subscribed', 'failed'] as const;
export type HydratedState = (typeof HYDRATED_STATES)[number];

/**
 * Pages behind a signed link from a mail, each with a button: only its POST changes anything, because mail scanners open
 * links. The name of a state is the name of its parameter: `/soon?confirm=TOKEN`.
 */
export const TOKEN_STATES = ['confirm', 'unsubscribe', 'me'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

export function isTokenState(value: unknown): value is TokenState {
  return TOKEN_STATES.some((state) => state === value);
}

/** What follows a pressed button, and `expired`: a link that is too old or was cut. */
export const OUTCOME_STATES = ['confirmed', 'unsubscribed', 'erased', 'expired'] as const;
export type OutcomeState = (typeof OUTCOME_STATES)[number];

// Spread together, they would stay in a script that needs none of them.
export const SOON_STATES = /* @__PURE__ */ [
  HYDRATED_STATES,
  ['privacy'] as const,
  TOKEN_STATES,
  OUTCOME_STATES,
].flat();
export type SoonState = (typeof SOON_STATES)[number];

export function isSoonState(value: unknown): value is SoonState {
  return SOON_STATES.some((state) => state === value);
}

export function isHydratedState(value: unknown): value is HydratedState {
  return HYDRATED_STATES.some((state) => state === value);
}

/**
 * The server puts these into a token page in place of `%NAME%`, escaped. All three pages hold TOKEN and ADDRESS, `confirm`
 * holds ALSO, `me` holds the others.
 */
export const PLACEHOLDERS = [
  'TOKEN',
  'ADDRESS',
  'ALSO',
  'STATE',
  'LANGUAGE',
  'SINCE',
  'CONSENT',
  'SOURCE',
  'BOOKS',
  'MESSAGES',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** How far a subscription has come. Erased ones are not kept at all. */
export const SUBSCRIPTION_STATES = [
  'pending',
  'confirmed',
  'unsubscribed',
  'suppressed',
  'undeliverable',
] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Relative address of one prerendered document, e.g. `/soon?state=failed&lang=pt`. */
export function soonAddress(state: SoonState, language: Language): string {
  return state === 'idle' ? `/soon?lang=${language}` : `/soon?state=${state}&lang=${language}`;
}

/** The same for a form of the books, e.g. `/products?state=subscribed&lang=en`. */
export function productsAddress(
  state: (typeof DOCUMENT_STATES)['products'][number],
  language: Language,
): string {
  return `${PATHS.products}?${state === 'idle' ? '' : `state=${state}&`}lang=${language}`;
}

/** A page in a language, e.g. `/services?lang=pt`. An address without a language means English. */
export function addressIn(path: string, language: Language): string {
  return language === FALLBACK_LANGUAGE ? path : `${path}?lang=${language}`;
}

/** Carries the first path asked for through the redirect to `/soon`, e.g. `/soon?from=%2Fservices`. */
export const FROM_PARAMETER = 'from';

/** `also`: with `%BOOKS%` where their titles come, each in the quotes of `book`. */
export type ManifestWords = {
  states: Record<SubscriptionState, string>;
  languages: Record<Language, string>;
  books: Record<Interest, string>;
  also: string;
  book: string;
  /** What stands in an announcement before the owner writes; `%BOOK%` is the title of a book. */
  announcement: Record<'launch' | 'book', AnnouncementWords[Language]>;
  /** Why an announcement stands still, for the mail about it. */
  pauses: Record<PauseReason['why'], string>;
};
