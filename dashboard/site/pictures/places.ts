import type { Json } from '#contract/content/content.ts';
import type { FactKey, PictureFact } from '#contract/content/facts.ts';
import { BOOK_PLACES } from '#contract/content/limits.ts';
import { COVER, SLOT_NAMES, SLOTS, type PictureFieldName, type Size } from '#contract/content/pictures.ts';

const COVERS = BOOK_PLACES.map((place) => `cover-${place}` as const);
/** The last part of a picture's address. */
export const PICTURES = [...SLOT_NAMES, ...COVERS] as const;
export type PictureName = (typeof PICTURES)[number];

export type Crop = 'wide' | 'tall' | 'share' | 'one' | 'home';
type Place = {
  field: PictureFieldName & FactKey;
  /** One for each theme, or one for both. */
  themed: boolean;
  crops: Partial<Record<Crop, Size>>;
};

/** Of the picture of a shared link. */
export const SHARE = { width: 1200, height: 630 };

export const PICTURE_PLACES = Object.fromEntries<Place>([
  ...SLOT_NAMES.map((slot): [PictureName, Place] => {
    const { tall, wide } = SLOTS[slot].crops;
    const crops = { wide, tall, ...(slot === 'soon' && { share: SHARE }) };
    return [slot, { field: `pictures.${slot}`, themed: true, crops }];
  }),
  ...BOOK_PLACES.map((place): [PictureName, Place] => [
    `cover-${place}`,
    { field: `pictures.cover.${place}`, themed: false, crops: { one: COVER } },
  ]),
]) as Record<PictureName, Place>;

export function isPicture(name: string): name is PictureName {
  return PICTURES.some((one) => one === name);
}

/** A slot's pictures while they are chosen. `each`: one for each theme; otherwise both have the dark one. */
export type Chosen = { each: boolean; dark: PictureFact | null; light: PictureFact | null };

/** Reads what a slot or a cover says. */
export function chosenIn(value: Json): Chosen {
  if (value === null || typeof value !== 'object') return { each: false, dark: null, light: null };
  if ('file' in value) return { each: false, dark: value as PictureFact, light: null };
  const { dark, light } = value as Omit<Chosen, 'each'>;
  const each = dark !== null && light !== null;
  return each ? { each, dark, light } : { each, dark: dark ?? light, light: null };
}

/** The value of a slot or a cover; null: the picture that came with the site. */
export function valueOf({ each, dark, light }: Chosen, themed: boolean): Json {
  if (dark === null && light === null) return null;
  if (!themed) return dark;
  return { dark, light: each ? light : null };
}
