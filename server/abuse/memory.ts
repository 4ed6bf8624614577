import type { Secrets } from '#server/store/secrets/secrets.ts';

/** Values by key, at most `most` of them: what was not set longest is forgotten first. */
export type Memory<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
};

export function createMemory<Value>(most: number): Memory<Value> {
  // Two halves instead of dropping one key at a time: a Map finds its oldest key ever more slowly the more were dropped.
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

/** How often `key` was counted, with this time. */
export function count(counts: Memory<number>, key: string): number {
  const times = (counts.get(key) ?? 0) + 1;
  counts.set(key, times);
  return times;
}

/** What is remembered in place of a network or an address: 96 bits are enough to tell all apart, and name nobody. */
export function shortHash(secrets: Pick<Secrets, 'sign'>, purpose: string, text: string): string {
  // A copy: a slice would keep the whole signature in memory.
  return Buffer.from(secrets.sign(purpose, text), 'latin1').toString('latin1', 0, 16);
}
