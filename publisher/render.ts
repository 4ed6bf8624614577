import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#contract/content/content.ts';
import { factsOf, hiddenIn, siteConfigOf } from '#contract/content/own-facts.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import { textIn } from '#contract/content/words.ts';
import { pictureAddress, type ShownLetter } from '#contract/shown-letter.ts';
import {
  OWN_ENDPOINT,
  type OwnWords,
  type ShownEvidence,
  type SiteSettings,
  type SiteValues,
} from '#contract/site.ts';
import { accentsOf } from './accent.ts';
import { bobsIn, drawBobFrom, writeBobs } from './bobs.ts';
import { builtBooks, copyBooks, givenBooks, offerOf } from './books.ts';
import { paintedCovers } from './covers.ts';
import { writeDiscovery } from './discovery.ts';
import { writeDocuments } from './documents.ts';
import { readLogo } from './logo.ts';
import { type MailRenderer, writeMails } from './mails.ts';
import { keepOldAssets } from './old-assets.ts';
import { writeInto } from './output.ts';
import { drawFrom, drawInto } from './own-picture.ts';
import { writeOwnerStyles } from './owner-styles.ts';
import { shownEvidence } from './photos.ts';
import { keepDrawn } from './pictures/kept.ts';
import { writePictures } from './pictures.ts';
import { measureOnce, scrimsOf } from './scrim.ts';
import { ownPictures, sceneOf, SHARED } from './slots.ts';
import { ASSETS, readProgram, rendererOf } from './program.ts';
import { problemsOf } from './wrong.ts';
import { copyFolder } from './write.ts';

/** What a site is rendered from, and where. All folders are absolute. */
export type RenderInput = {
  /** Folder of the compiled program. */
  program: string;
  /** Checked by `contentProblems`. */
  content: Content;
  settings: SiteSettings;
  /** Those that have a page, the newest first. */
  letters: ShownLetter[];
  /** Folder of the owner's files, by name. */
  files: string;
  /** Folder of drawn pictures, used again by later renderings. */
  drawn: string;
  /** An earlier rendering, whose assets answer for a while: open pages ask for them. */
  previous: string | null;
  /** An empty folder. */
  out: string;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * Renders the whole site: precompressed, with `.build/manifest.json` for the server.
 * @returns what is wrong with the content; `out` is complete only if nothing is.
 */
export function renderSite(job: RenderInput): Promise<ContentProblem[]> {
  return problemsOf(() => renderOrThrow(job));
}

async function renderOrThrow({
  content,
  settings,
  letters,
  files,
  now,
  previous,
  ...job
}: RenderInput): Promise<void> {
  const compiled = await readProgram(job.program);
  const drawOnce = keepDrawn(job.drawn, compiled.program.drawing, now);
  const out = writeInto(job.out, previous);
  const facts = factsOf(content);
  const accents = accentsOf(facts['brand.accent']);
  const logo = await readLogo(facts['brand.logo'], files, drawOnce);
  const books = givenBooks(facts, settings);
  const site = siteConfigOf(facts);
  const drawOwn = drawFrom(files, drawOnce);
  const addressOf = drawInto(out, drawOwn, compiled.program.drawing);
  const pictures = await ownPictures(facts, compiled.program.pictures, addressOf);
  const evidence = await shownEvidence(facts, addressOf);
  const bobs = bobsIn(facts, accents);
  const drawOneBob = drawBobFrom(job.program, drawOnce);
  const over = await writeBobs(bobs, drawOneBob, compiled.program.drawing, out);
  const scene = sceneOf(facts);
  const shared = bobs.find(({ name }) => name === SHARED);
  const bob = shared ? await drawOneBob(shared) : null;
  const behind = scene && (await drawOwn(scene, { field: 'pictures.soon', at: '' }));
  const drawings = await paintedCovers(site.books, compiled, accents, (name, svg) =>
    out.writeNamed(name, 'svg', svg),
  );
  const values = siteValues(content, settings, { ...evidence, covers: pictures.covers, drawings });
  const styles = writeOwnerStyles(accents, logo, out);
  const scrims = await scrimsOf(compiled, facts, accents, measureOnce(drawOwn, drawOnce));
  const origins = facts['analytics.scriptOrigins'];
  const shown = { ...pictures, over, scrims };
  const given = { values, letters, books: builtBooks(books), welcome: facts['newsletter.welcome'] };
  const titles = await writeDocuments(compiled, given, origins, styles, shown, out);
  const sender = { site, words: textIn(content, 'mails') };
  const load = () => rendererOf<MailRenderer>(compiled, 'mails');
  const program = compiled.program.fingerprint;
  await Promise.all([
    writePictures(site, accents, titles, { program: job.program, scene: behind, bob }, drawOnce, out),
    writeMails(load, { program, sender, accents, previous }, out),
  ]);
  for (const { words } of letters)
    if (words.picture)
      out.write(pictureAddress(words.picture).slice(1), await readFile(join(files, words.picture.file)));
  writeDiscovery(values, letters, out, now);
  out.write('.build/content.json', JSON.stringify(content));
  copyFolder(join(job.program, ASSETS), job.out);
  await copyBooks(books, files, job.out);
  await out.end();
  if (previous !== null) await keepOldAssets(previous, job.out, now);
}

/** All that the pages are given. `shown`: what has pictures, with their addresses. */
export function siteValues(
  content: Content,
  settings: SiteSettings,
  shown: ShownEvidence & Pick<SiteValues, 'covers' | 'drawings'>,
): SiteValues {
  const facts = factsOf(content);
  const hidden = hiddenIn(facts);
  return {
    ...siteConfigOf(facts),
    ...settings,
    // A foreign form service can neither ask for it nor send it.
    ...(settings.subscribeEndpoint !== OWN_ENDPOINT && { newsletter: null }),
    gaId: settings.gaId ?? facts['analytics.gaId'],
    gtmId: settings.gtmId ?? facts['analytics.gtmId'],
    ...shown,
    // No page shows what is hidden.
    ...(hidden.includes('home.case') && { cases: [], stories: {} }),
    offer: offerOf(givenBooks(facts, settings)),
    hidden,
    marksHidden: false,
    words: textIn(content, 'text') as OwnWords,
  };
}
