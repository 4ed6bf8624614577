import type { Log } from './log.ts';

type StopDeps = {
  log: Log;
  /** Starts stopping; the process ends when done. */
  stop: () => void;
  exit: (code: number) => void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** Supervisors must wait longer. */
export const FORCED_AFTER_MS = 25_000;

/** Handles signals: the first stops gracefully, a second one or 25 seconds force the exit. */
export function createStopOnSignal({ log, stop, exit, now }: StopDeps): (signal: string) => void {
  let askedAt: number | null = null;
  return (signal) => {
    // A terminal sends Ctrl-C to npm and to this process, and npm forwards it: one Ctrl-C, two signals.
    if (askedAt !== null && now() - askedAt < 500) return;
    if (askedAt !== null) return exit(1);
    askedAt = now();
    log.info('stopping', { signal });
    setTimeout(() => exit(1), FORCED_AFTER_MS).unref();
    stop();
  };
}
