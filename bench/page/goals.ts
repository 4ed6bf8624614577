import type { Early } from './early.ts';
import { figureOf, ratioOf, type Measure } from './figures.ts';
import type { PageResults } from './report.ts';

type Goal = [goal: string, measured: string, verdict: string];

/** Two pages that need the same bytes paint at the same time; a ratio this near to 1 is the noise of the machine. */
const LEVEL = 1.05;

/** Each goal of the page beside what was measured. */
export function goalsOf(results: PageResults): Goal[] {
  return [
    ...paintGoals(results, 'firstPaint', 'first paint'),
    ...paintGoals(results, 'largestPaint', 'largest paint'),
    ...sizeGoals(results),
    ...blockingGoals(results),
    ...earlyGoals(results),
  ];
}

function paintGoals({ stacks, loads }: PageResults, measure: Measure, name: string): Goal[] {
  const limit = ratioOf(loads, 'ours', 'limit', measure);
  const ratios = stacks
    .filter(({ react }) => react)
    .map((peer) => ({ peer, ratio: ratioOf(loads, 'ours', peer.id, measure).median }));
  const nearest = ratios.toSorted((one, other) => other.ratio - one.ratio)[0];
  const goals: Goal[] = [
    [
      `${name} ÷ the limit at most 1.10`,
      `${limit.median.toFixed(2)} (least times ${limit.least.toFixed(2)})`,
      verdict(limit.median <= 1.1),
    ],
  ];
  if (!nearest) return goals;
  const { ratio, peer } = nearest;
  const level = ratio > 1 && ratio <= LEVEL;
  goals.push([
    `${name} ahead of every React peer`,
    `${ratio.toFixed(2)} of the nearest: ${peer.name}`,
    level ? 'level with it' : verdict(ratio <= 1),
  ]);
  return goals;
}

function sizeGoals({ sizes }: PageResults): Goal[] {
  const size = sizes.find(({ id }) => id === 'ours');
  if (!size) return [];
  const { beforePaint, html, script } = size;
  return [
    [
      'first paint needs the document alone',
      beforePaint === html ? 'yes' : 'no',
      verdict(beforePaint === html),
    ],
    [
      'document with critical CSS at most 8 KB',
      `${(html / 1_000).toFixed(1)} kB`,
      verdict(html <= 8 * 1_024),
    ],
    ['all script of /soon at most 66 KB', `${(script / 1_000).toFixed(1)} kB`, verdict(script <= 66_000)],
  ];
}

function blockingGoals({ stacks, loads }: PageResults): Goal[] {
  if (!stacks.some(({ id }) => id === 'astro')) return [];
  const measures: [Measure, string][] = [
    ['blocking', 'blocking after first paint'],
    ['longestTask', 'longest task after first paint'],
  ];
  return measures.map(([measure, name]) => {
    const [ours, astro] = [figureOf(loads, 'ours', measure), figureOf(loads, 'astro', measure)];
    const measured = `${ours.median.toFixed(0)} (${ours.least.toFixed(0)}) beside ${astro.median.toFixed(0)} (${astro.least.toFixed(0)}) ms`;
    return [`${name} no longer than Astro's island`, measured, verdict(ours.median <= astro.median)];
  });
}

function earlyGoals({ early, stacks }: PageResults): Goal[] {
  const [ours, limit] = ['ours', 'limit'].map((wanted) => early.find(({ id }) => id === wanted));
  if (!ours) return [];
  const answered = ours.tap !== null && ours.typed === 'kept' && ours.enter !== 'lost';
  const peers = early.filter(({ id }) => stacks.some((stack) => stack.id === id && stack.react));
  const losing = peers.filter((row) => row.tap === null || row.typed === 'lost' || row.enter === 'lost');
  const others = `${losing.length} of ${peers.length} React peers lose some`;
  return [
    [
      'tap, typed text and Enter before hydration all answered',
      `${answered ? 'all' : 'not all'}; ${others}`,
      verdict(answered),
    ],
    [
      'tap and Enter before hydration answered within 100 ms',
      `${quickness(ours)} ms beside ${limit ? quickness(limit) : 'no'} of the limit`,
      verdict([ours.tap, ours.taken].every((took) => took !== null && took <= 100)),
    ],
    ['no address in a URL', ours.addressInUrl ? 'one' : 'none', verdict(!ours.addressInUrl)],
  ];
}

function quickness({ tap, taken }: Early): string {
  return [tap, taken].map((took) => took?.toFixed(0) ?? 'lost').join(' and ');
}

export function verdict(met: boolean): string {
  return met ? 'met' : '**missed**';
}
