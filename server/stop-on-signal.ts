import type { Log } from '#server/log.ts';

type StopDeps = {
  log: Log;
  /** Begins to stop; the process ends with it. */
  stop: () => void;
  exit: (code: number) => void;
  /** Milliseconds of a clock that nobody sets. */
  now: () => number;
};

/** Supervisors must wait for longer. */
export const FORCED_AFTER_MS = 25_000;

/** To be told of each signal: the first asks, a second one or 25 seconds force. */
export function createStopOnSignal({ log, stop, exit, now }: StopDeps): (signal: string) => void {
  let askedAt: number | null = null;
  return (signal) => {
    // A terminal sends Ctrl-C to npm and to this process, and npm passes it on: one wish, two signals.
    if (askedAt !== null && now() - askedAt < 500) return;
    if (askedAt !== null) return exit(1);
    askedAt = now();
    log.info('stopping', { signal });
    setTimeout(() => exit(1), FORCED_AFTER_MS).unref();
    stop();
  };
}
