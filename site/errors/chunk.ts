import { claimReload, RELOADED } from './reload.ts';
import { nothingTyped } from './typed.ts';

/** Long enough for a bad line. */
const TIME_OUT_MS = 120_000;

/** The error a missing or hanging script chunk gives: which chunk, why, and where it should have been. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';

  constructor(id: string, reason: 'error' | 'timeout', address: string, cause?: unknown) {
    super(`Loading chunk ${id} failed.\n(${reason}: ${address})`, { cause });
  }
}

/**
 * Imports a lazy chunk. A chunk that is gone (an old page after a new release) brings one reload, never over
 * typed text and never twice. `reload`: false where another way on is better than the same page again.
 * @throws ChunkLoadError when the chunk fails, or has not come after 120 s.
 */
export async function loadChunk<T>(id: string, load: () => Promise<T>, reload = true): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(id, 'timeout', addressOf(id))), TIME_OUT_MS);
  });
  try {
    const chunk = await Promise.race([load(), late]);
    forgetReload();
    return chunk;
  } catch (error) {
    if (reload && nothingTyped() && claimReload()) {
      location.reload();
      return await new Promise<never>(() => {});
    }
    if (error instanceof ChunkLoadError) throw error;
    throw new ChunkLoadError(id, 'error', addressOf(id, error), error);
  } finally {
    clearTimeout(timer);
  }
}

/** Scripts can be had again: their next failure may reload once more. */
function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Nothing was remembered.
  }
}

/** Browsers name the address in their own error; one that hangs is still among the page's requests. */
function addressOf(id: string, error?: unknown): string {
  const named = /https?:\S+/.exec(error instanceof Error ? error.message : '')?.[0];
  const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  // The file is named after its module, which begins with the id: `privacy`, `PrivacyDialog.1a2b.chunk.js`.
  const file = new RegExp(`/${id}[^/]*$`, 'i');
  return named ?? preloads.find((link) => file.test(link.href))?.href ?? `${location.origin}/static/js/`;
}
