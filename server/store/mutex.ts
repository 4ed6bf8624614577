/** Who may use the one connection now. A batch or a transaction keeps it from its first statement to its last. */
export type Mutex = {
  /** Calls `start` at once when the connection is free, else after all who asked before. */
  take(start: () => void): void;
  /** Gives the connection on. */
  release(): void;
};

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take(start) {
      if (taken) return void waiting.push(start);
      taken = true;
      start();
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else taken = false;
    },
  };
}
