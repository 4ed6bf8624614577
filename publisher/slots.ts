import { THEMES, type Theme } from '#contract/content/accent.ts';
import type { Facts, PictureFact } from '#contract/content/facts.ts';
import { COVER, SLOT_NAMES, SLOTS, type Size, type Slot, type SlotName } from '#contract/content/pictures.ts';
import type { ByPlace } from '#contract/site.ts';
import type { AddressOf, OwnPicture } from './own-picture.ts';

/** The owner's pictures in the places of the built-in ones. */
export type OwnPictures = {
  /** Our addresses, and what takes their places. */
  instead: Map<string, string>;
  covers: ByPlace | null;
};

/** @param ours addresses by name, `bg-tall-dark-1080.avif`. @throws Wrong */
export async function ownPictures(
  facts: Facts,
  ours: Record<string, string>,
  addressOf: AddressOf,
): Promise<OwnPictures> {
  const own: OwnPictures = { instead: new Map(), covers: null };
  for (const slot of SLOT_NAMES)
    for (const theme of THEMES)
      for (const { name, ...picture } of drawingsOf(facts, slot, theme)) {
        const instead = ours[`${name}.${picture.format}`];
        if (instead === undefined) throw new Error(`the program has no picture ${name}.${picture.format}`);
        own.instead.set(instead, await addressOf(picture, name, { field: `pictures.${slot}`, at: '' }));
      }
  for (const { place } of facts.books) {
    const given = facts[`pictures.cover.${place}`];
    if (given === null) continue;
    const picture = cutOf(given, COVER, COVER.width / 2, 'webp');
    const named = { field: `pictures.cover.${place}`, at: '' } as const;
    own.covers = { ...own.covers, [place]: await addressOf(picture, `cover-${place}`, named) };
  }
  return own;
}

/** The picture that shared links show. */
export const SHARED = 'bg-wide-dark-1920';

/** What shared links show of the owner's pictures; null: they show ours. */
export function sceneOf(facts: Facts): OwnPicture | null {
  return drawingsOf(facts, 'soon', 'dark').find(({ name }) => name === SHARED) ?? null;
}

/** Every file of a slot in one theme, named as ours; none if the owner has no picture there. */
export function drawingsOf(facts: Facts, slot: SlotName, theme: Theme): (OwnPicture & { name: string })[] {
  const given = facts[`pictures.${slot}`];
  // One picture is shown in both themes.
  const picture = given?.[theme] ?? given?.[theme === 'dark' ? 'light' : 'dark'];
  if (!picture) return [];
  return cropsOf(slot).flatMap(({ crop, size, wide }) =>
    SLOTS[slot].formats.map((format) => ({
      name: `${crop}-${theme}-${wide}`,
      ...cutOf(picture, size, wide, format),
    })),
  );
}

/** Each crop of a slot in each of its widths. */
export function cropsOf(slot: SlotName): { crop: string; size: Size; wide: number }[] {
  const crops: Slot['crops'] = SLOTS[slot].crops;
  return Object.values(crops).flatMap(({ name: crop, ...size }) =>
    (size.smaller === undefined ? [size.width] : [size.width, size.smaller]).map((wide) => ({
      crop,
      size,
      wide,
    })),
  );
}

/** Our addresses, each with its slot. `ours`: by name, `bg-tall-dark-1080.avif`. */
export function slotAddresses(ours: Record<string, string>): [SlotName, string][] {
  return SLOT_NAMES.flatMap((slot) =>
    cropsOf(slot).flatMap(({ crop, wide }) =>
      THEMES.flatMap((theme) =>
        SLOTS[slot].formats.flatMap((format): [SlotName, string][] => {
          const address = ours[`${crop}-${theme}-${wide}.${format}`];
          return address === undefined ? [] : [[slot, address]];
        }),
      ),
    ),
  );
}

function cutOf(
  { file, focus }: PictureFact,
  { width, height }: Size,
  wide: number,
  format: OwnPicture['format'],
): OwnPicture {
  return { file, cut: { width, height, ...focus }, wide, format };
}

/** A style sheet with the owner's pictures. */
export function withPictures(css: string, instead: ReadonlyMap<string, string>): string {
  return [...instead].reduce((changed, [ours, own]) => changed.replaceAll(ours, own), css);
}
