import type { Ground } from './ground.ts';
import { BOB, WIRE } from './shots.ts';
import { add, dot, type Vec } from './vectors.ts';

/** Returns the distance along a ray to the bob; -1 for a miss. */
export function toBob(bob: Vec, from: Vec, ray: Vec): number {
  const away = add(from, bob, -1);
  const b = dot(away, ray);
  const q = b * b - dot(away, away) + BOB * BOB;
  if (q < 0) return -1;
  const t = -b - Math.sqrt(q);
  return t > 1e-3 ? t : -1;
}

/** The same for the wire, which leaves the bob in the direction `lean`. */
export function toWire(bob: Vec, lean: Vec, from: Vec, ray: Vec): number {
  const away = add(from, bob, -1);
  const b = dot(ray, lean);
  const d = dot(ray, away);
  const e = dot(lean, away);
  const across = 1 - b * b;
  if (across < 1e-6) return -1;
  const t = (b * e - d) / across;
  const along = (e - b * d) / across;
  if (t < 1e-3 || along < BOB * 0.9) return -1;
  const apart = add(add(away, ray, t), lean, -along);
  return dot(apart, apart) < WIRE * WIRE ? t : -1;
}

/** The same for the sand: marches in steps as long as the height above it, then bisects. */
export function toSand(ground: Ground, [x, y, z]: Vec, [dx, dy, dz]: Vec): number {
  if (dy >= 0) return -1;
  const top = 0.1;
  let t = y > top ? (y - top) / -dy : 0;
  let before = t;
  for (let i = 0; i < 160; i++) {
    const room = y + dy * t - ground(x + dx * t, z + dz * t);
    if (room < 0) return between(before, t);
    before = t;
    t += Math.max(0.006, room * 0.55);
    if (t > 30) return -1;
  }
  return t;

  function between(above: number, below: number): number {
    let over = above;
    let under = below;
    for (let i = 0; i < 9; i++) {
      const middle = (over + under) / 2;
      if (y + dy * middle < ground(x + dx * middle, z + dz * middle)) under = middle;
      else over = middle;
    }
    return under;
  }
}

/** Whether the sand itself blocks the light from a place. */
export function sandHides(ground: Ground, [x, y, z]: Vec, [dx, dy, dz]: Vec): boolean {
  let t = 0.004;
  for (let i = 0; i < 46; i++) {
    const above = y + dy * t - ground(x + dx * t, z + dz * t);
    if (above < -0.0004) return true;
    t += Math.max(0.006, above * 0.8);
    if (y + dy * t > 0.12) return false;
  }
  return false;
}
