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

/** `accent`: `#rrggbb` for both themes, or one for each; null: that of ui/tokens.css. */
export type Look = { accent: string | { dark: string; light: string } | null };

/** Others whose scripts may run on the pages, beside Google's: https origins, e.g. `https://snap.licdn.com`. */
export type Analytics = { scriptOrigins: string[] };

/** Words in which no full stop is doubled: a name may end with its own, as in `Maré Alta, Lda.` */
export function withOneStop(words: string): string {
  return words.replaceAll(/(?<!\.)\.\.(?!\.)/g, '.');
}
