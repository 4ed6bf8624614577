import { BOOK_PLACES, type BookPlace } from './limits.ts';
import type { Theme } from './accent.ts';
import type { FactKey } from './facts.ts';
import type { ValueFault, LogoCode } from './problems.ts';

/** Pixels. */
export type Size = { width: number; height: number };

/** One way in which a slot is cut: the size of its largest file, and the width of the smaller one, if any. */
export type Crop = Size & { smaller?: number };
/**
 * A place for a picture behind a title, cut tall for phones and wide for screens. Each crop has a file for each theme,
 * width and format; `name`: how ours begin, `bg-tall-dark-1080.avif`.
 */
export type Slot = {
  crops: Record<'tall' | 'wide', Crop & { name: string }>;
  formats: readonly ('avif' | 'webp')[];
};

export const SLOTS = {
  soon: {
    crops: {
      tall: { name: 'bg-tall', width: 1080, height: 1920, smaller: 640 },
      wide: { name: 'bg-wide', width: 1920, height: 1200, smaller: 1280 },
    },
    formats: ['avif'],
  },
  band: {
    crops: {
      tall: { name: 'band', width: 1080, height: 1824, smaller: 640 },
      wide: { name: 'band-wide', width: 1920, height: 1080 },
    },
    formats: ['avif', 'webp'],
  },
  about: {
    crops: {
      tall: { name: 'about', width: 1280, height: 1184, smaller: 640 },
      wide: { name: 'about-wide', width: 1280, height: 800 },
    },
    formats: ['avif', 'webp'],
  },
} as const satisfies Record<string, Slot>;

/** The slots whose words are on the picture itself. */
export const UNDER_WORDS = ['pictures.soon', 'pictures.band'] as const;
/** By how much a picture is darkened behind words in the dark theme, and lightened in the light one: from 0 to 1. */
export type Exposed = Record<Theme, number>;

export type SlotName = keyof typeof SLOTS;
export const SLOT_NAMES = Object.keys(SLOTS) as SlotName[];

/** Of a book. */
export const COVER: Size = { width: 1200, height: 1800 };
export const PORTRAIT: Size = { width: 640, height: 800 };
/** Of a case: the size of the largest file of each shape, and the width of the smaller one, if any. */
export const CASE_CROPS = {
  '4x3': { width: 1200, height: 900, smaller: 640 },
  '4x5': { width: 960, height: 1200, smaller: 640 },
  '21x9': { width: 1680, height: 720 },
  '16x9': { width: 1920, height: 1080 },
} as const satisfies Record<string, Crop>;
export type CaseShape = keyof typeof CASE_CROPS;
/** On the home page, in wide windows: 4:3 beside 4:5, then the other way round; the odd one at the end is wide. */
export function shapeAmong(at: number, count: number): '4x3' | '4x5' | '21x9' {
  if (count > 1 && at === count - 1 && at % 2 === 0) return '21x9';
  return at % 4 === 1 || at % 4 === 2 ? '4x5' : '4x3';
}

export const CASE_SHAPES = Object.keys(CASE_CROPS) as CaseShape[];
const CASE_PICTURE: Size = { width: 1200, height: 800 };

/** One value for the field of each slot. */
function inSlots<T>(of: (slot: SlotName) => T): Record<`pictures.${SlotName}`, T> {
  const values = SLOT_NAMES.map((slot) => [`pictures.${slot}`, of(slot)]);
  return Object.fromEntries(values) as Record<`pictures.${SlotName}`, T>;
}

/** From here on no crop of a slot is enlarged. */
const GOOD = {
  ...inSlots((slot) => largestOf(SLOTS[slot].crops)),
  cases: largestOf(CASE_CROPS),
};

const COVERS = Object.fromEntries(BOOK_PLACES.map((place) => [`pictures.cover.${place}`, COVER])) as Record<
  `pictures.cover.${BookPlace}`,
  Size
>;

/** The least size of a picture in each field that takes one. */
export const LEAST = {
  ...inSlots((slot) => leastOf(GOOD[`pictures.${slot}`])),
  ...COVERS,
  people: PORTRAIT,
  cases: CASE_PICTURE,
} satisfies Partial<Record<FactKey, Size>>;

/** Of an announcement: as wide at most, `longest` times as high as wide, and not heavier in bytes, when it is drawn. */
export const LETTER_PICTURE = {
  least: { width: 600, height: 1 },
  most: { width: 1200 },
  longest: 2,
  bytes: 200_000,
} as const;

export type PictureFieldName = keyof typeof LEAST;
/** A field whose files the publisher draws again, or in whose colour it draws. */
export type DrawnField = PictureFieldName | 'brand.logo' | 'brand.accent';

export function isDrawn(field: string): field is DrawnField {
  return field === 'brand.logo' || field === 'brand.accent' || Object.hasOwn(LEAST, field);
}

/** More than a phone's camera has; larger ones are drawings that would fill the memory. */
const MOST_PIXELS = 60_000_000;

/** Of a PNG: pages show it at most 32 pixels high, and screens have up to three pixels for one. */
export const LOGO_HEIGHT = 96;
/** Widths for each height: a wider one could not be read on a phone. */
const WIDEST_LOGO = 10;

/** What is wrong with a picture of this size, wherever it goes; null: nothing. */
export function pixelFault(size: Size): ValueFault | null {
  if (size.width * size.height <= MOST_PIXELS) return null;
  return { code: 'picture-large', limit: `${MOST_PIXELS / 1e6}`, found: inPixels(size) };
}

/** What is wrong with a picture of this size where `least` is needed; null: nothing. */
export function sizeFault(size: Size, least: Size): ValueFault | null {
  if (size.width >= least.width && size.height >= least.height) return pixelFault(size);
  return { code: 'picture-small', limit: inPixels(least), found: inPixels(size) };
}

/** Whether a picture that is taken looks soft on large screens: its largest crop is enlarged. */
export function isSoft({ width, height }: Size, field: PictureFieldName): boolean {
  const good = (GOOD as Partial<Record<PictureFieldName, Size>>)[field];
  return good !== undefined && (width < good.width || height < good.height);
}

/** What is wrong with a logo of this size; null: nothing. `size` of an SVG: in its units. */
export function logoFault(kind: 'svg' | 'png', size: Size): (ValueFault & { code: LogoCode }) | null {
  const { width, height } = size;
  if (kind === 'png' && height < LOGO_HEIGHT)
    return { code: 'logo-small', limit: `${LOGO_HEIGHT}`, found: `${height}` };
  if (width > WIDEST_LOGO * height) return { code: 'logo-wide', limit: `${WIDEST_LOGO}` };
  return null;
}

function inPixels({ width, height }: Size): string {
  return `${width} × ${height}`;
}

/** Enlarged by a fifth at most, in tens of pixels. */
function leastOf({ width, height }: Size): Size {
  const [wide = 0, high = 0] = [width, height].map((length) => Math.ceil(length / 12) * 10);
  return { width: wide, height: high };
}

function largestOf(crops: Record<string, Size>): Size {
  const all = Object.values(crops);
  return {
    width: Math.max(...all.map(({ width }) => width)),
    height: Math.max(...all.map(({ height }) => height)),
  };
}
