import { bobAt, groundOf, sandOf, type HeightField, type Ground } from './ground.ts';
import { bobLayer, sandLayer, shadowLayer, wireLayer, type Layer } from './layers.ts';
import type { Box } from './render.ts';
import type { Shot, SceneTheme } from './shots.ts';
import { movesOf, type Matrix } from './tracks.ts';
import { smooth } from './vectors.ts';

/** How far the bob swings to the other side, and how many places of the swing are recorded. */
const FAR = -0.35;
const PLACES = 24;

/** The angles at which the bob is rendered; null: that of the still. */
export const BOB_LAYERS = { far: FAR, rest: 0, top: null };

/** A layer for the page: its box, in hundredths of the picture, and its transform at each place. */
type Track = { box: number[]; moves?: number[][] };

export type SceneSwing = {
  layers: Record<string, Layer>;
  /** For the page: `from` and `to` in radians, and the size of the picture. */
  tracks: { size: [number, number]; from: number; to: number; layers: Record<string, Track> };
};

/** The layers with which the bob of a still swings to rest. */
export async function swingOf(
  shot: Shot,
  theme: SceneTheme,
  field: HeightField,
  width: number,
  rays: number,
): Promise<SceneSwing> {
  const studio = { shot, theme, field, width, rays };
  const layers = {
    sand: await sandLayer(studio),
    shadow: await shadowLayer(studio),
    wire: await wireLayer(studio),
    far: await bobLayer(studio, FAR),
    rest: await bobLayer(studio, 0),
    top: await bobLayer(studio, shot.angle),
  };
  const moves = movesOf(shot, theme, smoothGround(shot, field));
  const angles = Array.from({ length: PLACES }, (_, i) => FAR + ((shot.angle - FAR) * i) / (PLACES - 1));
  const track = (
    layer: Layer,
    move: (angle: number, box: Box) => Matrix,
    seen: (angle: number) => number,
  ): Track => ({
    box: inHundredths(layer.box),
    moves: angles.map((angle) => [...move(angle, layer.box), seen(angle)].map(short)),
  });
  const bob = (from: number) => (angle: number, box: Box) => moves.bob(angle, from, box);
  const { left } = shot.fade;
  return {
    layers,
    tracks: {
      size: [shot.width, shot.height],
      from: FAR,
      to: shot.angle,
      layers: {
        sand: { box: inHundredths(layers.sand.box) },
        shadow: track(layers.shadow, moves.shadow, (angle) =>
          left ? smooth(...left, moves.shade(angle)) : 1,
        ),
        wire: track(layers.wire, moves.wire, () => 1),
        // Cross-fades the two nearest ones at each place.
        far: track(layers.far, bob(FAR), (angle) => (angle < 0 ? 1 : 0)),
        rest: track(layers.rest, bob(0), (angle) => Math.min(1, 1 - angle / FAR)),
        top: track(layers.top, bob(shot.angle), (angle) => Math.max(0, angle / shot.angle)),
      },
    },
  };
}

/** Without the ridges, which would make the bob tremble. At the start it is as high as in the still. */
function smoothGround(shot: Shot, field: HeightField): Ground {
  const smoothed = groundOf(sandOf({ ...shot.arc, from: 9, to: 9 }, 1000));
  const height = (ground: Ground) => bobAt(shot.arc, shot.angle, ground)[1];
  const higher = height(groundOf(field)) - height(smoothed);
  return (atX, atZ) => smoothed(atX, atZ) + higher;
}

function inHundredths({ left, top, right, bottom }: Box): number[] {
  return [left, top, right - left, bottom - top].map((part) => short(part * 100));
}

function short(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
