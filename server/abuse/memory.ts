import type { Secrets } from '#server/store/secrets/secrets.ts';

/** A map of at most `most` values, evicting the least recently set first. */
export type Memory<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
};

export function createMemory<Value>(most: number): Memory<Value> {
  // Two halves: evicting single keys, a Map finds its oldest ever more slowly.
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    set(key, value) {
      if (recent.size >= most / 2 && !recent.has(key)) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, value);
    },
  };
}

/** Increments and returns the count of `key`. */
export function count(counts: Memory<number>, key: string): number {
  const times = (counts.get(key) ?? 0) + 1;
  counts.set(key, times);
  return times;
}

/** A keyed hash of a network or an address: 96 bits avoid collisions, and identify nobody. */
export function shortHash(secrets: Pick<Secrets, 'sign'>, purpose: string, text: string): string {
  // A copy: a slice would keep the whole signature in memory.
  return Buffer.from(secrets.sign(purpose, text), 'latin1').toString('latin1', 0, 16);
}
