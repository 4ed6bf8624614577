import { table } from '../page/report.ts';
import { median } from './processes.ts';

export type Figure = {
  name: string;
  /** The median of `samples`. */
  value: number;
  unit: string;
  samples: number[];
  goal: { atLeast: number } | { atMost: number } | null;
};

export type Figures = { figures: Figure[]; notes: string[] };
export type Add = (name: string, unit: string, samples: number[], goal?: Figure['goal']) => void;

/** Collects the figures of a measurement. */
export function newFigures(): Figures & { add: Add } {
  const figures: Figure[] = [];
  const add: Add = (name, unit, samples, goal = null) =>
    void figures.push({ name, unit, samples, goal, value: median(samples) });
  return { figures, notes: [], add };
}

/** Formats figures as a table; each measurement explains its own figures. */
export function reportFigures(title: string, { figures, notes }: Figures): string {
  const rows = figures.map((figure) => [
    figure.name,
    withUnit(figure.value, figure.unit),
    figure.samples.length === 1 ? '' : middleHalf(figure.samples).map(round).join(' to '),
    goalOf(figure),
    verdictOf(figure),
  ]);
  return [
    `## ${title}`,
    ...notes.map((note) => `Note: ${note}.`),
    table(['figure', 'median', 'middle half', 'goal', ''], rows),
  ].join('\n\n');
}

function goalOf({ goal, unit }: Figure): string {
  if (goal === null) return '';
  return 'atLeast' in goal
    ? `at least ${withUnit(goal.atLeast, unit)}`
    : `at most ${withUnit(goal.atMost, unit)}`;
}

/** A goal is met when the middle half of the rounds meets it: a median alone would swing between the two. */
function verdictOf({ goal, samples }: Figure): string {
  if (goal === null) return '';
  const [low, high] = middleHalf(samples);
  const met = 'atLeast' in goal ? low >= goal.atLeast : high <= goal.atMost;
  return met ? 'met' : '**missed**';
}

/** The first and the third quartile. */
function middleHalf(samples: readonly number[]): [low: number, high: number] {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [below = NaN, above = below] = sorted.slice(Math.floor(place));
    return below + (above - below) * (place - Math.floor(place));
  };
  return [at(0.25), at(0.75)];
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? round(value) : `${round(value)} ${unit}`;
}

function round(value: number): string {
  return value >= 100 || value === 0 ? value.toFixed(0) : value.toPrecision(3);
}
