/** Colour tokens that a drawing uses. */
export type Ink = 'text' | 'mark' | 'line' | 'accent' | 'control' | 'muted' | 'bg';
type Align = 'start' | 'middle' | 'end';

/** The shapes of a figure, drawn on the page and again in the downloaded picture. */
export type Shape =
  | { is: 'path'; d: string; ink: Ink; width: number; dash?: [number, number] }
  | { is: 'rect'; x: number; y: number; w: number; h: number; ink: Ink }
  | { is: 'dot'; x: number; y: number; r: number; ink: Ink; ring?: Ink }
  | { is: 'words'; x: number; y: number; text: string; align: Align; ink: Ink };

export type Drawn = { width: number; height: number; shapes: Shape[] };
export type ChartSize = { width: number; height: number };

const TOP = 14;
const FOOT = 30;
/** Gridlines and the labels under them. */
export type Axis = { number: (n: number) => string; labels: readonly (string | null)[] };

/** Returns a round number that is at least `most`. */
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power);
  const fits = steps.find((step) => step >= most && (step / 2) % 1 === 0);
  return fits ?? 2 * Math.ceil(Math.max(most, 2) / 2);
}

function rules(
  { width }: ChartSize,
  right: number,
  y: (v: number) => number,
  values: number[],
  axis: Axis,
): Shape[] {
  return values.flatMap((value): Shape[] => [
    { is: 'path', d: `M0 ${y(value)}H${width - right}`, ink: 'line', width: 1 },
    { is: 'words', x: width, y: y(value) + 4.5, text: axis.number(value), align: 'end', ink: 'muted' },
  ]);
}

function names(
  labels: Axis['labels'],
  x: (i: number) => number,
  { width, height }: ChartSize,
  right: number,
): Shape[] {
  const last = labels.length - 1;
  return labels.flatMap((text, i): Shape[] => {
    if (text === null) return [];
    const align = i === last ? 'end' : i === 0 ? 'start' : 'middle';
    const at = i === last ? Math.min(x(i) + 9, width - right) : i === 0 ? Math.max(0, x(i) - 9) : x(i);
    return [{ is: 'words', x: at, y: height - 4, text, align, ink: 'muted' }];
  });
}

/** From the bottom up; each part is stacked on the one before it. */
export const INKS: readonly Ink[] = ['text', 'mark', 'control', 'muted'];

/** One stroke a day, like the teeth of a rake, the bob over the last. Bars wider than 3 show parts. */
export function stems(size: ChartSize, bar: number, days: readonly (readonly number[])[], axis: Axis): Drawn {
  const { width, height } = size;
  const right = 40;
  const most = roundUp(Math.max(0, ...days.map((parts) => parts.reduce((sum, n) => sum + n, 0))));
  const y = (v: number) => TOP + (height - FOOT - TOP) * (1 - v / most);
  const step = (width - right - 10) / days.length;
  const x = (i: number) => 8 + step * (i + 0.5);
  // With many days each stroke is thinner.
  const wide = Math.min(bar, Math.max(1, step - 1.5));
  const shapes = rules(size, right, y, [0, most / 2, most], axis);
  for (const [i, parts] of days.entries()) {
    let under = 0;
    for (const [k, n] of parts.entries()) {
      const ink = INKS[k] ?? 'muted';
      const foot = y(under) - (under > 0 && bar > 3 ? 1.5 : 0);
      under += n;
      const top = y(under);
      if (n === 0) continue;
      if (bar > 3)
        shapes.push({ is: 'rect', x: x(i) - wide / 2, y: top, w: wide, h: Math.max(1, foot - top), ink });
      else shapes.push({ is: 'path', d: `M${x(i)} ${foot}V${top}`, ink, width: bar });
    }
    if (i === days.length - 1)
      shapes.push({
        is: 'dot',
        x: x(i),
        y: y(under) - (bar > 3 ? 9 : 0),
        r: bar > 3 ? 5.5 : 7,
        ink: 'accent',
      });
  }
  return { ...size, shapes: [...shapes, ...names(axis.labels, x, size, right)] };
}

/** A line that ends with the bob. `before`: the dotted line of the earlier period. */
export function line(
  size: ChartSize,
  now: readonly number[],
  before: readonly number[] | null,
  axis: Axis,
): Drawn {
  const { width, height } = size;
  const right = 52;
  const all = [...now, ...(before ?? [])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const span = roundUp(Math.max(2, most - least));
  const low = Math.max(0, Math.floor(least / (span / 2)) * (span / 2));
  const high = low + (most > low + span ? 1.5 * span : span);
  const y = (v: number) => TOP + (height - FOOT - TOP) * (1 - (v - low) / (high - low));
  const x = (i: number) => 2 + ((width - right - 10) * i) / Math.max(1, now.length - 1);
  const path = (values: readonly number[]) =>
    values.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('');
  const last = now.length - 1;
  return {
    ...size,
    shapes: [
      ...rules(size, right, y, [low, (low + high) / 2, high], axis),
      ...(before === null
        ? []
        : [
            {
              is: 'path' as const,
              d: path(before),
              ink: 'control' as const,
              width: 1.75,
              dash: [1.5, 4.5] as [number, number],
            },
          ]),
      { is: 'path', d: path(now), ink: 'text', width: 2 },
      { is: 'dot', x: x(last), y: y(now[last] ?? 0), r: 7, ink: 'accent', ring: 'bg' },
      ...names(axis.labels, x, size, right),
    ],
  };
}

type Rank = { name: string; n: number; said: string };

/** Draws the ranking of the page for the downloaded picture. */
export function ranks(width: number, rows: readonly Rank[]): Drawn {
  const most = Math.max(1, ...rows.map(({ n }) => n));
  const [from, to] = [190, width - 110];
  const shapes = rows.flatMap(({ name, n, said }, i): Shape[] => {
    const y = 24 + i * 44;
    const end = from + ((to - from) * n) / most;
    return [
      { is: 'words', x: 0, y: y + 5, text: name, align: 'start', ink: 'text' },
      { is: 'path', d: `M${from} ${y}H${to}`, ink: 'line', width: 2 },
      { is: 'path', d: `M${from} ${y}H${end}`, ink: 'text', width: 2 },
      { is: 'dot', x: end, y, r: i === 0 ? 6 : 5, ink: i === 0 ? 'accent' : 'text' },
      { is: 'words', x: width, y: y + 5, text: said, align: 'end', ink: 'text' },
    ];
  });
  return { width, height: 12 + rows.length * 44, shapes };
}
