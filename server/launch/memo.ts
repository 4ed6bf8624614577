/** Callers share a value up to this age. Expensive values live longer, so that polling never fills a core. */
const LEAST_MS = 1_000;
const TIMES_ITS_COST = 30;

type Memo = { value: Promise<unknown>; settled: unknown; freshUntil: number; pending: boolean };

type Memos = {
  /** The value of a recent or running `read`. */
  value<T>(name: string, read: () => Promise<T>): Promise<T>;
  /** The same without waiting: the last known value, `otherwise` at first. */
  latest<T>(name: string, read: () => Promise<T>, otherwise: T): T;
};

/** One cache for each store, collected with it. */
export function createMemos(): (of: object) => Memos {
  const all = new WeakMap<object, Memos>();
  return (of) => {
    const memos = all.get(of) ?? createMemo();
    all.set(of, memos);
    return memos;
  };
}

function createMemo(): Memos {
  const kept = new Map<string, Memo>();

  function look(name: string, read: () => Promise<unknown>): Memo {
    const found = kept.get(name);
    if (found && (found.pending || performance.now() < found.freshUntil)) return found;
    const begun = performance.now();
    const value = read();
    const memo: Memo = { value, settled: found?.settled, freshUntil: 0, pending: true };
    kept.set(name, memo);
    value
      .then(
        (settled) => {
          const ended = performance.now();
          memo.settled = settled;
          memo.freshUntil = ended + Math.max(LEAST_MS, TIMES_ITS_COST * (ended - begun));
        },
        () => {},
      )
      .finally(() => (memo.pending = false));
    return memo;
  }

  return {
    value: <T>(name: string, read: () => Promise<T>) => look(name, read).value as Promise<T>,
    latest: <T>(name: string, read: () => Promise<T>, otherwise: T) =>
      (look(name, read).settled as T | undefined) ?? otherwise,
  };
}
