import { FILMS, type Film } from '#publisher/pictures/film.ts';
import type { Vec } from './vectors.ts';

/** The full circle of the breve in the sand, from above. */
type Circle = {
  x: number;
  z: number;
  radius: number;
  halfWidth: number;
  teeth: number;
  depth: number;
  /** The wire's pivot, above the lowest point of the arc. */
  pivot: Vec;
};

/** The raked part of the circle, in radians from its lowest point. */
export type RakedArc = Circle & { from: number; to: number };

/** Where the picture fades into the page's colour, in fractions of its width or height: no visible seam. */
type Fade = Partial<Record<'left' | 'right' | 'top' | 'bottom', [from: number, to: number]>>;

export type Shot = {
  width: number;
  height: number;
  arc: RakedArc;
  /** The bob's angle in its swing. */
  angle: number;
  camera: { from: Vec; at: Vec; view: number };
  fade: Fade;
  /** How much farther away the haze begins than the theme says. */
  haze: number;
};

export type SceneTheme = {
  page: Vec;
  sun: { azimuth: number; elevation: number; size: number; colour: Vec };
  sky: Vec;
  bounce: Vec;
  sand: Vec;
  bob: Vec;
  /** How much of its light the bob throws on the sand beside it. */
  glow: number;
  /** The tint of shadows on sand. */
  shade: Vec;
  gloss: number;
  wire: number;
  haze: [near: number, far: number];
  /** A slit of light on the sand, measured from the bob: across the light, then towards the sun. */
  slit: { across: [number, number, number, number]; along: [number, number]; floor: number };
  exposure: number;
  /** Linear: light is measured, and not yet on film. */
  film: Film['film'] | 'linear';
  grain: number;
};

export const BOB = 0.235;
export const WIRE = 0.0062;
/** The bob's angle at the end of the arc on /soon, the top of its swing. */
const TOP = 0.58;

const WIDE_ARC: Circle = {
  x: 0.95,
  z: 1.84,
  radius: 2.05,
  halfWidth: 0.47,
  teeth: 8,
  depth: 0.035,
  pivot: [0.95, 4.388, 0.5413],
};

const TALL_ARC: Circle = {
  x: 1.36,
  z: 1.24,
  radius: 1.33,
  halfWidth: 0.36,
  teeth: 6,
  depth: 0.034,
  pivot: [1.36, 2.848, 0.3748],
};

function raked(circle: Circle, from: number, to: number): RakedArc {
  return { ...circle, from, to };
}

/** One scene at three moments. */
export const SHOTS = {
  // The stroke is finished, and the bob pauses before it swings back.
  'soon-wide': {
    width: 1920,
    height: 1200,
    arc: raked(WIDE_ARC, -1.3, TOP + 0.02),
    angle: TOP,
    camera: { from: [0.46, 5.2, -7.1], at: [0.46, 0.02, 0.3], view: 22.5 },
    fade: { left: [0.27, 0.66], bottom: [1.06, 0.84] },
    haze: 0,
  },
  'soon-tall': {
    width: 1080,
    height: 1920,
    arc: raked(TALL_ARC, -1.3, TOP),
    angle: TOP - 0.02,
    camera: { from: [1.23, 6.1, -9.42], at: [1.23, 0, -2.4], view: 29 },
    fade: { bottom: [0.45, 0.28], top: [0.052, 0.098] },
    haze: 2.3,
  },
  // Half of the arc is drawn and the bob is moving: the sand ahead is untouched.
  'home-wide': {
    width: 1920,
    height: 1080,
    arc: raked(WIDE_ARC, -1.3, 0.02),
    angle: 0,
    camera: { from: [-2.1, 4.6, -6.9], at: [-0.08, 0.12, 0.1], view: 20 },
    fade: { left: [0.27, 0.6], top: [0, 0.12] },
    haze: 0,
  },
  'home-tall': {
    width: 1080,
    height: 1824,
    arc: raked(TALL_ARC, -1.3, 0.02),
    angle: 0,
    camera: { from: [-0.9, 5.9, -8.2], at: [1.1, 0.5, -0.45], view: 22 },
    fade: { top: [0.16, 0.42], bottom: [1, 0.86] },
    haze: 2.3,
  },
  // The whole arc, with the bob at rest in its middle.
  'about-wide': {
    width: 1280,
    height: 800,
    arc: raked(WIDE_ARC, -0.72, 0.72),
    angle: 0,
    camera: { from: [0.42, 5.6, -5.7], at: [0.42, 0.22, 0.02], view: 19.5 },
    fade: { left: [0.16, 0.5], bottom: [1, 0.8], top: [0, 0.15] },
    haze: 0,
  },
  'about-tall': {
    width: 1280,
    height: 1184,
    arc: raked(TALL_ARC, -0.78, 0.78),
    angle: 0,
    camera: { from: [1.3, 5.6, -6.6], at: [1.3, 0.3, -0.1], view: 20 },
    fade: { bottom: [1, 0.8], top: [0, 0.2] },
    haze: 1,
  },
} satisfies Record<string, Shot>;

export const SCENE_THEMES = {
  dark: {
    ...FILMS.dark,
    sun: { azimuth: 44, elevation: 13, size: 0.017, colour: FILMS.dark.sun },
    sky: [0.022, 0.038, 0.042],
    bounce: [0.014, 0.009, 0.007],
    sand: [0.52, 0.455, 0.39],
    bob: [0.8, 0.165, 0.05],
    glow: 0,
    shade: [11, 16, 18],
    gloss: 0.9,
    wire: 1,
    haze: [8.6, 11.4],
    slit: { across: [-2.1, -0.1, 0.55, 1.9], along: [-4.4, 0.2], floor: 0.012 },
  },
  light: {
    ...FILMS.light,
    sun: { azimuth: 46, elevation: 18, size: 0.019, colour: FILMS.light.sun },
    sky: [0.4, 0.455, 0.5],
    bounce: [0.1, 0.082, 0.06],
    sand: [0.76, 0.7, 0.615],
    bob: [0.56, 0.055, 0.01],
    glow: 0,
    shade: [104, 102, 98],
    gloss: 0.45,
    wire: 0.42,
    haze: [8.6, 12.6],
    slit: { across: [-19, -18, 18, 19], along: [-19, -18], floor: 1 },
  },
} satisfies Record<string, SceneTheme>;
