import type { Load } from './rounds.ts';

/** What is measured at every load and compared. */
export type Measure =
  | 'firstPaint'
  | 'largestPaint'
  | 'interactive'
  | 'blocking'
  | 'longestTask'
  | 'script'
  | 'heap';

export function median(values: number[]): number {
  const sorted = values.filter(Number.isFinite).toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

export type Figure = { median: number; least: number };

export function figureOf(loads: Load[], id: string, measure: Measure): Figure {
  const values = loads.filter((load) => load.id === id).map((load) => load[measure]);
  return { median: median(values), least: Math.min(...values) };
}

/** Compares two pages: the median of the ratios within each round, and the ratio of the minimum times. */
export function ratioOf(loads: Load[], id: string, to: string, measure: Measure): Figure {
  const ratios = loads
    .filter((load) => load.id === id)
    .map(
      (load) =>
        load[measure] /
        (loads.find((other) => other.id === to && other.round === load.round)?.[measure] ?? NaN),
    );
  return {
    median: median(ratios),
    least: figureOf(loads, id, measure).least / figureOf(loads, to, measure).least,
  };
}
