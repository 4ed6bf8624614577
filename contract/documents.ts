import type { MailWords } from './announcement.ts';
import type { BuiltBook, BookId } from './books.ts';
import type { OptionalField } from './contact.ts';
import type { Hideable } from './content/facts.ts';
import { LANGUAGES, type Language } from './language.ts';
import type { Frequency } from './newsletter.ts';
import {
  DOCUMENT_STATES,
  SOON_STATES,
  type DocumentName,
  type DocumentState,
  NEWSLETTER_STATES,
  type NewsletterState,
  type SoonState,
  type InnerPage,
  type SubscriptionState,
  caseAt,
  innerPageAt,
  isNewsletterAt,
  letterAt,
} from './pages.ts';
import type { PauseReason } from './owner/launch.ts';
import type { LetterPage } from './shown-letter.ts';

/**
 * What one document shows. `book-expired`, for a download link that is too old or truncated, exists only if a
 * book is available.
 */
export type ShownDocument =
  | { page: 'soon'; state: SoonState | 'book-expired' }
  | ({ page: 'work'; state: 'idle' } & ToldCase)
  | { page: 'newsletter'; state: NewsletterState }
  | ({ page: 'letter'; state: 'idle' } & LetterPage)
  | { page: Exclude<DocumentName, 'work'>; state: DocumentState };

/** A case and the languages in which it is shown. */
export type ToldCase = { slug: string; languages: Language[] };

/** One prerendered document: its file below `dist/`, not served directly, and its Content-Security-Policy. */
export type SiteDocument = ShownDocument & { language: Language; file: string; policy: string };

/** What a build has documents of. */
type Documented = {
  books: readonly unknown[];
  hidden?: readonly string[];
  cases?: readonly ToldCase[];
  newsletter?: Frequency | null;
  letters?: readonly LetterPage[];
};

/** Of the newsletter: how people subscribe to it. Leaving it stays possible. */
const JOINING: readonly SoonState[] = ['news', 'joined'];

/** Returns all documents of a build. `books`: those that are available; `hidden`: pages that visitors do not get. */
export function documentsOf({
  books,
  hidden = [],
  cases = [],
  newsletter = null,
  letters = [],
}: Documented): ShownDocument[] {
  const soon = SOON_STATES.filter((state) => newsletter !== null || !JOINING.includes(state)).map(
    (state): ShownDocument => ({ page: 'soon', state }),
  );
  const names = (Object.keys(DOCUMENT_STATES) as DocumentName[]).filter((page) => !hidden.includes(page));
  const others = names.flatMap((page): ShownDocument[] =>
    page === 'work'
      ? cases.map((one) => ({ page, state: 'idle', ...one }))
      : DOCUMENT_STATES[page].map((state) => ({ page, state })),
  );
  const asking = newsletter === null ? [] : NEWSLETTER_STATES;
  const last = [
    ...asking.map((state): ShownDocument => ({ page: 'newsletter', state })),
    ...letters.map((one): ShownDocument => ({ page: 'letter', state: 'idle', ...one })),
  ];
  return books.length > 0
    ? [...soon, { page: 'soon', state: 'book-expired' }, ...others, ...last]
    : [...soon, ...others.filter(({ state }) => state !== 'subscribed-book'), ...last];
}

/** The languages in which there is a document; a letter is shown in another language, too. */
export function languagesOf(shown: ShownDocument): readonly Language[] {
  return shown.page === 'work' ? shown.languages : LANGUAGES;
}

export function documentFile(shown: ShownDocument, language: Language): string {
  const { page, state } = shown;
  return `.build/pages/${page}.${'slug' in shown ? shown.slug : state}.${language}.html`;
}

/** The feed of newsletters in a language, if there is a newsletter. */
export function feedFile(language: Language): string {
  return `.build/pages/feed.${language}.xml`;
}

/** The document of the dashboard, for all its URLs. */
export const DASHBOARD_FILE = '.build/pages/dashboard.html';

/** `asked`: has `%WHAT%` for `things` and the titles of books, each quoted as in `book`. */
export type ManifestWords = {
  /** Above each page of a preview. */
  preview: string;
  /** Above each page of a draft: `%WHO%` it is for, `%WHEN%` it was made, `%DAY%` it ends; what its forms answer. */
  draft: { line: string; sent: string };
  states: Record<SubscriptionState, string>;
  languages: Record<Language, string>;
  books: Record<BookId, string>;
  asked: string;
  things: Record<AskedThing, string>;
  book: string;
  /** What a page behind a link says before it does what was asked for. */
  once: Record<'confirm' | 'me' | 'news', string>;
  /** The default text of an announcement; `%BOOK%` is the title of a book. */
  announcement: Record<'launch' | 'book', MailWords>;
  /** Why an announcement is paused, for the mail about it. */
  pauses: Record<PauseReason['why'], string>;
};

/** What people ask for beside books; `first`: to hear of the first book. */
export type AskedThing = 'launch' | 'first' | 'news';

/** `dist/.build/manifest.json`: what the server needs to know about a build. */
export type SiteManifest = {
  documents: SiteDocument[];
  /** The exact text beside the form, by version: the evidence for each consent. */
  consentTexts: { version: string; language: Language; text: string }[];
  /** The words with which the server fills pages and mails, by language. */
  words: Record<Language, ManifestWords>;
  /** The available books. */
  books: BuiltBook[];
  /** What the owner hides; a rendering of an older program has none. */
  hidden?: readonly Hideable[];
  /** Those with a page; a rendering of an older program has none. */
  cases?: readonly ToldCase[];
  /** At most so many letters a month; null: there is no newsletter. A rendering of an older program has none. */
  newsletter?: Frequency | null;
  /** Those with a page; a rendering of an older program has none. */
  letters?: readonly LetterPage[];
  /** Whether new readers of the newsletter are mailed a welcome; a rendering of an older program has none. */
  welcome?: boolean;
  /** The fields that the contact form marks as optional. */
  optionalFields: OptionalField[];
  /** The retention period in the privacy notice. */
  retentionMonths: number;
  /** The dashboard's script: a browser that runs another one is outdated. */
  dashboard: string;
};

export function hasNewsletter({ newsletter = null }: Pick<SiteManifest, 'newsletter'>): boolean {
  return newsletter !== null;
}

/** What of a site is at the paths behind the Coming Soon page. */
type Paged = Pick<SiteManifest, 'cases' | 'newsletter' | 'letters'>;

/** Our page at a path such as `/work/ribeira`, also one that the owner hides; null: none. */
export function pageAt(
  manifest: Paged,
  path: string,
): InnerPage | 'newsletter' | `work/${string}` | `letter/${string}` | null {
  if (isNewsletterAt(path)) return hasNewsletter(manifest) ? 'newsletter' : null;
  const letter = letterAt(path);
  if (letter !== null)
    return manifest.letters?.some(({ slug }) => slug === letter) ? `letter/${letter}` : null;
  const slug = caseAt(path);
  return manifest.cases?.some((one) => one.slug === slug) ? `work/${slug}` : innerPageAt(path);
}

/** Whether visitors of the open site find one of our pages there. */
export function hasPage(manifest: Paged & Pick<SiteManifest, 'documents'>, path: string): boolean {
  const page = pageAt(manifest, path);
  return innerPageAt(path) === null ? page !== null : manifest.documents.some((one) => one.page === page);
}
