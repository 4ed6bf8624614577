import type { Language } from '#contract/language.ts';

/** Maximum length of a preview link's name: the person it is for. */
export const PREVIEW_NAME_LIMIT = 80;
/** Lifetime in days. */
export const PREVIEW_DAYS = { least: 1, most: 90 } as const;

// Times are milliseconds since 1970.

/** GET /settings. */
export type Settings = {
  /** Of the running program, e.g. `0.2.0+7318e86a`. */
  version: string;
  site: {
    open: boolean;
    /** Since when; null while it is closed. */
    since: number | null;
    /** An announcement is under way: closing the site pauses it. */
    telling: boolean;
  };
  /** `address`: its recipient; null: this owner has none, so there is no weekly summary. */
  weeklySummary: { on: boolean; address: string | null };
  /** `by-hand`: the store is in PostgreSQL, which has its own backup tools. */
  backup: { last: { at: number; bytes: number } | null } | 'by-hand';
  previews: PreviewRow[];
  /** Google's IDs that the server's environment gives; null: owners may. */
  analytics: { ga: string | null; gtm: string | null };
};

/**
 * An active preview link. POST /previews { name, days } creates one, POST /previews/:id/end {} revokes it.
 * Refused: `name` `missing`, `days` `invalid`; `conflict`: the maximum is reached.
 */
export type PreviewRow = {
  id: number;
  /** The person it is for. */
  name: string;
  /** The owner's name; null: made on the command line. */
  madeBy: string | null;
  endsAt: number;
  /** How often it was opened. */
  opened: number;
  link: string;
};
export type PreviewLinkRequest = { name: string; days: number };

/** POST /me: at least one of these. */
export type MePosted = { weeklySummary?: boolean; language?: Language };

/**
 * POST /backup { passphrase } returns the file. Refused: `passphrase` `too-short`. POST /backup/for-key returns it for the
 * recovery key of the copies. Refused: `not-now` without one.
 */
export const PASSPHRASE = { least: 12, most: 200 } as const;
