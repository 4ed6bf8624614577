import type { ComponentType } from 'react';
import type { DocumentName, DocumentState } from '#contract/pages.ts';

/** Props of every page. */
export type PageProps = {
  /** The answer to a form sent without script; otherwise `idle`. */
  state: DocumentState;
  /** Version of the consent text in the page's language. */
  consent: string;
  /** Of the case that a page shows. */
  slug: string | null;
};

export type PageComponent = ComponentType<PageProps>;

/** The source of pages: all loaded while prerendering, one by one in the browser. */
export type Pages = {
  /** Null while its script has not loaded. */
  at(name: DocumentName): PageComponent | null;
  /**
   * Resolves when `at` returns the page. Repeated calls cost nothing. `orReload`: for the page that the URL
   * already names; if its script is gone, one reload loads both.
   */
  load(name: DocumentName, orReload?: boolean): Promise<PageComponent>;
};
