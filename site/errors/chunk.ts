import { claimReload, RELOADED } from './reload.ts';
import { nothingTyped } from './typed.ts';

/** Long enough for a bad connection. */
const TIME_OUT_MS = 120_000;

/** A missing or hanging script chunk: which one, why, and its URL. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';

  constructor(id: string, reason: 'error' | 'timeout', address: string, cause?: unknown) {
    super(`Loading chunk ${id} failed.\n(${reason}: ${address})`, { cause });
  }
}

/**
 * Imports a lazy chunk. A missing chunk (an old page after a new release) causes one reload, never over
 * typed text and never twice. `reload`: false where another fallback is better than a reload.
 * @throws ChunkLoadError when the chunk fails, or has not loaded after 120 s.
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

/** Scripts load again: their next failure may cause another reload. */
function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Nothing was stored.
  }
}

/** Browsers name the URL in their error; a hanging script is among the page's resource entries. */
function addressOf(id: string, error?: unknown): string {
  const named = /https?:\S+/.exec(error instanceof Error ? error.message : '')?.[0];
  const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  // The file has its module's name, which begins with the ID: `privacy`, `PrivacyDialog.1a2b.chunk.js`.
  const file = new RegExp(`/${id}[^/]*$`, 'i');
  return named ?? preloads.find((link) => file.test(link.href))?.href ?? `${location.origin}/static/js/`;
}
