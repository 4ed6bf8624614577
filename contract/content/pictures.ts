/** One way in which a slot is cut: the size of its largest file, and the width of the smaller one, if any. */
type Crop = { width: number; height: number; smaller?: number };
/** A place for a picture behind a title. Each crop has a file for each theme, width and format. */
type Slot = { crops: Record<string, Crop>; formats: readonly ('avif' | 'webp')[] };

/** Crops by the names that our own files have: `bg-tall-dark-1080.avif`. */
export const SLOTS = {
  soon: {
    crops: {
      'bg-tall': { width: 1080, height: 1920, smaller: 640 },
      'bg-wide': { width: 1920, height: 1200, smaller: 1280 },
    },
    formats: ['avif'],
  },
  band: {
    crops: {
      band: { width: 1080, height: 1824, smaller: 640 },
      'band-wide': { width: 1920, height: 1080 },
    },
    formats: ['avif', 'webp'],
  },
  about: {
    crops: {
      about: { width: 1280, height: 1184, smaller: 640 },
      'about-wide': { width: 1280, height: 800 },
    },
    formats: ['avif', 'webp'],
  },
} as const satisfies Record<string, Slot>;

export type SlotName = keyof typeof SLOTS;
export const SLOT_NAMES = Object.keys(SLOTS) as SlotName[];

/** The least size of a picture for a slot: no crop is enlarged. */
export function leastOf({ crops }: Slot): { width: number; height: number } {
  const all = Object.values(crops);
  return {
    width: Math.max(...all.map(({ width }) => width)),
    height: Math.max(...all.map(({ height }) => height)),
  };
}
