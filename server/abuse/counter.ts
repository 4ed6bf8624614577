/** Values by key, at most `most` of them: what was not set longest is forgotten first. */
export type Memory<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
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
    clear() {
      recent = new Map();
      older = new Map();
    },
  };
}

/** Counts by key. */
export type Counter = {
  /** The count after this one. */
  add(key: string): number;
  clear(): void;
};

export function createCounter(most: number): Counter {
  const counts = createMemory<number>(most);
  return {
    add(key) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
    clear: counts.clear,
  };
}
