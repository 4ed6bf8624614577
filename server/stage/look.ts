import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds. What an owner decides takes effect within a second, in every process. */
const LOOK_MS = 500;

/** Looks twice a second from now on; keeps no process alive. A store that is away is others' business: what was seen last holds. */
export function keepLooking(look: () => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  async function watch(): Promise<void> {
    for (;;) {
      await wait(LOOK_MS, undefined, { ref: false, signal: stopping.signal });
      await look().catch(() => {});
    }
  }
  // It ends by the signal alone.
  const watching = watch().catch(() => {});
  return {
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}
