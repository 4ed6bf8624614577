import type { Early } from './early.ts';
import { figureOf, median, ratioOf, type Figure, type Measure } from './figures.ts';
import { goalsOf } from './goals.ts';
import type { Prepared } from './prepare.ts';
import type { Load } from './rounds.ts';
import type { Size } from './sizes.ts';
import type { Stack } from './stacks.ts';

export type PageResults = Prepared & { loads: Load[]; sizes: Size[]; early: Early[]; rounds: number };

/** What is no longer measured, because the question is answered. */
const MEASURED_BEFORE =
  'Four more stacks were measured in the same way, last on 2026-11-23: Vite + React + wouter, sliced after first paint (first paint 1.11 of the limit, 3 ms of blocking after it) and hydrated at once (1.24, 39 ms), react-router in data mode (1.20, 54 ms), TanStack Start, prerendered (1.49, 53 ms). This page had 1.05 and 2 ms. All but the first lost what was done before hydration.';

/** The tables of the page half. */
export function reportPage(results: PageResults): string {
  const { loads, missing, rounds } = results;
  const left = missing.map(({ stack, reason }) => `Left out: ${stack.name} (${reason}).`);
  return [
    '## The page beside the limit and the peers',
    conditionsOf(loads, rounds),
    ...left,
    '### Paint and blocking',
    timesTable(results),
    '### Bytes of `/soon`, brotli 11',
    sizesTable(results),
    '### What is done before hydration (400 kbps, 400 ms, processor slowed four times, 100 ms after the first paint)',
    earlyTable(results),
    'The peers show our page, made from our built one; their form and toggle have handlers alone, as their documentation shows. The limit has our whole markup.',
    MEASURED_BEFORE,
    '### Goals',
    table(['goal', 'measured', ''], goalsOf(results)),
  ].join('\n\n');
}

/** How the loads of both page sections were measured. */
export function conditionsOf(loads: Load[], rounds: number): string {
  const load = median(loads.map((one) => one.load)).toFixed(1);
  return `Slow 4G (1.6 Mbps down, 750 kbps up, 150 ms), processor slowed four times, a phone of 412 x 823, an empty cache, ${rounds} interleaved rounds. Median (least); ratios to the limit are taken within each round. Load average while measuring: ${load}.`;
}

function timesTable({ stacks, loads }: PageResults): string {
  const rows = stacks.map((stack) => [
    stack.name,
    both(loads, stack, 'firstPaint'),
    ratio(loads, stack, 'firstPaint'),
    both(loads, stack, 'largestPaint'),
    ratio(loads, stack, 'largestPaint'),
    both(loads, stack, 'interactive'),
    both(loads, stack, 'blocking'),
    both(loads, stack, 'longestTask'),
    both(loads, stack, 'script'),
    (figureOf(loads, stack.id, 'heap').median / 1e6).toFixed(2),
  ]);
  const head = [
    'page',
    'first paint ms',
    '÷ limit',
    'largest paint ms',
    '÷ limit',
    'interactive ms',
    'blocking after first paint ms',
    'longest task after it ms',
    'script ms',
    'heap MB',
  ];
  return table(head, rows);
}

/** Bytes of each page by kind. */
export function sizesTable({ stacks, sizes }: Pick<PageResults, 'stacks' | 'sizes'>): string {
  const rows = sizes.map((size) => [
    nameOf(stacks, size.id),
    ...[size.html, size.css, size.script, size.beforePaint, size.pictures].map((bytes) =>
      (bytes / 1_000).toFixed(1),
    ),
    String(size.requests),
  ]);
  return table(
    [
      'page',
      'document kB',
      'style sheets kB',
      'scripts kB',
      'before first paint kB',
      'font, pictures, icon kB',
      'requests',
    ],
    rows,
  );
}

function earlyTable({ stacks, early }: PageResults): string {
  const rows = early.map((row) => [
    nameOf(stacks, row.id),
    row.tap === null ? '**lost**' : `answered after ${ms(row.tap)} ms`,
    row.typed === 'lost' ? '**lost**' : row.typed,
    row.enter === 'lost' ? '**lost**' : row.enter,
    row.addressInUrl ? '**yes**' : 'no',
  ]);
  return table(['page', 'tap on the toggle', 'typed text', 'text and Enter', 'address in a URL'], rows);
}

export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Median (least) in milliseconds. */
export function both(loads: Load[], { id }: Stack, measure: Measure): string {
  const figure = figureOf(loads, id, measure);
  return `${ms(figure.median)} (${ms(figure.least)})`;
}

function ratio(loads: Load[], { id }: Stack, measure: Measure): string {
  return written(ratioOf(loads, id, 'limit', measure));
}

/** A ratio: its median (of the least times). */
export function written(figure: Figure): string {
  return `${figure.median.toFixed(2)} (${figure.least.toFixed(2)})`;
}

function ms(value: number): string {
  return value.toFixed(0);
}

function nameOf(stacks: Stack[], id: string): string {
  return stacks.find((stack) => stack.id === id)?.name ?? id;
}
