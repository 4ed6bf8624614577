import type { Language } from '#contract/language.ts';
import type { InnerPage } from '#contract/pages.ts';

/** The periods of a chart. */
export const PERIODS = ['week', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export function readPeriod(text: string | null): Period {
  return PERIODS.find((period) => period === text) ?? 'month';
}

/** The name of a site or campaign; `direct`: no referrer; `import`: an imported list; `other`: the rest. */
export type Source = { is: 'named'; name: string } | { is: 'direct' | 'import' | 'other' };

/** GET /figures. Days are calendar days in the owner's zone, `2026-11-20`. */
export type Figures = {
  /** Start of the counts, milliseconds since 1970; null: nothing has been counted. */
  since: number | null;
  /** The last one is today. The arrays below have the same length, unless noted. */
  days: string[];
  signups: Record<Language, number>[];
  /** Total confirmed at the end of each day. */
  confirmed: number[];
  /** The same for the preceding period; null for `all`. */
  before: number[] | null;
  /** Totals of these days. */
  funnel: { visits: number; signups: number; confirmed: number };
  sources: { source: Source; n: number }[];
  /** `signedUp`: people whose first visit was to this page. */
  demand: { page: InnerPage; n: number; signedUp: number }[];
};
