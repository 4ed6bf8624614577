import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds. An owner's decision takes effect within a second, in every process. */
const LOOK_MS = 500;

/** Polls twice a second; does not keep the process alive. While the store fails, the last result holds. */
export function keepLooking(look: () => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  async function watch(): Promise<void> {
    for (;;) {
      await wait(LOOK_MS, undefined, { ref: false, signal: stopping.signal });
      await look().catch(() => {});
    }
  }
  // Only the signal ends it.
  const watching = watch().catch(() => {});
  return {
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}
