import { mkdir, rename } from 'node:fs/promises';
import { existsSync, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from '#kysely';
import { filesOf, type Content } from '#contract/content/content.ts';
import type { Problem } from '#contract/content/problems.ts';
import type { SiteSettings } from '#contract/site.ts';
import { BuildError, loadBuild } from '#server/build.ts';
import { readFileStream } from '#server/content/files.ts';
import type { Tables } from '#server/store/schema.ts';
import { renderingKey } from '#publisher/key.ts';
import { readProgram } from '#publisher/program.ts';
import { DIST, keyIn, PROGRAM, renderingsIn, shownDist } from './renderings.ts';
import { runPublisher } from './run-publisher.ts';

export type RenderDeps = {
  read: Kysely<Tables>;
  dataDir: string;
  settings: SiteSettings;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type Rendered =
  | { is: 'rendered'; key: string; folder: string }
  | { is: 'refused'; problems: Problem[] }
  | { is: 'failed'; why: 'late' | 'ended' | 'answer' | 'incomplete'; said: string };

/** Renders a checked content, unless that was done before. */
export async function renderContent(deps: RenderDeps, content: Content): Promise<Rendered> {
  const { dataDir, settings, now } = deps;
  const renderings = renderingsIn(dataDir);
  const { program } = await readProgram(PROGRAM);
  const key = renderingKey(program.fingerprint, content, settings);
  const folder = renderings.folderOf(key);
  // As built.
  if (keyIn(DIST) === key) return { is: 'rendered', key, folder: DIST };
  if (renderings.has(key)) return { is: 'rendered', key, folder };
  const problems = await fetchFiles(deps, content, renderings.files);
  if (problems.length > 0) return { is: 'refused', problems };
  await mkdir(renderings.drawn, { recursive: true });
  const { next, end, drop } = await renderings.begin(key);
  const { files, drawn } = renderings;
  const job = {
    program: PROGRAM,
    content,
    settings,
    files,
    drawn,
    previous: shownDist(dataDir),
    out: next,
    now: now(),
  };
  const ended = await runPublisher(job);
  if (ended.is !== 'rendered') {
    await drop();
    return ended;
  }
  try {
    loadBuild(next);
  } catch (error) {
    await drop();
    if (!(error instanceof BuildError)) throw error;
    return { is: 'failed', why: 'incomplete', said: error.message };
  }
  await end();
  return { is: 'rendered', key, folder };
}

/** Copies the owner's files out of the store; those that are not there are problems. */
async function fetchFiles({ read }: RenderDeps, content: Content, folder: string): Promise<Problem[]> {
  await mkdir(folder, { recursive: true });
  const problems: Problem[] = [];
  for (const name of filesOf(content)) {
    const file = join(folder, name);
    if (existsSync(file)) continue;
    const pieces = await readFileStream(read, name);
    if (pieces === null) {
      problems.push({ field: 'content.json', at: '', code: 'file-there', limit: name });
      continue;
    }
    const draft = `${file}.part-${process.pid}`;
    await pipeline(Readable.from(pieces), createWriteStream(draft));
    await rename(draft, file);
  }
  return problems;
}
