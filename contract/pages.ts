import { FALLBACK_LANGUAGE, type Language } from './language.ts';

/** The list of pages. Before the launch only `soon` is reachable; the others redirect to it. */
export const PATHS = {
  soon: '/soon',
  home: '/',
  services: '/services',
  products: '/products',
  about: '/about',
  contact: '/contact',
} as const;
export type PageName = keyof typeof PATHS;

/** Apart from them, as `/soon` needs not know it: a page of the site without script, only if there is a newsletter. */
export const NEWSLETTER_PATH = '/newsletter';
/** Its states; those other than `idle` answer its form. */
export const NEWSLETTER_STATES = ['idle', 'subscribed', 'failed'] as const;
export type NewsletterState = (typeof NEWSLETTER_STATES)[number];

/** An older site on this origin may have left a service worker. The files with these names remove it. */
export const WORKER_FILES = ['sw.js', 'service-worker.js'] as const;

/** What visitors see: `soon` shows only the Coming Soon page, `live` the site. The owner switches it. */
export const STAGES = ['soon', 'live'] as const;
export type Stage = (typeof STAGES)[number];

export function isStage(value: unknown): value is Stage {
  return STAGES.some((stage) => stage === value);
}

/** The pages of the site, hidden before the launch. */
export const INNER_PAGES = ['home', 'services', 'products', 'about', 'contact'] as const;
export type InnerPage = (typeof INNER_PAGES)[number];

/** The pages that visitors can reach. */
export function pagesWithout(hidden: readonly string[]): InnerPage[] {
  return INNER_PAGES.filter((page) => !hidden.some((one) => one === page));
}

/** Where a case is shown; it is not in the navbar. */
export function caseAddress(slug: string): string {
  return `/work/${slug}`;
}

/** The slug in a path such as `/work/ribeira`, also with a trailing slash; null for any other. */
export function caseAt(path: string): string | null {
  return /^\/work\/([a-z\d-]{1,48})\/?$/.exec(path)?.[1] ?? null;
}

/** The Atom feed of its letters, `?lang=` of those in another language. */
export const FEED_PATH = '/newsletter/feed.xml';

/** Where a newsletter can be read. */
export function letterAddress(slug: string): string {
  return `${NEWSLETTER_PATH}/${slug}`;
}

/** The slug in a path such as `/newsletter/winter`, also with a trailing slash; null for any other. */
export function letterAt(path: string): string | null {
  return /^\/newsletter\/([a-z\d-]{1,60})\/?$/.exec(path)?.[1] ?? null;
}

export function isNewsletterAt(path: string): boolean {
  return path.replace(/\/$/, '') === NEWSLETTER_PATH;
}

/** Returns the page at a path such as `/services`, also with a trailing slash; null for any other. */
export function innerPageAt(path: string): InnerPage | null {
  const bare = path === '/' ? path : path.replace(/\/$/, '');
  return INNER_PAGES.find((page) => PATHS[page] === bare) ?? null;
}

/**
 * The states of each document: `missing` is the 404 page. States other than `idle` answer a form sent without
 * script. `subscribed-book` answers a form that gives a book; the name begins with `subscribed`, from which
 * the browser reads success.
 */
export const DOCUMENT_STATES = {
  home: ['idle'],
  services: ['idle'],
  products: ['idle', 'subscribed', 'subscribed-book', 'failed'],
  about: ['idle'],
  contact: ['idle', 'sent', 'invalid', 'failed'],
  /** Each case. */
  work: ['idle'],
  missing: ['idle'],
} as const satisfies Record<InnerPage | 'work' | 'missing', readonly string[]>;
export type DocumentName = keyof typeof DOCUMENT_STATES;
export type DocumentState = (typeof DOCUMENT_STATES)[DocumentName][number];

/** Pages where people agree, each with its own words. */
export const FORM_PAGES = ['soon', 'products', 'contact', 'newsletter', 'news'] as const;
export type FormPage = (typeof FORM_PAGES)[number];

/** Those that exist only if there is a newsletter; `news`: behind a link. */
export function isOfNewsletter(page: FormPage): boolean {
  return page === 'news' || page === 'newsletter';
}

/** The states of `/soon` that hydrate: the form, and the thanks or the failure after a plain form post. */
export const HYDRATED_STATES = ['idle', 'subscribed', 'failed'] as const;
export type HydratedState = (typeof HYDRATED_STATES)[number];

/**
 * Pages behind signed links in mails, each with a button: only its POST changes anything, because mail
 * scanners open links. The state is also the parameter: `/soon?confirm=TOKEN`.
 */
export const TOKEN_STATES = ['confirm', 'unsubscribe', 'me', 'news'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

export function isTokenState(value: unknown): value is TokenState {
  return TOKEN_STATES.some((state) => state === value);
}

/**
 * The results of the button, and `expired`: a link that is too old or truncated. `joined` and `stopped` are about the
 * newsletter alone.
 */
export const OUTCOME_STATES = [
  'confirmed',
  'unsubscribed',
  'erased',
  'expired',
  'joined',
  'stopped',
] as const;
export type OutcomeState = (typeof OUTCOME_STATES)[number];

// A spread would not be tree-shaken from scripts that need none of them.
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
 * Placeholders `%NAME%` in token pages, which the server fills in, escaped; the text from `%?NAME%` to `%/NAME%` is
 * left out if the value is empty. All pages have TOKEN and ADDRESS; all but `unsubscribe` have SHOWN, when the page was
 * shown, and ONCE, which asks to press again; `confirm` has ASKED, `news` has CONFIRMED, after the address was, `me`
 * the others: NEWS is since when the person gets the newsletter, WAITING the books to come, LAUNCH whether its email is,
 * TOLD when that was sent, GETS whether there is any of these.
 */
export const PLACEHOLDERS = [
  'TOKEN',
  'ADDRESS',
  'SHOWN',
  'ONCE',
  'ASKED',
  'STATE',
  'LANGUAGE',
  'SINCE',
  'CONSENT',
  'SOURCE',
  'BOOKS',
  'MESSAGES',
  'NEWS',
  'WAITING',
  'LAUNCH',
  'TOLD',
  'GETS',
  'CONFIRMED',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** The states of a subscription. Erased ones are not kept at all. */
export const SUBSCRIPTION_STATES = [
  'pending',
  'confirmed',
  'unsubscribed',
  'suppressed',
  'undeliverable',
] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Returns the relative URL of a prerendered document, e.g. `/soon?state=failed&lang=pt`. */
export function soonAddress(state: SoonState, language: Language): string {
  return state === 'idle' ? `/soon?lang=${language}` : `/soon?state=${state}&lang=${language}`;
}

/** The same for the book forms, e.g. `/products?state=subscribed&lang=en`. */
export function productsAddress(
  state: (typeof DOCUMENT_STATES)['products'][number],
  language: Language,
): string {
  return `${PATHS.products}?${state === 'idle' ? '' : `state=${state}&`}lang=${language}`;
}

/** The same for the newsletter's form. */
export function newsletterAddress(state: NewsletterState, language: Language): string {
  return `${NEWSLETTER_PATH}?${state === 'idle' ? '' : `state=${state}&`}lang=${language}`;
}

/** Returns a page's URL in a language, e.g. `/services?lang=pt`. A URL without one means English. */
export function addressIn(path: string, language: Language): string {
  return language === FALLBACK_LANGUAGE ? path : `${path}?lang=${language}`;
}

/** Carries the requested path through the redirect to `/soon`, e.g. `/soon?from=%2Fservices`. */
export const FROM_PARAMETER = 'from';
