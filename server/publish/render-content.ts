import { mkdir } from 'node:fs/promises';
import type { Kysely } from '#kysely';
import { filesOf, type Content } from '#contract/content/content.ts';
import { withPicture } from '#contract/announcement.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import type { ShownLetter } from '#contract/shown-letter.ts';
import type { SiteSettings } from '#contract/site.ts';
import { BuildError, checkComplete } from '#server/base/build.ts';
import { copyFiles } from '#server/content/copy-files.ts';
import type { Tables } from '#server/store/schema.ts';
import { renderingKey } from '#publisher/key.ts';
import { fingerprintOf } from '#publisher/program.ts';
import { problemsIn } from './answers.ts';
import { FULL, isFull, type DiskFull } from './full-disk.ts';
import { picturesOf, readShownLetters } from '#server/content/letters.ts';
import { programWords } from './program-words.ts';
import { DIST, keyIn, PROGRAM, renderingsIn, shownDist } from './renderings.ts';
import { runPublisher, type PublisherFailed } from './run-publisher.ts';
import { inTurn } from './turn.ts';

/** Milliseconds until a rendering that failed is tried again. */
export const RETRY_MS = 60_000;

export type RenderDeps = {
  read: Kysely<Tables>;
  dataDir: string;
  settings: SiteSettings;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type Rendered =
  /** `notes`: warnings, in English; empty if it was rendered before. */
  | { is: 'rendered'; key: string; folder: string; notes: string }
  | { is: 'refused'; problems: ContentProblem[] }
  | { is: 'failed'; why: 'incomplete'; said: string }
  | PublisherFailed
  | DiskFull;

type Letters = { letters: ShownLetter[]; notes: string[] };

/**
 * Renders what this program can show of a published content, with the newsletters that have a page, unless that was done
 * before: in each process one at a time. What fails leaves nothing behind. `over`: of the program, before the content's
 * own, whatever its length.
 */
export function renderContent(deps: RenderDeps, published: Content, over: Content = {}): Promise<Rendered> {
  return inTurn(async () => {
    try {
      return await renderNow(deps, published, over);
    } catch (error) {
      if (error instanceof BuildError) return { is: 'failed', why: 'incomplete', said: error.message };
      if (isFull((error as NodeJS.ErrnoException).code)) return FULL;
      throw error;
    }
  });
}

async function renderNow(deps: RenderDeps, published: Content, over: Content): Promise<Rendered> {
  const { letters, notes } = await lettersWithPictures(deps);
  const all = { ...published, ...over };
  const key = renderingKey(await fingerprintOf(PROGRAM), all, deps.settings, letters);
  const renderings = renderingsIn(deps.dataDir);
  // As built.
  if (keyIn(DIST) === key) return { is: 'rendered', key, folder: DIST, notes: '' };
  if (renderings.has(key)) return { is: 'rendered', key, folder: renderings.folderOf(key), notes: '' };
  return renderAnew({ ...deps, letters, notes }, published, over, key);
}

/**
 * The newsletters, with their pictures copied. What the store lacks they do without, and `notes` says so: one picture keeps
 * no site from being shown.
 */
async function lettersWithPictures({ read, dataDir }: RenderDeps): Promise<Letters> {
  const all = await readShownLetters(read);
  const pictures = picturesOf(all);
  const missing = pictures.length === 0 ? [] : await copyFiles(read, pictures, renderingsIn(dataDir).files);
  const lacks = ({ words }: ShownLetter) => missing.includes(words.picture?.file ?? '');
  return {
    letters: all.map((one) => (lacks(one) ? { ...one, words: withPicture(one.words, null) } : one)),
    notes: all.filter(lacks).map(({ slug }) => `The picture of /newsletter/${slug} is missing.`),
  };
}

async function renderAnew(
  deps: RenderDeps & Letters,
  published: Content,
  over: Content,
  key: string,
): Promise<Rendered> {
  // Loaded for a rendering alone: a server that has nothing to render holds no schemas.
  const { readableContent } = await import('#contract/content/check.ts');
  const content = { ...readableContent(published, await programWords()), ...over };
  const { dataDir, settings, letters, notes, now } = deps;
  const { files, drawn, begin } = renderingsIn(dataDir);
  const missing = await copyFiles(deps.read, filesOf(content), files);
  if (missing.length > 0) return { is: 'refused', problems: missing.map(notThere) };
  await mkdir(drawn, { recursive: true });
  const shown = shownDist(dataDir);
  // A checkout that was not built has none.
  const previous = keyIn(shown) === null ? null : shown;
  await using next = await begin(key);
  const given = { program: PROGRAM, content, settings, letters, files, drawn, previous };
  const job = { does: 'render', ...given, out: next.folder, now: now() } as const;
  const ended = await runPublisher(job, problemsIn);
  if (ended.is === 'failed') return isFull(ended.said) ? FULL : ended;
  if (ended.answer.length > 0) return { is: 'refused', problems: ended.answer };
  checkComplete(next.folder);
  return { is: 'rendered', key, folder: await next.end(), notes: [...notes, ended.notes].join('\n').trim() };
}

function notThere(name: string): ContentProblem {
  return { field: 'content.json', at: '', code: 'file-there', limit: name };
}
