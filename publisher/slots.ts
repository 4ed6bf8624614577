import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Facts, PictureFact } from '#contract/content/facts.ts';
import { leastOf, SLOT_NAMES, SLOTS, type SlotName } from '#contract/content/pictures.ts';
import { INTERESTS, type Interest } from '#contract/subscribe.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { drawPhoto, PhotoError, type Cut } from './pictures/photo.ts';
import { Wrong } from './wrong.ts';
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
const COVER = { width: 1200, height: 1800 };

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
    const drawn = await draw(picture, COVER, COVER.width / 2, 'webp', `pictures.cover-${book}`, COVER);
    own.covers = { ...own.covers, [book]: place(`cover-${book}`, 'webp', drawn, out) };
  }
  return own;

  async function writeSlot(
    slot: SlotName,
    theme: (typeof THEMES)[number],
    picture: PictureFact,
  ): Promise<void> {
    const { crops, formats } = SLOTS[slot];
    for (const [crop, size] of Object.entries(crops) as [
      string,
      { width: number; height: number; smaller?: number },
    ][])
      for (const wide of size.smaller === undefined ? [size.width] : [size.width, size.smaller])
        for (const format of formats) {
          const name = `${crop}-${theme}-${wide}`;
          const drawn = await draw(picture, size, wide, format, `pictures.${slot}`, leastOf(SLOTS[slot]));
          const address = ours[`${name}.${format}`];
          if (address === undefined) throw new Error(`the program has no picture ${name}.${format}`);
          own.instead.set(address, place(name, format, drawn, out));
          if (name === 'bg-wide-dark-1920') own.scene = drawn;
        }
  }

  async function draw(
    { file, focus }: PictureFact,
    size: { width: number; height: number },
    wide: number,
    format: 'avif' | 'webp',
    field: keyof Facts,
    least: { width: number; height: number },
  ): Promise<Buffer> {
    const cut: Cut = { ...size, ...focus };
    const source = await readFile(join(files, file));
    return drawOnce({ cut, wide, format }, [source], () => drawPhoto(source, cut, wide, format, least)).catch(
      (error: unknown) => {
        if (!(error instanceof PhotoError)) throw error;
        throw new Wrong({ field, at: '', code: 'picture', limit: `${least.width} × ${least.height}` });
      },
    );
  }
}

/** Returns its address, which differs with what is in it: browsers keep it for a year. */
function place(name: string, format: string, picture: Buffer, out: Output): string {
  const hash = createHash('sha256').update(picture).digest('base64url').slice(0, 8);
  const path = `static/media/${name}.${hash}.${format}`;
  out.write(path, picture);
  return `/${path}`;
}

/** A style sheet with the owner's pictures. */
export function withPictures(css: string, { instead }: OwnPictures): string {
  return [...instead].reduce((changed, [ours, own]) => changed.replaceAll(ours, own), css);
}
