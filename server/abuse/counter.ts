/** Counts by key, for at most `most` keys: what was not counted longest is forgotten first. */
export type Counter = {
  /** The count after this one. */
  add(key: string): number;
  clear(): void;
};

export function createCounter(most: number): Counter {
  // Two halves instead of dropping one key at a time: a Map finds its oldest key ever more slowly the more were dropped.
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  return {
    add(key) {
      const count = (recent.get(key) ?? older.get(key) ?? 0) + 1;
      if (recent.size >= most / 2 && !recent.has(key)) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, count);
      return count;
    },
    clear() {
      recent = new Map();
      older = new Map();
    },
  };
}
