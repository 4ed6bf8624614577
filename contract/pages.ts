import type { Language } from './language.ts';

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

/**
 * What `/soon` can show as a document of its own, for visitors without JavaScript:
 * the form, the thanks and the failure after a plain form post, the privacy notice.
 */
export const SOON_STATES = ['idle', 'subscribed', 'failed', 'privacy'] as const;
export type SoonState = (typeof SOON_STATES)[number];

export function isSoonState(value: unknown): value is SoonState {
  return SOON_STATES.some((state) => state === value);
}

/** Relative address of one prerendered document, e.g. `/soon?state=failed&lang=pt`. */
export function soonAddress(state: SoonState, language: Language): string {
  return state === 'idle' ? `/soon?lang=${language}` : `/soon?state=${state}&lang=${language}`;
}

/** Carries the first path asked for through the redirect to `/soon`, e.g. `/soon?from=%2Fservices`. */
export const FROM_PARAMETER = 'from';

/** One prerendered document: which page, state and language it is, its file below `dist/`, its Content-Security-Policy. */
export type SiteDocument = {
  page: 'soon';
  state: SoonState;
  language: Language;
  file: string;
  policy: string;
};

/** `dist/.build/manifest.json`: all the server needs to know about a build. */
export type SiteManifest = {
  documents: SiteDocument[];
  /** Exactly what a visitor reads beside the form, by version: the evidence behind each consent. */
  consentTexts: { version: string; language: Language; text: string }[];
};
