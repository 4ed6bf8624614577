import { ratioOf, type Measure } from './figures.ts';
import { verdict } from './goals.ts';
import type { Pair } from './inner.ts';
import { both, conditionsOf, sizesTable, table, written } from './report.ts';
import type { Load } from './rounds.ts';
import type { Size } from './sizes.ts';
import type { Stack } from './stacks.ts';

export type InnerResults = {
  pairs: Pair[];
  /** Pages and limits, in the order of the tables. */
  stacks: Stack[];
  sizes: Size[];
  loads: Load[];
  rounds: number;
};

/** The tables of the site behind the Coming Soon page. */
export function reportInner(results: InnerResults): string {
  return [
    '## The pages behind the curtain, each beside its limit',
    conditionsOf(results.loads, results.rounds),
    'The limit of a page is its own document without scripts and without the words of the other language: what one would write by hand. Links, menu, switch and forms work in it.',
    '### Paint and blocking',
    timesTable(results),
    '### Bytes, brotli 11',
    sizesTable(results),
    'Pictures below the fold come when they are scrolled to.',
    '### Goals',
    table(['goal', 'the worst page', ''], goalsOf(results)),
  ].join('\n\n');
}

function timesTable({ pairs, loads }: InnerResults): string {
  const rows = pairs.flatMap(({ ours, limit }) => [
    [
      ours.name,
      both(loads, ours, 'firstPaint'),
      written(ratioOf(loads, ours.id, limit.id, 'firstPaint')),
      both(loads, ours, 'largestPaint'),
      written(ratioOf(loads, ours.id, limit.id, 'largestPaint')),
      shiftOf(loads, ours),
      both(loads, ours, 'interactive'),
      both(loads, ours, 'blocking'),
    ],
    [
      limit.name,
      both(loads, limit, 'firstPaint'),
      '',
      both(loads, limit, 'largestPaint'),
      '',
      shiftOf(loads, limit),
      'at once',
      both(loads, limit, 'blocking'),
    ],
  ]);
  const head = [
    'page',
    'first paint ms',
    '÷ limit',
    'largest paint ms',
    '÷ limit',
    'layout shift',
    'interactive ms',
    'blocking after first paint ms',
  ];
  return table(head, rows);
}

/** The greatest of all rounds: a page that jumps now and then jumps. */
function shiftOf(loads: Load[], { id }: Stack): string {
  return greatestShift(loads, id).toFixed(3);
}

function greatestShift(loads: Load[], id: string): number {
  return Math.max(...loads.filter((load) => load.id === id).map(({ shift }) => shift));
}

function goalsOf({ pairs, sizes, loads }: InnerResults): string[][] {
  const ratio = (measure: Measure) => (pair: Pair) =>
    ratioOf(loads, pair.ours.id, pair.limit.id, measure).median;
  const document = ({ ours }: Pair) => (sizes.find(({ id }) => id === ours.id)?.html ?? NaN) / 1_000;
  const shift = ({ ours }: Pair) => greatestShift(loads, ours.id);
  return [
    worst(pairs, 'document with its styles at most 13 KB', 13.312, document, (kB) => `${kB.toFixed(1)} kB`),
    worst(pairs, 'first paint ÷ its limit at most 1.10', 1.1, ratio('firstPaint'), (one) => one.toFixed(2)),
    worst(pairs, 'largest paint ÷ its limit at most 1.10', 1.1, ratio('largestPaint'), (one) =>
      one.toFixed(2),
    ),
    worst(pairs, 'layout shift at most 0.02', 0.02, shift, (one) => one.toFixed(3)),
  ];
}

function worst(
  pairs: Pair[],
  goal: string,
  atMost: number,
  valueOf: (pair: Pair) => number,
  say: (value: number) => string,
): string[] {
  const values = pairs.map((pair) => ({ name: pair.ours.name, value: valueOf(pair) }));
  const [first] = values.toSorted((one, other) => other.value - one.value);
  return [
    goal,
    first ? `${say(first.value)}: ${first.name}` : '',
    verdict(values.every(({ value }) => value <= atMost)),
  ];
}
