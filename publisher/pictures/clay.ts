import type { Theme } from '#contract/content/accent.ts';
import { linear } from '#contract/contrast.ts';
import { FILMS, type Rgb } from './film.ts';

/** The lightness that clay can have in the light of a theme, and how much lighter than its accent it is. */
const LEVELS = {
  dark: { least: 0.55, most: 0.76, over: -0.05 },
  light: { least: 0.42, most: 0.62, over: 0.04 },
};
/** How much richer in colour than its accent. */
const RICHER = 1.04;
/**
 * How much of the sun's colour is taken out of the clay: in its warm light blue would turn to plum. From this chroma on;
 * less of it is taken out of paler clay, as grey would turn to steel.
 */
const COOLER = { part: 0.4, chroma: 0.1 };
/** What no clay exceeds, in each channel. */
const [LEAST, MOST] = [0.004, 0.92];

/** How much of each channel's light a bob of an accent reflects, from 0 to 1. Our own accent gives nearly our own clay. */
export function clayOf(accent: string, theme: Theme): Rgb {
  const { lightness, chroma, hue } = oklchOf(accent);
  const { least, most, over } = LEVELS[theme];
  const clay = reflecting(Math.min(most, Math.max(least, lightness + over)), chroma * RICHER, hue);
  const part = COOLER.part * Math.min(1, chroma / COOLER.chroma);
  const cooler = clay.map((light, c) => light / FILMS[theme].sun[c]! ** part);
  const scale = Math.max(...clay) / Math.max(...cooler);
  return cooler.map((light) => light * scale) as unknown as Rgb;
}

/** Björn Ottosson's OKLCH, with the hue in radians. */
function oklchOf(colour: string): { lightness: number; chroma: number; hue: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const green = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(green, blue),
    hue: Math.atan2(blue, green),
  };
}

/** Linear light; less rich where there is no such clay. */
function reflecting(lightness: number, chroma: number, hue: number): number[] {
  const green = chroma * Math.cos(hue);
  const blue = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * green + 0.2158037573 * blue) ** 3;
  const m = (lightness - 0.1055613458 * green - 0.0638541728 * blue) ** 3;
  const s = (lightness - 0.0894841775 * green - 1.291485548 * blue) ** 3;
  const light = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const isThere = light.every((part) => part >= LEAST && part <= MOST);
  if (!isThere && chroma > 0) return reflecting(lightness, Math.max(0, chroma - 0.004), hue);
  return light.map((part) => Math.min(MOST, Math.max(LEAST, part)));
}
