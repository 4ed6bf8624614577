/** What `site.config.ts` holds: who the site is about. Its values are checked at build. */
export type SiteConfig = {
  brand: {
    name: string;
    /** Position (from 0) of the letter that carries the breve; null puts the mark before the name. */
    markAt: number | null;
    /** `#rrggbb`. */
    ground: string;
  };
  /** Https addresses. */
  social: { instagram: string; linkedin: string };
  legal: {
    entity: string;
    email: string;
    /** Null: the collector itself. */
    formService: string | null;
    retentionMonths: number;
    /** Https address; null: no link. */
    complaintsBook: string | null;
  };
};
