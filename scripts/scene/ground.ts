import { fractal, hash } from './noise.ts';
import { BOB, type RakedArc } from './shots.ts';
import { clamp, smooth, unit, type Vec } from './vectors.ts';

/** The height field covers a square, with one sample every `cell`. */
const LEFT = -7;
const NEAR = -5;
const SIZE = 16;

export type HeightField = { heights: Float32Array; points: number };

/** How far a place is inside the rake's stroke, from 0 to 1, and the sand pushed up at both ends. */
function stroke({ from, to, radius }: RakedArc, across: number, angle: number) {
  // Each tooth lifts at another angle: the ends are rounded.
  const end = to - 0.085 * across * across;
  const start = from + 0.085 * across * across;
  const past = (angle - end - 0.012) * radius;
  const before = (start - angle - 0.012) * radius;
  const heap = (distance: number) => 0.02 * Math.exp((-distance * distance) / 0.0042);
  return {
    inside: smooth(end, end - 0.045, angle) * smooth(start, start + 0.05, angle),
    berm: smooth(end + 0.03, end - 0.03, angle) * smooth(start - 0.03, start + 0.03, angle),
    ends: heap(past) + heap(before),
  };
}

/** The rake's effect on the sand at a place. */
function raked(arc: RakedArc, x: number, z: number): { height: number; inside: number } {
  const dx = x - arc.x;
  const dz = arc.z - z;
  const angle = Math.atan2(dx, dz);
  const distance = Math.hypot(dx, dz);
  // Adds the irregularity of a hand.
  const across = (distance + 0.01 * fractal(angle * 5 + 3, distance * 1.2, 2) - arc.radius) / arc.halfWidth;
  if (Math.abs(across) > 1.5) return { height: 0, inside: 0 };
  const { berm, ends, ...along } = stroke(arc, across, angle);
  const inside = smooth(1, 0.965, Math.abs(across)) * along.inside;
  const place = ((across + 1) / 2) * arc.teeth;
  const tooth = Math.floor(place);
  const depth = arc.depth * (0.86 + 0.28 * hash(tooth, 7)) * (1 + 0.35 * fractal(angle * 7, tooth * 3.7, 2));
  // Round ridges and narrower valleys, as from a wooden tooth.
  const ridge = (0.5 - 0.5 * Math.cos(2 * Math.PI * (place - tooth))) ** 0.72;
  const edge = Math.abs(across) - 1.035;
  return {
    inside,
    height:
      (ridge - 0.62) * depth * inside +
      0.021 * Math.exp((-edge * edge) / 0.0028) * berm +
      smooth(1.06, 0.8, Math.abs(across)) * ends,
  };
}

function heightAt(arc: RakedArc, x: number, z: number): number {
  const { height, inside } = raked(arc, x, z);
  const swell = 0.085 * fractal(x * 0.42 + 4, z * 0.42, 3);
  const wind =
    0.0045 *
    Math.sin((x * 0.75 + z * 1.35) * 9 + 3.2 * fractal(x * 0.8, z * 0.8, 2)) *
    smooth(-0.12, 0.22, fractal(x * 0.5 + 9, z * 0.5, 2));
  return height + swell + wind * (1 - inside) + 0.003 * fractal(x * 26, z * 26, 2);
}

/** Returns a field of `points` per side. In shared memory, so that workers read the main thread's field. */
export function sandOf(arc: RakedArc, points: number): HeightField {
  const heights = new Float32Array(new SharedArrayBuffer(points * points * 4));
  const cell = SIZE / (points - 1);
  for (let row = 0; row < points; row++) {
    for (let column = 0; column < points; column++) {
      heights[row * points + column] = heightAt(arc, LEFT + column * cell, NEAR + row * cell);
    }
  }
  return { heights, points };
}

export type Ground = (x: number, z: number) => number;

/** The height at any place, interpolated between samples. */
export function groundOf({ heights, points }: HeightField): Ground {
  const cells = (points - 1) / SIZE;
  const last = points - 1.001;
  return (x, z) => {
    const column = clamp((x - LEFT) * cells, 0, last);
    const row = clamp((z - NEAR) * cells, 0, last);
    const left = column | 0;
    const near = row | 0;
    const fx = column - left;
    const fz = row - near;
    const i = near * points + left;
    const a = heights[i] as number;
    const b = heights[i + 1] as number;
    const c = heights[i + points] as number;
    const d = heights[i + points + 1] as number;
    return a + (b - a) * fx + (c - a) * fz + (a - b - c + d) * fx * fz;
  };
}

/** The centre of the bob, sunk slightly into the middle of the arc. */
export function bobAt(arc: RakedArc, angle: number, ground: Ground): Vec {
  const x = arc.x + arc.radius * Math.sin(angle);
  const z = arc.z - arc.radius * Math.cos(angle);
  return [x, ground(x, z) + BOB - 0.012, z];
}

/** The normal of the sand's surface. */
export function uprightOn(ground: Ground, x: number, z: number): Vec {
  const e = 0.0035;
  const slopeX = (ground(x + e, z) - ground(x - e, z)) / (2 * e);
  const slopeZ = (ground(x, z + e) - ground(x, z - e)) / (2 * e);
  return unit([-slopeX, 1, -slopeZ]);
}
