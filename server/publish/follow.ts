import { currentEdition, editionNumber } from '#server/content/editions.ts';
import type { Log } from '#server/log.ts';
import { keepLooking } from '#server/stage/look.ts';
import { renderContent, type RenderDeps } from './render-content.ts';
import { DIST, keyIn, renderingsIn } from './renderings.ts';

type FollowDeps = RenderDeps & {
  /** Shows a rendered site from here on. */
  show(folder: string): Promise<void>;
  /** Called when a look at the store has come to its end: now memory may be given back. */
  onFollowed(): void;
  log: Log;
};

/** Milliseconds until a rendering that failed is tried again. */
const PAUSE = 60_000;

/**
 * Shows the newest edition, whoever published it: looks twice a second, and renders it unless it is rendered. A store
 * with an edition and a server that has rendered none (`dist`: the program's own site): resolves once it is shown.
 */
export async function followEditions(deps: FollowDeps, dist: string): Promise<{ stop(): Promise<void> }> {
  const { read, dataDir, log, show, onFollowed, now } = deps;
  let shown = keyIn(dist);
  let done: { number: number; retryAt: number } | null = null;

  async function follow(): Promise<void> {
    const number = await editionNumber(read);
    if (number === done?.number && now() < done.retryAt) return;
    const failed = await render().catch((error: unknown) => ({ error }));
    done = { number, retryAt: failed === null ? Infinity : now() + PAUSE };
    onFollowed();
    if (failed !== null) log.error('the newest edition could not be shown', { edition: number, ...failed });
  }

  /** @returns what went wrong. */
  async function render(): Promise<{ reason: string } | null> {
    const edition = await currentEdition(read);
    const rendered = await renderContent(deps, edition?.content ?? {});
    if (rendered.is !== 'rendered') return { reason: JSON.stringify(rendered) };
    if (rendered.key === shown) return null;
    await show(rendered.folder);
    await renderingsIn(dataDir).show(rendered.key);
    shown = rendered.key;
    log.info('edition shown', { edition: edition?.number ?? 0 });
    return null;
  }

  if (dist === DIST && (await editionNumber(read)) > 0) await follow();
  return keepLooking(follow);
}
