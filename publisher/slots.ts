import type { Facts, PictureFact } from '#contract/content/facts.ts';
import {
  COVER,
  SLOT_NAMES,
  SLOTS,
  type PictureField,
  type Size,
  type SlotName,
} from '#contract/content/pictures.ts';
import { INTERESTS, type Interest } from '#contract/subscribe.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { drawOwnPicture } from './own-picture.ts';
import type { Output } from './output.ts';

/** The owner's pictures in the places of ours. */
export type OwnPictures = {
  /** Addresses of ours, and what takes their places. */
  instead: Map<string, string>;
  covers: Partial<Record<Interest, string>> | null;
  /** What shared links show; null: ours. */
  scene: Buffer | null;
};

const THEMES = ['dark', 'light'] as const;

/** Draws and writes them. `ours`: addresses by name, `bg-tall-dark-1080.avif`. @throws Wrong */
export async function writeOwnPictures(
  facts: Facts,
  files: string,
  ours: Record<string, string>,
  drawOnce: DrawOnce,
  out: Output,
): Promise<OwnPictures> {
  const own: OwnPictures = { instead: new Map(), covers: null, scene: null };
  for (const slot of SLOT_NAMES) {
    const given = facts[`pictures.${slot}`];
    for (const theme of THEMES) {
      // One picture is shown in both themes.
      const picture = given?.[theme] ?? given?.[theme === 'dark' ? 'light' : 'dark'];
      if (picture) await writeSlot(slot, theme, picture);
    }
  }
  for (const book of INTERESTS) {
    const picture = facts[`pictures.cover-${book}`];
    if (picture === null) continue;
    const drawn = await draw(picture, COVER, COVER.width / 2, 'webp', `pictures.cover-${book}`);
    own.covers = { ...own.covers, [book]: out.writeNamed(`cover-${book}`, 'webp', drawn) };
  }
  return own;

  async function writeSlot(
    slot: SlotName,
    theme: (typeof THEMES)[number],
    picture: PictureFact,
  ): Promise<void> {
    const { crops, formats } = SLOTS[slot];
    for (const [crop, size] of Object.entries(crops) as [string, Size & { smaller?: number }][])
      for (const wide of size.smaller === undefined ? [size.width] : [size.width, size.smaller])
        for (const format of formats) {
          const name = `${crop}-${theme}-${wide}`;
          const drawn = await draw(picture, size, wide, format, `pictures.${slot}`);
          const address = ours[`${name}.${format}`];
          if (address === undefined) throw new Error(`the program has no picture ${name}.${format}`);
          own.instead.set(address, out.writeNamed(name, format, drawn));
          if (name === 'bg-wide-dark-1920') own.scene = drawn;
        }
  }

  function draw(
    { file, focus }: PictureFact,
    size: Size,
    wide: number,
    format: 'avif' | 'webp',
    field: PictureField,
  ): Promise<Buffer> {
    const cut = { width: size.width, height: size.height, ...focus };
    return drawOwnPicture({ files, drawOnce }, file, { cut, wide, format }, { field, at: '' });
  }
}

/** A style sheet with the owner's pictures. */
export function withPictures(css: string, { instead }: OwnPictures): string {
  return [...instead].reduce((changed, [ours, own]) => changed.replaceAll(ours, own), css);
}
