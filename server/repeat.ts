export type Repeated = {
  /** Begins now; keeps no process alive. */
  start(): void;
  /** Resolves when a run under way has ended. */
  stop(): Promise<void>;
};

/** Does `work` every `ms`, one run at a time. `onError` is told of a run that rejects, and the next one comes all the same. */
export function repeat(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): Repeated {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  function runNow(): void {
    running ??= work()
      .catch(onError)
      .finally(() => (running = null));
  }

  return {
    start: () => {
      timer ??= setInterval(runNow, ms);
      timer.unref();
      runNow();
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      await running;
    },
  };
}
