import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { factsOf } from '#contract/content/own-facts.ts';
import { filesOf, type Content } from '#contract/content/content.ts';
import type { SiteValues } from '#contract/site.ts';
import { keepDrawn } from '#publisher/pictures/kept.ts';
import { writeInto } from '#publisher/output.ts';
import { drawFrom, drawInto } from '#publisher/own-picture.ts';
import { shownEvidence } from '#publisher/photos.ts';
import { siteValues } from '#publisher/render.ts';
import { siteSettings, type Config } from '#server/base/config.ts';
import { readDrafted } from '#server/publish/publish.ts';
import { copyFiles } from '#server/content/copy-files.ts';
import { renderingsIn } from '#server/publish/renderings.ts';
import { withStore } from '#server/store/existing.ts';
import { databaseFile } from '#server/store/open.ts';
import { ROOT } from '#server/base/root.ts';

/** Where the pictures of a draft are while it is developed on. */
export const DRAWN = join(ROOT, 'node_modules/.cache/draft');

/** The draft as pages take it, for development; its values change only with the draft. */
export function draftValues(config: Config): () => Promise<SiteValues> {
  let last: { said: string; values: SiteValues } | null = null;
  return async () => {
    const content = await draftIn(config);
    const said = JSON.stringify(content);
    if (last?.said !== said) last = { said, values: await valuesOf(config, content) };
    return last.values;
  };
}

/** The built-in content until the collector has made its store. */
async function draftIn(config: Config): Promise<Content> {
  if (config.databaseUrl === null && !existsSync(databaseFile(config.dataDir))) return {};
  return withStore(config, 'read', async ({ read }) => (await readDrafted(read)).content);
}

async function valuesOf(config: Config, content: Content): Promise<SiteValues> {
  const { files, drawn } = renderingsIn(config.dataDir);
  await withStore(config, 'read', ({ read }) => copyFiles(read, filesOf(content), files)).catch(() => []);
  await mkdir(drawn, { recursive: true });
  const out = writeInto(DRAWN);
  const now = Date.now();
  const addressOf = drawInto(out, drawFrom(files, keepDrawn(drawn, 'development', now)), 'development');
  const shown = await shownEvidence(factsOf(content), addressOf);
  await out.end();
  return siteValues(content, siteSettings(config), { ...shown, covers: null, drawings: null });
}
