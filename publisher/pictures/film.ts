import type { Theme } from '#contract/content/accent.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** The light of a theme, and how it comes onto a screen. `page`: 0 to 255; `sun`: light, where white is 1. */
export type Film = {
  page: Rgb;
  sun: Rgb;
  exposure: number;
  film: 'contrasty' | 'soft';
  grain: number;
};

/** Of our pictures (scripts/scene). */
export const FILMS = {
  dark: {
    page: [11, 16, 18],
    sun: [4.6, 2.62, 1.42],
    exposure: 0.95,
    film: 'contrasty',
    grain: 0.006,
  },
  light: {
    page: [236, 231, 221],
    sun: [3.15, 2.42, 1.72],
    exposure: 1.06,
    film: 'soft',
    grain: 0.004,
  },
} satisfies Record<Theme, Film>;

/** The response of film to light. */
export function exposed(light: number, film: Film['film']): number {
  if (film === 'soft') return 1 - Math.exp(-light * 1.35);
  const x = light * 0.82;
  return Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

/** Encodes linear light for screens (gamma). */
export function encoded(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** More light is white on any film. */
const MOST_LIGHT = 5;
const FINENESS = 200;

/** Light as a channel from 0 to 255, in steps that all look alike: 3 % where it is bright, less where it is dark. */
export function channelOf(light: number): number {
  const part = Math.log1p(FINENESS * light) / Math.log1p(FINENESS * MOST_LIGHT);
  return Math.round(Math.min(1, Math.max(0, part)) * 255);
}

/** The light of each such channel. */
export const LIGHTS = Float32Array.from({ length: 256 }, (_, channel) => {
  return Math.expm1((channel / 255) * Math.log1p(FINENESS * MOST_LIGHT)) / FINENESS;
});
