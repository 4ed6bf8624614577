const MINUTE = 60_000;

export type EachMinute = {
  /** Looks now and every minute; keeps no process alive. */
  start(): void;
  /** Resolves when a look under way has ended. */
  stop(): Promise<void>;
};

/** One look at a time. `onError` is told of one that rejects, and the next one comes all the same. */
export function eachMinute(look: () => Promise<void>, onError: (error: unknown) => void): EachMinute {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  function lookNow(): void {
    running ??= look()
      .catch(onError)
      .finally(() => (running = null));
  }

  return {
    start: () => {
      timer ??= setInterval(lookNow, MINUTE);
      timer.unref();
      lookNow();
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      await running;
    },
  };
}
