/** Longer than one publication follows another. */
const CALM_MS = 20_000;
let waiting: NodeJS.Timeout | undefined;

/**
 * Frees what only startup or a former site needed, and the young generation: about 8 MiB, for a pause of 40 ms. Without
 * `--expose-gc` V8 would have to do so, and it does not while idle.
 */
export function giveMemoryBack(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Not while a site is switched, when visitors would notice the pause: once this was not called for a while. */
export function giveMemoryBackLater(): void {
  clearTimeout(waiting);
  waiting = setTimeout(giveMemoryBack, CALM_MS).unref();
}
