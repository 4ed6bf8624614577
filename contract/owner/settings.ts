import type { Language } from '#contract/language.ts';

/** Characters of the name of a preview link: the person it is for. */
export const PREVIEW_NAME_LIMIT = 80;
/** Days that one may work. */
export const PREVIEW_DAYS = { least: 1, most: 90 } as const;

// Times are milliseconds since 1970.

/** GET /settings. */
export type Settings = {
  site: {
    open: boolean;
    /** Since when; null while it is closed. */
    since: number | null;
    /** A launch is under way: closing the site pauses it. */
    telling: boolean;
  };
  /** `address`: where it goes; null: this owner has none, so there is no weekly summary. */
  weeklySummary: { on: boolean; address: string | null };
  /** `by-hand`: the store is in PostgreSQL, whose own programs make backups. */
  backup: { last: { at: number; bytes: number } | null } | 'by-hand';
  previews: PreviewRow[];
};

/**
 * A preview link that works. POST /previews { name, days } gives one, POST /previews/:id/end {} ends it. Refused: `name`
 * `missing`, `days` `invalid`; `conflict`: there are as many as may be.
 */
export type PreviewRow = {
  id: number;
  /** The person it is for. */
  name: string;
  /** The owner's name; null: made on the command line. */
  madeBy: string | null;
  endsAt: number;
  /** How often it was followed. */
  opened: number;
  link: string;
};
export type PreviewPosted = { name: string; days: number };

/** POST /me: at least one of them. */
export type MePosted = { weeklySummary?: boolean; language?: Language };

/** POST /backup { passphrase } gives the file. Refused: `passphrase` `too-short`. */
export const PASSPHRASE = { least: 12, most: 200 } as const;
