import type { Early } from './early.ts';
import { figureOf, median, ratioOf, type Figure, type Measure } from './figures.ts';
import type { Load } from './rounds.ts';
import type { Size } from './sizes.ts';
import type { Stack } from './stacks.ts';

/** `limits`: the limit of each stack, except of the limits themselves. */
export type Results = {
  stacks: Stack[];
  limits: Map<Stack, Stack>;
  loads: Load[];
  sizes: Size[];
  rounds: number;
};
type PageResults = Results & { early: Early[]; missing: { stack: Stack; reason: string }[] };
type Row = string[];

/** Two pages that need the same bytes paint at the same time; a ratio this close to 1 is noise. */
const LEVEL = 1.05;
const PAINTS: [measure: Measure, name: string][] = [
  ['firstPaint', 'first paint'],
  ['largestPaint', 'largest paint'],
];

/** Reports on the Coming Soon page. */
export function reportPage(results: PageResults): string {
  const left = results.missing.map(({ stack, reason }) => `Left out: ${stack.name} (${reason}).`);
  return [
    '## The page beside the limit and the peers',
    conditionsOf(results),
    ...left,
    ...tablesOf(results),
    '### What is done before hydration (400 kbps, 400 ms, processor slowed four times, 100 ms after the first paint)',
    earlyTable(results),
    'The peers show our page, made from our built one; their form and toggle have handlers alone, as their documentation shows. The limit has our whole markup.',
    'More stacks were measured once: [docs/decisions/0016](docs/decisions/0016-what-the-bench-answered.md).',
    '### Goals',
    table(['goal', 'measured', ''], pageGoals(results)),
  ].join('\n\n');
}

/** Reports on the pages behind it. */
export function reportInner(results: Results): string {
  return [
    '## The pages behind the curtain, each beside its limit',
    conditionsOf(results),
    'The limit of a page is its own document without scripts and without the words of the other language: what one would write by hand. Links, menu, switch and forms work in it.',
    ...tablesOf(results),
    'Pictures below the fold come when they are scrolled to.',
    '### Goals',
    table(['goal', 'the worst page', ''], innerGoals(results)),
  ].join('\n\n');
}

/** Reports on the Coming Soon page as long as an owner can make it. */
export function reportEdited(results: Results): string {
  const { limits, loads, sizes } = results;
  const goals = [...limits].flatMap(([ours, limit]): Row[] => {
    const ratio = ratioOf(loads, ours.id, limit.id, 'firstPaint');
    const script = sizes.find(({ id }) => id === ours.id)?.script ?? NaN;
    return [
      ['first paint ÷ its limit at most 1.05', written(ratio), verdict(ratio.median <= 1.05)],
      scriptGoal(script),
    ];
  });
  return [
    '## The edited page beside its limit',
    'The Coming Soon page with every word as long as an owner may make it, in both languages. Its limit is made from it as that of our own page.',
    conditionsOf(results),
    ...tablesOf(results),
    '### Goals',
    table(['goal', 'measured', ''], goals),
  ].join('\n\n');
}

function conditionsOf({ loads, rounds }: Results): string {
  const load = median(loads.map((one) => one.load)).toFixed(1);
  return `Slow 4G (1.6 Mbps down, 750 kbps up, 150 ms), processor slowed four times, a phone of 412 x 823, an empty cache, ${rounds} interleaved rounds. Median (least); ratios to the limit are taken within each round. Load average while measuring: ${load}.`;
}

function tablesOf(results: Results): string[] {
  return [
    '### Paint and blocking',
    table(
      [
        'page',
        'first paint ms',
        '÷ limit',
        'largest paint ms',
        '÷ limit',
        'layout shift',
        'interactive ms',
        'blocking after first paint ms',
        'longest task after it ms',
        'script ms',
        'heap MB',
      ],
      results.stacks.map((stack) => timesOf(results, stack)),
    ),
    '### Bytes, brotli 11',
    table(
      [
        'page',
        'document kB',
        'style sheets kB',
        'scripts kB',
        'before first paint kB',
        'font, pictures, icon kB',
        'requests',
      ],
      results.sizes.map((size) => [
        nameOf(results, size.id),
        ...[size.html, size.css, size.script, size.beforePaint, size.pictures].map(kB),
        String(size.requests),
      ]),
    ),
  ];
}

function timesOf({ limits, loads }: Results, stack: Stack): Row {
  const both = (measure: Measure) => {
    const { median: middle, least } = figureOf(loads, stack.id, measure);
    return `${ms(middle)} (${ms(least)})`;
  };
  const limit = limits.get(stack);
  const paints = PAINTS.flatMap(([measure]) => [
    both(measure),
    limit ? written(ratioOf(loads, stack.id, limit.id, measure)) : '',
  ]);
  return [
    stack.name,
    ...paints,
    greatestShift(loads, stack).toFixed(3),
    stack.still ? 'at once' : both('interactive'),
    both('blocking'),
    both('longestTask'),
    both('script'),
    (figureOf(loads, stack.id, 'heap').median / 1e6).toFixed(2),
  ];
}

function earlyTable({ early, ...results }: PageResults): string {
  const rows = early.map((row) => [
    nameOf(results, row.id),
    row.tap === null ? '**lost**' : `answered after ${ms(row.tap)} ms`,
    row.typed === 'lost' ? '**lost**' : row.typed,
    row.enter === 'lost' ? '**lost**' : row.enter,
    row.addressInUrl ? '**yes**' : 'no',
  ]);
  return table(['page', 'tap on the toggle', 'typed text', 'text and Enter', 'address in a URL'], rows);
}

