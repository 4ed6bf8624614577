import type { BuiltBook } from './books.ts';
import type { OptionalField } from './contact.ts';
import type { Language } from './language.ts';
import {
  DOCUMENT_STATES,
  SOON_STATES,
  type DocumentName,
  type DocumentState,
  type ManifestWords,
  type SoonState,
} from './pages.ts';

/**
 * What one document shows. `book-expired`, for a link to a book that is too old or was cut, is there only where a book is
 * handed out.
 */
export type Shown =
  | { page: 'soon'; state: SoonState | 'book-expired' }
  | { page: DocumentName; state: DocumentState };

/** One prerendered document: its file below `dist/`, where nobody is served from, and its Content-Security-Policy. */
export type SiteDocument = Shown & { language: Language; file: string; policy: string };

/** All documents of a build, in each language. `withBooks`: whether a book is handed out. */
export function documentsOf(withBooks: boolean): Shown[] {
  const soon = SOON_STATES.map((state): Shown => ({ page: 'soon', state }));
  const names = Object.keys(DOCUMENT_STATES) as DocumentName[];
  const others = names.flatMap((page) => DOCUMENT_STATES[page].map((state): Shown => ({ page, state })));
  return withBooks
    ? [...soon, { page: 'soon', state: 'book-expired' }, ...others]
    : [...soon, ...others.filter(({ state }) => state !== 'subscribed-book')];
}

export function documentFile({ page, state }: Shown, language: Language): string {
  return `.build/pages/${page}.${state}.${language}.html`;
}

/** The document of the owner's dashboard, for every one of its addresses. */
export const DASHBOARD_FILE = '.build/pages/dashboard.html';

/** `dist/.build/manifest.json`: all the server needs to know about a build. */
export type SiteManifest = {
  documents: SiteDocument[];
  /** Exactly what a visitor reads beside the form, by version: the evidence behind each consent. */
  consentTexts: { version: string; language: Language; text: string }[];
  /** What the server fills pages and mails with, in their language. */
  words: Record<Language, ManifestWords>;
  /** The books that are handed out. */
  books: BuiltBook[];
  /** What the contact form says may be left empty. */
  optionalFields: OptionalField[];
  /** How long the privacy notice says that addresses are kept. */
  retentionMonths: number;
  /** The script of the dashboard: a browser that runs another one has an old version. */
  dashboard: string;
};
