import type { ComponentType } from 'react';
import type { DocumentName, DocumentState } from '#contract/pages.ts';

/** What every page of the site is given. */
export type PageProps = {
  /** The answer to a form that was sent without script; `idle` for everything else. */
  state: DocumentState;
  /** Version of the consent text in the page's language. */
  consent: string;
};

export type Page = ComponentType<PageProps>;

/** Where the pages come from: all at hand while prerendering, one by one in the browser. */
export type Pages = {
  /** Null while its script is not there yet. */
  at(name: DocumentName): Page | null;
  /**
   * Resolves when `at` gives the page. Asking again costs nothing. `orReload`: for the page that the address already
   * names; where its script is gone, one reload brings both.
   */
  load(name: DocumentName, orReload?: boolean): Promise<Page>;
};