function pageGoals(results: PageResults): Row[] {
  const { loads, sizes, stacks } = results;
  const rows = PAINTS.flatMap(([measure, name]) => paintGoals(results, measure, name));
  const size = sizes.find(({ id }) => id === 'ours');
  if (size) {
    const alone = size.beforePaint === size.html;
    rows.push(
      ['first paint needs the document alone', alone ? 'yes' : 'no', verdict(alone)],
      ['document with critical CSS at most 8 KB', `${kB(size.html)} kB`, verdict(size.html <= 8 * 1_024)],
      scriptGoal(size.script),
    );
  }
  if (stacks.some(({ id }) => id === 'astro'))
    for (const [measure, name] of [
      ['blocking', 'blocking after first paint'],
      ['longestTask', 'longest task after first paint'],
    ] as const) {
      const [ours, astro] = [figureOf(loads, 'ours', measure), figureOf(loads, 'astro', measure)];
      const measured = `${ms(ours.median)} (${ms(ours.least)}) beside ${ms(astro.median)} (${ms(astro.least)}) ms`;
      rows.push([`${name} no longer than Astro's island`, measured, verdict(ours.median <= astro.median)]);
    }
  return [...rows, ...earlyGoals(results)];
}

function scriptGoal(bytes: number): Row {
  return ['all script of /soon at most 66 KB', `${kB(bytes)} kB`, verdict(bytes <= 66_000)];
}

function paintGoals({ stacks, loads }: Results, measure: Measure, name: string): Row[] {
  const limit = ratioOf(loads, 'ours', 'limit', measure);
  const least = `${limit.median.toFixed(2)} (least times ${limit.least.toFixed(2)})`;
  const goal = [`${name} ÷ the limit at most 1.10`, least, verdict(limit.median <= 1.1)];
  const ratios = stacks
    .filter(({ react }) => react)
    .map((peer) => ({ peer, ratio: ratioOf(loads, 'ours', peer.id, measure).median }));
  const [nearest] = ratios.toSorted((one, other) => other.ratio - one.ratio);
  if (!nearest) return [goal];
  const { ratio, peer } = nearest;
  const isLevel = ratio > 1 && ratio <= LEVEL;
  const measured = `${ratio.toFixed(2)} of the nearest: ${peer.name}`;
  return [
    goal,
    [`${name} ahead of every React peer`, measured, isLevel ? 'level with it' : verdict(ratio <= 1)],
  ];
}

function earlyGoals({ early, stacks }: PageResults): Row[] {
  const [ours, limit] = ['ours', 'limit'].map((wanted) => early.find(({ id }) => id === wanted));
  if (!ours) return [];
  const loses = (row: Early) => row.tap === null || row.typed === 'lost' || row.enter === 'lost';
  const peers = early.filter(({ id }) => stacks.some((stack) => stack.id === id && stack.react));
  const others = `${peers.filter(loses).length} of ${peers.length} React peers lose some`;
  const quickness = ({ tap, taken }: Early) =>
    [tap, taken].map((took) => (took ? ms(took) : 'lost')).join(' and ');
  const isQuick = [ours.tap, ours.taken].every((took) => took !== null && took <= 100);
  return [
    [
      'tap, typed text and Enter before hydration all answered',
      `${loses(ours) ? 'not all' : 'all'}; ${others}`,
      verdict(!loses(ours)),
    ],
    [
      'tap and Enter before hydration answered within 100 ms',
      `${quickness(ours)} ms beside ${limit ? quickness(limit) : 'no'} of the limit`,
      verdict(isQuick),
    ],
    ['no address in a URL', ours.addressInUrl ? 'one' : 'none', verdict(!ours.addressInUrl)],
  ];
}

function innerGoals({ limits, loads, sizes }: Results): Row[] {
  const ratio = (measure: Measure) => (page: Stack) =>
    ratioOf(loads, page.id, limits.get(page)?.id ?? '', measure).median;
  const document = (page: Stack) => sizes.find(({ id }) => id === page.id)?.html ?? NaN;
  const goals: [
    goal: string,
    atMost: number,
    valueOf: (page: Stack) => number,
    say: (n: number) => string,
  ][] = [
    ['document with its styles at most 13 kB', 13_000, document, (bytes) => `${kB(bytes)} kB`],
    ['first paint ÷ its limit at most 1.10', 1.1, ratio('firstPaint'), (n) => n.toFixed(2)],
    ['largest paint ÷ its limit at most 1.10', 1.1, ratio('largestPaint'), (n) => n.toFixed(2)],
    ['layout shift at most 0.02', 0.02, (page) => greatestShift(loads, page), (n) => n.toFixed(3)],
  ];
  return goals.map(([goal, atMost, valueOf, say]) => {
    const pages = [...limits.keys()].toSorted((one, other) => valueOf(other) - valueOf(one));
    const [worst] = pages;
    const measured = worst ? `${say(valueOf(worst))}: ${worst.name}` : '';
    return [goal, measured, verdict(pages.every((page) => valueOf(page) <= atMost))];
  });
}

/** The maximum of all rounds: a page that shifts now and then is a page that shifts. */
function greatestShift(loads: Load[], { id }: Stack): number {
  return Math.max(...loads.filter((load) => load.id === id).map(({ shift }) => shift));
}

export function table(head: string[], rows: Row[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : '**missed**';
}

/** Formats a ratio: its median (that of the minimum times). */
function written(figure: Figure): string {
  return `${figure.median.toFixed(2)} (${figure.least.toFixed(2)})`;
}

function ms(value: number): string {
  return value.toFixed(0);
}

function kB(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

function nameOf({ stacks }: Pick<Results, 'stacks'>, id: string): string {
  return stacks.find((stack) => stack.id === id)?.name ?? id;
}
