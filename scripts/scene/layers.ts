import sharp, { type Sharp } from 'sharp';
import { encoded } from '#publisher/pictures/film.ts';
import { cameraOf } from './camera.ts';
import { bobAt, groundOf, sandOf, type HeightField } from './ground.ts';
import { pictureOf } from './pictures.ts';
import { CHANNELS, renderScene, type Box, type SceneJob, type RenderedScene } from './render.ts';
import { BOB, type RakedArc, type Shot, type SceneTheme } from './shots.ts';
import { clamp } from './vectors.ts';

/** A picture laid over the still: its pixels, and its place in the whole. */
export type Layer = { picture: Sharp; box: Box };

type Studio = { shot: Shot; theme: SceneTheme; field: HeightField; width: number; rays: number };

const WHOLE: Box = { left: 0, top: 0, right: 1, bottom: 1 };

/** The sand hidden by the bob, its shadow and its wire at the top of the swing, with soft edges. */
export async function sandLayer(studio: Studio): Promise<Layer> {
  const width = Math.round(studio.width / 2);
  const rough = { ...orderOf(studio), width, rays: 4, box: WHOLE };
  const full = await renderScene({ ...rough, seen: ['sand', 'bob', 'wire'], casts: true });
  const empty = await renderScene({ ...rough, seen: ['sand'], casts: false });
  const hidden = Buffer.alloc(full.width * full.height);
  for (let i = 0; i < hidden.length; i++) {
    hidden[i] = Math.abs(shown(full, i) - shown(empty, i)) > 0.006 ? 255 : 0;
  }
  const raw = { width: full.width, height: full.height, channels: 1 as const };
  const mask = await sharp(hidden, { raw }).blur(3).linear(8, 0).toColourspace('b-w').raw().toBuffer();
  const box = boxOf(raw, (i) => mask[i]! > 2);
  const sand = await renderScene({ ...orderOf(studio), box, seen: ['sand'], casts: false });
  const size = { width: sand.width, height: sand.height };
  const alpha = await sharp(mask, { raw })
    .extract(pixelsOf(box, raw))
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const opaque = await pictureOf(sand, studio.theme).raw().toBuffer();
  return { picture: withAlpha(opaque, alpha, size), box };
}

/** The bob in the picture: its middle, and its radius as a fraction of the width. */
type SeenBob = { u: number; v: number; radius: number };

export function seenBob(shot: Shot, field: HeightField, angle: number): SeenBob {
  const { u, v, scale } = cameraOf(shot).see(bobAt(shot.arc, angle, groundOf(field)));
  return { u, v, radius: BOB * scale };
}

/** Room for a bob and its soft edge, in radii. */
export const CLOSE = 1.06;

/** `reach`: from the middle of the bob, in radii. */
export function boxAround({ u, v, radius }: SeenBob, reach: number, { width, height }: Shot): Box {
  const across = radius * reach;
  const down = (across * width) / height;
  return { left: u - across, top: v - down, right: u + across, bottom: v + down };
}

/** The bob alone, as lit at one place of its swing. */
export async function bobLayer(studio: Studio, angle: number): Promise<Layer> {
  const { shot, field } = studio;
  const box = boxAround(seenBob(shot, field, angle), CLOSE, shot);
  const order = { ...orderOf(studio), angle, box, casts: true };
  // At the bottom it is sunk into the sand.
  const bob = await renderScene({ ...order, seen: ['bob'] });
  return cutOut(bob, studio, box, (i) => bob.values[i * CHANNELS + 4]!);
}

/** The wire at rest. It extends above the picture, so that its end stays hidden when it turns. */
export async function wireLayer(studio: Studio): Promise<Layer> {
  const { shot, field } = studio;
  const camera = cameraOf(shot);
  const low = camera.see(bobAt(shot.arc, 0, groundOf(field)));
  const high = camera.see(shot.arc.pivot);
  const margin = 6 / shot.width;
  const top = Math.max(-0.12, high.v);
  const box = {
    left: Math.min(low.u, high.u) - margin,
    right: Math.max(low.u, high.u) + margin,
    top,
    bottom: low.v,
  };
  const wire = await renderScene({ ...orderOf(studio), angle: 0, box, seen: ['wire'], casts: false });
  return cutOut(
    wire,
    studio,
    box,
    (i) => wire.values[i * CHANNELS + 4]! * (1 - wire.values[i * CHANNELS + 3]!),
  );
}

