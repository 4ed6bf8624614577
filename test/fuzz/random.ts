/** Seeded pseudorandom numbers. */
export type Random = {
  /** An integer in [0, `end`). */
  below(end: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Between `least` and `most` results of `make`. */
  many<T>(least: number, most: number, make: () => T): T[];
  bytes(least: number, most: number): Buffer;
};

/** Mulberry32: small, and uniform enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function below(end: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }
  function many<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + below(most - least + 1) }, make);
  }
  return {
    below,
    many,
    pick: (list) => list[below(list.length)] ?? list[0],
    bytes: (least, most) => Buffer.from(many(least, most, () => below(256))),
  };
}
