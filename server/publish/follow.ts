import { filesOf } from '#contract/content/content.ts';
import { overlaid, readDraft } from '#server/content/draft.ts';
import { currentEdition, editionBefore, editionNumber, type Edition } from '#server/content/editions.ts';
import type { SiteSettings } from '#contract/site.ts';
import type { Log } from '#server/base/log.ts';
import { giveMemoryBackLater } from '#server/base/memory.ts';
import { keepLooking } from '#server/stage/look.ts';
import { lettersShown, picturesOf, readShownLetters } from '#server/content/letters.ts';
import { RETRY_MS, renderContent, type RenderDeps } from './render-content.ts';
import { DIST, keyIn, renderingsIn } from './renderings.ts';
import { inTurn } from './turn.ts';

type FollowDeps = Omit<RenderDeps, 'settings'> & {
  /** Those of the moment, which are in the pages. */
  settings(): SiteSettings;
  /** Shows a rendered site from here on. */
  show(folder: string): Promise<void>;
  /** Keys of renderings that stay. */
  kept(): readonly string[];
  log: Log;
};

/**
 * Shows the newest edition and newsletters by the settings of the moment, whoever published, sent or set them: looks
 * twice a second, and renders it unless it is rendered. A store with either and a server that has rendered none (`dist`:
 * the built-in site): resolves once it is shown. `look`: looks now.
 */
export async function followEditions(
  deps: FollowDeps,
  dist: string,
): Promise<{ look(): Promise<void>; stop(): Promise<void> }> {
  const { read, dataDir, log, show, now } = deps;
  let shown = keyIn(dist);
  let done: { of: string; retryAt: number } | null = null;

  async function follow(): Promise<void> {
    const number = await editionNumber(read);
    const settings = deps.settings();
    const of = JSON.stringify([number, settings, await lettersShown(read).execute()]);
    if (of === done?.of && now() < done.retryAt) return;
    const failed = await render(settings).catch((error: unknown) => ({ error }));
    done = { of, retryAt: failed === null ? Infinity : now() + RETRY_MS };
    giveMemoryBackLater();
    if (failed !== null) log.error('the newest edition could not be shown', { edition: number, ...failed });
  }

  /** @returns what went wrong. */
  async function render(settings: SiteSettings): Promise<{ reason: string } | null> {
    const edition = await currentEdition(read);
    const rendered = await renderContent({ ...deps, settings }, edition?.content ?? {});
    if (rendered.is !== 'rendered') return { reason: JSON.stringify(rendered) };
    if (rendered.notes !== '') log.info('publisher warnings', { notes: rendered.notes });
    if (rendered.key === shown) return null;
    await show(rendered.folder);
    const inUse = await filesInUse(read, edition);
    // What is uploaded or published meanwhile has its files.
    const staying = { kept: deps.kept(), inUse, now: now() };
    await inTurn(() => renderingsIn(dataDir).show(rendered.key, staying));
    shown = rendered.key;
    log.info('edition shown', { edition: edition?.number ?? 0 });
    return null;
  }

  let last = Promise.resolve();
  /** One look at a time, each begun after it was asked for. */
  const look = () => (last = last.then(follow, follow));
  const isOwn = (await editionNumber(read)) === 0 && (await lettersShown(read).execute()).length === 0;
  if (dist === DIST && !isOwn) await look();
  return { look, ...keepLooking(look) };
}

/** The names of the files of an edition, of the one before, which may be shown again, of the draft, and of newsletters. */
async function filesInUse(read: FollowDeps['read'], edition: Edition | null): Promise<Set<string>> {
  const before = edition && (await editionBefore(read, edition.number));
  const contents = [edition?.content ?? {}, before?.content ?? {}, overlaid({}, await readDraft(read))];
  return new Set([...contents.flatMap(filesOf), ...picturesOf(await readShownLetters(read))]);
}