/** The shadow of the bob at rest, on unraked, fully lit sand: the layer moves over any other sand. */
export async function shadowLayer(studio: Studio): Promise<Layer> {
  const { shot, theme } = studio;
  const arc: RakedArc = { ...shot.arc, from: 9, to: 9 };
  const order: Omit<SceneJob, 'seen' | 'casts'> = {
    ...orderOf(studio),
    shot: { ...shot, arc, fade: {}, haze: 99 },
    theme: { ...theme, slit: { ...theme.slit, floor: 1 } },
    field: sandOf(arc, studio.field.points),
    // Its edges are soft anyway, so half the resolution is enough.
    width: Math.round(studio.width / 2),
    rays: 9,
    box: WHOLE,
    angle: 0,
  };
  const lit = await renderScene({ ...order, seen: ['sand'], casts: false });
  const shaded = await renderScene({ ...order, seen: ['sand'], casts: true });
  const raw = { width: lit.width, height: lit.height, channels: 1 as const };
  const darkest = (theme.shade[0] + theme.shade[1] + theme.shade[2]) / 3 / 255;
  const alpha = Buffer.alloc(raw.width * raw.height);
  for (let i = 0; i < alpha.length; i++) {
    const most = shown(lit, i) - darkest;
    const part = most > 0.02 ? (shown(lit, i) - shown(shaded, i)) / most : 0;
    alpha[i] = Math.round(clamp(part) * 255);
  }
  const calm = await sharp(alpha, { raw }).blur(0.7).toColourspace('b-w').raw().toBuffer();
  const box = boxOf(raw, (i) => calm[i]! > 10);
  const part = pixelsOf(box, raw);
  const cut = await sharp(calm, { raw }).extract(part).toColourspace('b-w').raw().toBuffer();
  const colour = Buffer.alloc(part.width * part.height * 3);
  for (let i = 0; i < colour.length; i++) colour[i] = theme.shade[(i % 3) as 0 | 1 | 2];
  return { picture: withAlpha(colour, cut, part), box };
}

function orderOf(studio: Studio): Omit<SceneJob, 'box' | 'seen' | 'casts'> {
  return { ...studio, angle: studio.shot.angle, litAt: studio.shot.angle };
}

/** The brightness of a pixel on screen, with the haze removed. */
function shown({ values }: RenderedScene, i: number): number {
  const clear = 1 - values[i * CHANNELS + 3]!;
  const channel = (c: number) => encoded(values[i * CHANNELS + c]!);
  return ((channel(0) + channel(1) + channel(2)) / 3) * clear;
}

type Size = { width: number; height: number };

/** The bounding box of all visible pixels. */
function boxOf({ width, height }: Size, isThere: (pixel: number) => boolean): Box {
  const box = { left: 1, top: 1, right: 0, bottom: 0 };
  for (let i = 0; i < width * height; i++) {
    if (!isThere(i)) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    box.left = Math.min(box.left, x / width);
    box.right = Math.max(box.right, (x + 1) / width);
    box.top = Math.min(box.top, y / height);
    box.bottom = Math.max(box.bottom, (y + 1) / height);
  }
  return box;
}

function pixelsOf(box: Box, { width, height }: Size) {
  const left = Math.round(box.left * width);
  const top = Math.round(box.top * height);
  return {
    left,
    top,
    width: Math.round(box.right * width) - left,
    height: Math.round(box.bottom * height) - top,
  };
}

function cutOut(
  rendered: RenderedScene,
  { theme, width, shot }: Studio,
  box: Box,
  part: (i: number) => number,
): Layer {
  const { width: columns, height: rows, values } = rendered;
  const colours = Buffer.alloc(columns * rows * 3);
  const alpha = Buffer.alloc(columns * rows);
  for (let i = 0; i < alpha.length; i++) {
    const there = values[i * CHANNELS + 4]! > 0;
    for (const c of [0, 1, 2] as const) {
      colours[i * 3 + c] = there ? Math.round(encoded(values[i * CHANNELS + c]!) * 255) : theme.page[c];
    }
    alpha[i] = Math.round(clamp(part(i)) * 255);
  }
  const height = (width * shot.height) / shot.width;
  return {
    picture: withAlpha(colours, alpha, { width: columns, height: rows }),
    // In whole pixels, as rendered.
    box: {
      left: Math.floor(box.left * width) / width,
      top: Math.floor(box.top * height) / height,
      right: (Math.floor(box.left * width) + columns) / width,
      bottom: (Math.floor(box.top * height) + rows) / height,
    },
  };
}

function withAlpha(colours: Buffer, alpha: Buffer, { width, height }: Size): Sharp {
  return sharp(colours, { raw: { width, height, channels: 3 } }).joinChannel(alpha, {
    raw: { width, height, channels: 1 },
  });
}
