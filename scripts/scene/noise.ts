/** Returns a number from 0 to 1, always the same for the same place. */
export function hash(x: number, y: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function valueNoise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const a = hash(left, top);
  const b = hash(left + 1, top);
  const c = hash(left, top + 1);
  const d = hash(left + 1, top + 1);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Sums noise of several sizes, around 0. */
export function fractal(x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let size = 1;
  for (let i = 0; i < octaves; i++) {
    sum += weight * (valueNoise(x * size + i * 17.3, y * size - i * 9.1) - 0.5);
    weight *= 0.5;
    size *= 2.03;
  }
  return sum;
}

export type Random = () => number;

/** Seeded random numbers, the same in every run: pictures are reproducible. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
