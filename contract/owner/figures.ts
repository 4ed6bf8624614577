import type { Language } from '#contract/language.ts';
import type { InnerPage } from '#contract/pages.ts';

/** What a figure may be of. */
export const PERIODS = ['week', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export function readPeriod(text: string | null): Period {
  return PERIODS.find((period) => period === text) ?? 'month';
}

/** A site or a campaign by its name; `direct`: no link led here; `import`: an imported list; `other`: all others. */
export type Source = { is: 'named'; name: string } | { is: 'direct' | 'import' | 'other' };

/** GET /figures. A day is one of the calendar in the owner's zone, `2026-11-20`. */
export type Figures = {
  /** When counting began, milliseconds since 1970; null: nothing has been counted. */
  since: number | null;
  /** The last one is today. All that follows is as long, unless it says otherwise. */
  days: string[];
  signups: Record<Language, number>[];
  /** Confirmed in all at the end of each day. */
  confirmed: number[];
  /** The same of as many days before; null for all days. */
  before: number[] | null;
  /** Of these days. */
  funnel: { visits: number; signups: number; confirmed: number };
  sources: { source: Source; n: number }[];
  /** `signedUp`: whose first visit asked for it. */
  demand: { page: InnerPage; n: number; signedUp: number }[];
};
