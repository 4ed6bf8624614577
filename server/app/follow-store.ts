import { loadBuild, type Build } from '#server/base/build.ts';
import { siteSettings, type Config, type FixedConfig } from '#server/base/config.ts';
import type { Log } from '#server/base/log.ts';
import type { watchLinks } from '#server/stage/links.ts';
import { keepLooking } from '#server/stage/look.ts';
import { createDraftSite, type DraftSite } from '#server/web/pages/site.ts';
import type { Database } from '#server/store/database.ts';

type Parts = {
  config: FixedConfig;
  database: Database;
  site: () => Build;
  settings: () => Config;
  now: () => number;
  log: Log;
  /** What checks at once, for owners who have just changed it. */
  showing: Record<'look' | 'drafts', () => Promise<void>>;
  links: Awaited<ReturnType<typeof watchLinks>>;
  drafts: Map<number, DraftSite>;
};

/** Shows what is published, and drafts by their links, of this process or another. Returns how to stop. */
export async function followStore(
  { config, database, site, settings, now, log, showing, links, drafts }: Parts,
  dist: string,
  show: (next: Build) => Promise<void>,
) {
  const { followEditions } = await import('#server/publish/follow.ts');
  const { followDrafts } = await import('#server/publish/drafts.ts');
  // An idle server has no reading connection.
  const pages = () => siteSettings(settings());
  const deps = { ...config, read: database.write, settings: pages, now, log };
  const drafted = followDrafts({
    ...deps,
    site,
    links: links.links,
    show: (id, build) => void drafts.set(id, createDraftSite(build, settings())),
    hide: (id) => void drafts.delete(id),
  });
  async function showFolder(folder: string): Promise<void> {
    await show(loadBuild(folder, site()));
  }
  const watch = await followEditions({ ...deps, show: showFolder, kept: drafted.keys }, dist);
  const drafting = keepLooking(drafted.look);
  showing.look = watch.look;
  showing.drafts = async () => {
    await links.look();
    await drafted.look();
  };
  // A rendering that has begun is not waited for.
  return () => void [watch, drafting].map((one) => one.stop());
}
