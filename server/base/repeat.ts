export type Repeated = {
  /** Starts now; does not keep the process alive. */
  start(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
};

/** Runs `work` every `ms`, one run at a time. A rejected run goes to `onError` and ends nothing. */
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
