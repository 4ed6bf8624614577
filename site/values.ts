import type { OwnWords, SiteValues } from '#contract/site.ts';
import { OWN_SITE } from '#contract/content/own-site.ts';

/** What the program says about its owner until another is given. */
const DEFAULTS: SiteValues = {
  ...OWN_SITE,
  siteUrl: '',
  subscribeEndpoint: '/api/subscribe',
  gaId: null,
  gtmId: null,
  doubleOptIn: true,
  optionalFields: ['website'],
  offer: null,
  covers: null,
  drawings: null,
  people: null,
  cases: [],
  stories: {},
  contact: null,
  hidden: [],
  marksHidden: false,
  newsletter: null,
  words: {},
};

/** Id of the block of a document that holds what differs from the defaults, as JSON. */
export const VALUES_ID = 'values';

/** The values of the site that is shown. Read when they are needed, never kept: the next rendering may be of others. */
export let values: SiteValues = { ...DEFAULTS, ...(typeof document !== 'undefined' && given()) };

function given(): Partial<SiteValues> {
  const block = document.getElementById(VALUES_ID);
  return block === null ? {} : (JSON.parse(block.textContent) as Partial<SiteValues>);
}

/** All that is rendered from here on shows these values. */
export function setValues(next: SiteValues): void {
  values = next;
}

/** What /soon never shows stays as it is by default. */
const { books, covers, drawings, people, cases, contact, hidden, optionalFields } = DEFAULTS;
const NOT_ON_SOON = { books, covers, drawings, people, cases, contact, hidden, optionalFields };
/** Parts whose words /soon can show. The pages behind links in mails run no script that has words. */
const SOON_PARTS = ['page', 'notice', 'consent', 'offer', 'address'];

/**
 * What the browser has to know; null where the defaults hold. Its address a page knows by itself.
 * @param isSoon whether to leave out what only the site behind the Coming Soon page shows.
 * @param slugs of the cases whose stories it shows.
 */
export function valuesForBrowser(isSoon: boolean, slugs: readonly string[] = []): Partial<SiteValues> | null {
  const told: SiteValues = {
    ...values,
    ...(isSoon && NOT_ON_SOON),
    // Its notice says whether there is one.
    ...(isSoon && values.offer !== null && { offer: {} }),
    siteUrl: '',
    stories: Object.fromEntries(Object.entries(values.stories).filter(([slug]) => slugs.includes(slug))),
    words: wordsForBrowser(isSoon),
  };
  const different = Object.entries(told).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[name as keyof SiteValues]),
  );
  return different.length === 0 ? null : (Object.fromEntries(different) as Partial<SiteValues>);
}

function wordsForBrowser(isSoon: boolean): OwnWords {
  const languages = Object.entries(values.words).flatMap(([language, parts]) => {
    const told = Object.entries(parts).filter(([part]) =>
      isSoon ? SOON_PARTS.includes(part) : part !== 'subscription',
    );
    return told.length === 0 ? [] : [[language, Object.fromEntries(told)]];
  });
  return Object.fromEntries(languages) as OwnWords;
}

/** Our own collector also takes language, consent and source; a foreign form service gets the address alone. */
export const isOwnEndpoint = () => values.subscribeEndpoint.startsWith('/');

/** Whether an address has to be confirmed by mail. */
export const confirms = () => isOwnEndpoint() && values.doubleOptIn;

/** Without an ID nothing of Google is ever loaded and nobody is asked for consent. */
export const hasTags = () => values.gaId !== null || values.gtmId !== null;
