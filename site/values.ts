import type { SiteValues } from '#contract/site.ts';
import { site } from '#site.config';

/** What the program says about its owner until another is given. */
const DEFAULTS: SiteValues = {
  ...site,
  siteUrl: '',
  subscribeEndpoint: '/api/subscribe',
  gaId: null,
  gtmId: null,
  doubleOptIn: true,
  optionalFields: ['website'],
  offer: null,
  people: null,
  caseStudy: null,
  contact: null,
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

/** What the browser has to be told; null where the defaults hold. Its address a page knows by itself. */
export function valuesForBrowser(): Partial<SiteValues> | null {
  const told = Object.entries(values).filter(
    ([name, value]) =>
      name !== 'siteUrl' && JSON.stringify(value) !== JSON.stringify(DEFAULTS[name as keyof SiteValues]),
  );
  return told.length === 0 ? null : (Object.fromEntries(told) as Partial<SiteValues>);
}

/** Our own collector also takes language, consent and source; a foreign form service gets the address alone. */
export const isOwnEndpoint = () => values.subscribeEndpoint.startsWith('/');

/** Whether an address has to be confirmed by mail. */
export const confirms = () => isOwnEndpoint() && values.doubleOptIn;

/** Without an ID nothing of Google is ever loaded and nobody is asked for consent. */
export const hasTags = () => values.gaId !== null || values.gtmId !== null;
