import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { THEMES, type Theme } from '#contract/content/accent.ts';
import type { Facts } from '#contract/content/facts.ts';
import type { Exposed } from '#contract/content/pictures.ts';
import type { Accents } from './accent.ts';
import { keptBy, type DrawOwn, type OwnPicture } from './own-picture.ts';
import { coloursOf, type Colours } from './pictures/colours.ts';
import { pixelsOf, strengthFor, WORST, type ExposureReading } from './pictures/exposure.ts';
import { keptName, type DrawOnce } from './pictures/kept.ts';
import { MATERIAL, type Compiled } from './program.ts';
import { drawingsOf } from './slots.ts';

/** For each reading the strength it needs, from 0 to 1. The first one is of the words. */
type StrengthsOf = (picture: OwnPicture, readings: ExposureReading[]) => Promise<number[]>;

/** Measures a picture as it is drawn, once. @throws Wrong when it cannot be drawn. */
export function measureOnce(drawOwn: DrawOwn, drawOnce: DrawOnce): StrengthsOf {
  return async (picture, readings) => {
    const measured = await drawOnce(measuredBy(picture, readings), [], async () => {
      const drawn = await drawOwn(picture, { field: 'pictures.soon', at: '' });
      const pixels = await pixelsOf(drawn);
      return Buffer.from(JSON.stringify(readings.map((reading) => strengthFor(pixels, reading))));
    });
    return JSON.parse(measured.toString()) as number[];
  };
}

/** Notes the most that the words need in each theme. */
export function noting(most: Exposed, strengthsOf: StrengthsOf): StrengthsOf {
  return async (picture, readings) => {
    const strengths = await strengthsOf(picture, readings);
    const theme = readings[0]?.theme ?? 'dark';
    most[theme] = Math.max(most[theme], strengths[0] ?? 0);
    return strengths;
  };
}

/** As measured before; until then as strong as any picture needs it. */
export function measuredIn(drawn: string, drawing: string): StrengthsOf {
  return (picture, readings) =>
    readFile(join(drawn, keptName(drawing, measuredBy(picture, readings))), 'utf8').then(
      (measured) => JSON.parse(measured) as number[],
      () => readings.map((reading) => strengthFor(WORST[reading.theme], { ...reading, part: ALL })),
    );
}

function measuredBy(picture: OwnPicture, readings: ExposureReading[]): object {
  return { exposed: keptBy(picture), readings };
}

const ALL = { left: 0, top: 0, right: 1, bottom: 1 };
/** Where site/soon/Soon.module.css sets words in windows wider than high, from 4:3 to 21:9, as parts of the picture. */
const WORDS = { left: 0, top: 0, right: 0.62, bottom: 1 };
const SWITCH = { left: 0.78, top: 0, right: 0.97, bottom: 0.24 };
/** Of text, with a margin for how browsers scale a picture (WCAG 2, 1.4.3: 4.5). */
const RATIO = 4.7;

/** What a page needs to keep its words readable over an owner's picture. */
type Place = [
  compiled: Pick<Compiled, 'folder'>,
  facts: Facts,
  accents: Accents | null,
  strengthsOf: StrengthsOf,
];

/** The pages whose words are on a picture. */
export type Scrims = { soon: string; home: string };

/** Styles of both; none where the picture is ours. @throws Wrong */
export async function scrimsOf(...place: Place): Promise<Scrims> {
  return { soon: await soonScrim(...place), home: await bandScrim(...place) };
}

/** Where site/home/Method.module.css sets its title, in windows wider than a phone. */
const TITLE = { left: 0, top: 0, right: 0.7, bottom: 1 };
/** Its right edge in the window. */
const TITLE_END = 'var(--gut) + 6.4*min(var(--t2),16vw)';

/** Over the picture of the home page. */
async function bandScrim(...[{ folder }, facts, , strengthsOf]: Place): Promise<string> {
  if (facts['pictures.band'] === null) return '';
  const tokens = await readFile(join(folder, MATERIAL.tokens), 'utf8');
  // Ours ends in the page's ground; another one would end in a hard edge.
  const ends = 'linear-gradient(transparent 30%,#000 44% 78%,transparent)';
  let css = `[data-band]::after{opacity:1}@media (max-width:40rem){div[data-band]{mask-image:${ends}}}`;
  for (const theme of THEMES) {
    const drawings = drawingsOf(facts, 'band', theme);
    const largest = (crop: string) => drawings.find(({ name }) => name.startsWith(crop)) as OwnPicture;
    const reading = { theme, ink: coloursOf(tokens, theme).text, ratio: RATIO };
    const [tall = 1] = await strengthsOf(largest(`band-${theme}`), [{ ...reading, part: ALL }]);
    const [wide = 1] = await strengthsOf(largest('band-wide'), [{ ...reading, part: TITLE }]);
    const over = `${exposed(theme, tall)} 56%,${exposed(theme, tall * 0.5)} 68%,${exposed(theme, 0)} 80%`;
    const band = `[data-theme=${theme}] [data-band]::after`;
    css +=
      `${band}{background:linear-gradient(${over})}` +
      `@media (min-width:40.01rem){${band}{background:${beside(theme, `(${TITLE_END})`, wide)}}}`;
  }
  return `@media screen{${css}}`;
}

/** Over the picture of the Coming Soon page. */
export async function soonScrim(...[{ folder }, facts, accents, strengthsOf]: Place): Promise<string> {
  if (facts['pictures.soon'] === null) return '';
  const tokens = await readFile(join(folder, MATERIAL.tokens), 'utf8');
  const colours = (theme: Theme) => ({
    ...coloursOf(tokens, theme),
    ...(accents && { accent: accents[theme].accent }),
  });
  let css = `[data-sky]{background:none;top:0}[data-sky]::after{opacity:1}[data-sky]~main{--control:var(--muted)}`;
  for (const theme of THEMES) {
    const drawings = drawingsOf(facts, 'soon', theme);
    const largest = (crop: string) => drawings.find(({ name }) => name.startsWith(crop)) as OwnPicture;
    const other = colours(theme === 'dark' ? 'light' : 'dark');
    const { text, muted } = colours(theme);
    const reading = { theme, part: WORDS, ink: muted, ratio: RATIO };
    const [tall = 1] = await strengthsOf(largest('bg-tall'), [{ ...reading, part: ALL }]);
    const [wide = 1, corner = 1, flipped = 1] = await strengthsOf(largest('bg-wide'), [
      reading,
      { ...reading, part: SWITCH, ink: text },
      { ...reading, part: SWITCH, ink: other.text, theme: theme === 'dark' ? 'light' : 'dark' },
    ]);
    const worst = strengthFor(WORST[theme], { ...reading, part: ALL });
    css += stylesOf(theme, { tall, wide, worst, corner, inks: flipped === 0 ? other : null });
  }
  return `@media screen{${css}}`;
}

type Measured = {
  tall: number;
  wide: number;
  /** Over any picture. */
  worst: number;
  /** Under the language switch. */
  corner: number;
  /** In which it is read without. */
  inks: Colours | null;
};

function exposed(theme: Theme, strength: number): string {
  return `rgb(${theme === 'dark' ? '0 0 0' : '255 255 255'}/${strength.toFixed(3)})`;
}

/** Whole as far as words reach, then eased to none. */
function beside(theme: Theme, words: string, strength: number): string {
  const stops = [1, 0.84, 0.5, 0.16, 0].map(
    (share, at) => `${exposed(theme, strength * share)} calc(${words} + (84% - ${words})*${at / 4})`,
  );
  return `linear-gradient(90deg,${stops.join()})`;
}

function stylesOf(theme: Theme, { tall, wide, worst, corner, inks }: Measured): string {
  const sky = `[data-theme=${theme}] [data-sky]`;
  // The page may go on below the picture.
  const end = 'linear-gradient(transparent 78%,var(--bg))';
  const isFlipped = corner > 0 && inks !== null;
  const spot =
    corner === 0 || isFlipped
      ? ''
      : `radial-gradient(30rem 12rem at 100% 0,${exposed(theme, corner)} 58%,${exposed(theme, 0)}),`;
  const after = (...layers: string[]) => `${sky}::after{background:${layers.join()}}`;
  const column = 'min(max(39rem,34vw),57vw) + var(--gut)';
  const over = `${exposed(theme, tall)} 4.25rem,${exposed(theme, tall * 0.85)} 13%,${exposed(theme, tall)} 20%`;
  return (
    `@media (orientation:portrait){${after(end, `linear-gradient(${over})`)}}` +
    `@media (orientation:landscape){${after(spot + end, beside(theme, `(${column})`, wide))}` +
    (isFlipped ? `${sky}+header button{--text:${inks.text};--accent:${inks.accent};color:var(--text)}` : '') +
    `}@media (orientation:landscape) and (max-height:30rem){${after(spot + end, beside(theme, '72vw', worst))}}`
  );
}
