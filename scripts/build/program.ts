import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import type { ProgramWords, TextTree } from '#contract/content/words.ts';
import { inEach, type Language } from '#contract/language.ts';
import { DOCUMENT_STATES, type DocumentName } from '#contract/pages.ts';
import { hashSources } from '#server/base/sources.ts';
import { compress } from '#publisher/compress.ts';
import { beginBeside, putInPlace } from '#publisher/place.ts';
import { PLANES } from '#publisher/pictures/bob.ts';
import {
  ASSETS,
  FINGERPRINT_FILE,
  MATERIAL,
  PROGRAM_FILE,
  rendererOf,
  WORDS_FILE,
  withoutSheets,
  type Bundle,
  type Compiled,
  type OptionalPart,
  type Program,
  type SoonKind,
} from '#publisher/program.ts';
import { copyFolder, write } from '#publisher/write.ts';
import { ROOT } from '#server/base/root.ts';
import { lightCss } from './light.ts';
import {
  buildBegin,
  buildClient,
  buildDashboard,
  buildForNode,
  buildInline,
  buildPublisher,
  buildStyles,
  sheetOf,
  stylesIn,
} from './vite.ts';

const FOLDER = join(ROOT, '.program');
/** Modules that render, and what each is made from. */
const RENDERERS = {
  site: 'site/prerender.tsx',
  mails: 'mails/render.tsx',
  dashboard: 'dashboard/document.tsx',
};

/** Styles of parts that only some owners have. */
const OPTIONAL_SHEETS: Record<OptionalPart, string> = {
  consent: 'site/consent/ConsentBanner.module.css',
  people: 'site/about/People.module.css',
  oneCase: 'site/home/OneCase.module.css',
  cases: 'site/home/Work.module.css',
  contact: 'site/contact/Details.module.css',
  photo: 'site/shell/Photo.module.css',
};

/** The program as the sources are now, compiled if they have changed; its folder. */
export async function currentProgram(): Promise<string> {
  const fingerprint = fingerprintNow();
  if (!(await isCompiled(fingerprint))) {
    console.error('Compiling the program ...');
    const next = await beginBeside(FOLDER);
    await compile(next, fingerprint);
    // Another process may have been quicker, and what it renders from stays where it is.
    if (await isCompiled(fingerprint)) await rm(next, { recursive: true });
    else await putInPlace(next, FOLDER);
  }
  return FOLDER;
}

function fingerprintNow(): string {
  return createHash('sha256')
    .update(JSON.stringify(hashSources(ROOT)))
    .digest('hex');
}

/** Changes with the code that draws pictures, what it draws from, and its library. */
async function drawingNow(): Promise<string> {
  const hash = createHash('sha256');
  const code = globSync(
    ['publisher/pictures/!(*.test).ts', `publisher/pictures/${PLANES}/*`, 'contract/content/pictures.ts'],
    { cwd: ROOT },
  ).sort();
  for (const file of [...code, 'node_modules/@napi-rs/canvas/package.json'])
    hash.update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}

async function ownWords(compiled: Compiled): Promise<ProgramWords> {
  const site = await rendererOf<{ ownWords(): Record<Language, Record<string, TextTree>> }>(compiled, 'site');
  const mails = await rendererOf<{ ownWords(): Record<Language, TextTree> }>(compiled, 'mails');
  const [text, inMails] = [site.ownWords(), mails.ownWords()];
  return inEach((language) => ({ text: text[language], mails: inMails[language] }));
}

async function picturesIn(assets: string): Promise<Program['pictures']> {
  const files = await readdir(join(assets, 'static/media'));
  const named = files.flatMap((file) => {
    const [, name, extension] = /^([\w-]+)\.[\w-]+\.(avif|webp|svg)$/.exec(file) ?? [];
    return name === undefined ? [] : [[`${name}.${extension}`, `/static/media/${file}`]];
  });
  return Object.fromEntries(named) as Program['pictures'];
}

async function isCompiled(fingerprint: string): Promise<boolean> {
  return (await readFile(join(FOLDER, FINGERPRINT_FILE), 'utf8').catch(() => null)) === fingerprint;
}

async function compile(folder: string, fingerprint: string): Promise<void> {
  const assets = join(folder, ASSETS);
  const { font, ...soon } = await compileSoon(assets);
  const inner = await compileInner(assets);
  const program: Program = {
    fingerprint,
    drawing: await drawingNow(),
    font,
    pictures: await picturesIn(assets),
    early: await buildInline('site/inline/early.ts'),
    swap: await buildInline('site/inline/swap.ts'),
    soon,
    newsletter: { begin: '', css: await buildStyles('site/newsletter/Newsletter.tsx'), chunks: [] },
    letter: { begin: '', css: await buildStyles('site/newsletter/Letter.tsx'), chunks: [] },
    inner,
    sheets: Object.fromEntries(
      Object.entries(OPTIONAL_SHEETS).map(([part, file]) => [part, sheetOf(join(ROOT, file))]),
    ) as Program['sheets'],
    dashboard: await compileDashboard(assets),
  };
  for (const [name, entry] of Object.entries(RENDERERS)) await buildForNode(entry, join(folder, name));
  await buildPublisher(join(folder, 'publisher'));
  const material = {
    [MATERIAL.tokens]: 'ui/tokens.css',
    [MATERIAL.font]: 'ui/font/funnel-display.woff2',
    [MATERIAL.scene]: 'site/soon/background/bg-wide-dark-1920.avif',
  };
  for (const [target, source] of Object.entries(material))
    await write(join(folder, target), await readFile(join(ROOT, source)));
  copyFolder(join(ROOT, 'publisher/pictures', PLANES), join(folder, MATERIAL.planes));
  await compress(assets);
  await writeFile(join(folder, PROGRAM_FILE), JSON.stringify(program));
  await writeFile(join(folder, WORDS_FILE), JSON.stringify(await ownWords({ program, folder })));
  await writeFile(join(folder, FINGERPRINT_FILE), fingerprint);
}

/** Scripts and styles of the Coming Soon page, and of the pages behind links in mails. Styles are in the document. */
async function compileSoon(out: string): Promise<Record<SoonKind, Bundle> & { font: string }> {
  const begin = await buildBegin('soon');
  const output = await buildClient(out, 'site', begin);
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the client bundle has no entry');
  const styles = output.find(
    (file) => file.fileName.endsWith('.css') && entry.viteMetadata?.importedCss.has(file.fileName),
  );
  if (!styles) throw new Error('the client bundle has no styles');
  await rm(join(out, styles.fileName));
  const font = output.find((file) => file.fileName.endsWith('.woff2'));
  const chunks = [...entry.imports, entry.fileName].map((file) => `/${file}`);
  const withStyles = (css: string): Bundle => ({ begin: begin.code, css, chunks });
  return {
    font: `/${font?.fileName}`,
    live: withStyles(stylesIn([styles])),
    privacy: withStyles(await buildStyles('site/privacy/PrivacyPage.tsx')),
    // Of the outcome pages too: they have the same parts, and fewer.
    token: withStyles(await buildStyles('site/subscription/TokenPage.tsx')),
  };
}

/**
 * Scripts and styles of the site behind the Coming Soon page; the page's own script is started last. A document carries
 * the styles of its page; the file of all of them comes before the page changes.
 */
async function compileInner(out: string): Promise<Record<DocumentName, Bundle>> {
  const begin = await buildBegin('inner');
  const output = await buildClient(out, 'inner', begin);
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the inner bundle has no entry');
  const css = stylesIn(output);
  const styleFile = output.find((file) => file.fileName.endsWith('.css'))?.fileName ?? '';
  await write(join(out, styleFile), css);
  const chunkOf = (page: DocumentName) => {
    const own = output.find((file) => file.type === 'chunk' && !file.isEntry && moduleOf(file) === page);
    if (own?.type !== 'chunk') throw new Error(`the page ${page} has no chunk`);
    return own;
  };
  const pages = Object.keys(DOCUMENT_STATES) as DocumentName[];
  const all = output.flatMap((file) => (file.type === 'chunk' ? sheetsOf(file) : []));
  const bundles = pages.map((page): [DocumentName, Bundle] => {
    const own = chunkOf(page);
    const used = reachedFrom(own, output, pages.map(chunkOf)).flatMap(sheetsOf);
    const others = all.filter((sheet) => !used.includes(sheet));
    // The entry hydrates: what it needs is there before.
    const files = [...entry.imports, ...own.imports, own.fileName, entry.fileName];
    const chunks = [...new Set(files)].map((file) => `/${file}`);
    const light = lightCss(withoutSheets(css, others));
    return [page, { begin: begin.code, css: light, styles: `/${styleFile}`, chunks }];
  });
  return Object.fromEntries(bundles) as Record<DocumentName, Bundle>;
}

type Chunk = Rolldown.OutputChunk;

/** Chunks that a page may need before it is left; what `LATER` names waits for the styles of all. */
function reachedFrom(own: Chunk, output: readonly (Chunk | Rolldown.OutputAsset)[], pages: Chunk[]): Chunk[] {
  const reached = new Set<Chunk>();
  const reach = (chunk: Chunk) => {
    if (reached.has(chunk) || LATER.test(chunk.fileName) || (chunk !== own && pages.includes(chunk))) return;
    reached.add(chunk);
    for (const file of output)
      if (file.type === 'chunk' && [...chunk.imports, ...chunk.dynamicImports].includes(file.fileName))
        reach(file);
  };
  reach(own);
  for (const file of output) if (file.type === 'chunk' && file.isEntry) reach(file);
  return [...reached];
}

const LATER = /PrivacyDialog/;

/** The IDs of the stylesheets that nothing but this chunk uses. */
function sheetsOf(chunk: { moduleIds: string[] }): string[] {
  return chunk.moduleIds.filter((id) => id.endsWith('.module.css')).map(sheetOf);
}

/** Which page a chunk is: `site/home/Home.tsx` gives `home`. */
function moduleOf(chunk: { facadeModuleId: string | null }): string | null {
  return /site\/(\w+)\/\w+\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1] ?? null;
}

async function compileDashboard(out: string): Promise<Program['dashboard']> {
  const output = await buildDashboard(out);
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the dashboard has no entry');
  // Also of what it imports: the styles of a chunk are named by that chunk alone.
  const first = output.filter((file) => file === entry || entry.imports.includes(file.fileName));
  const css = output.filter(({ fileName }) =>
    first.some((file) => file.type === 'chunk' && file.viteMetadata?.importedCss.has(fileName)),
  );
  return {
    early: await writeEarly(out),
    script: `/${entry.fileName}`,
    chunks: entry.imports.map((file) => `/${file}`),
    styles: css.map(({ fileName }) => `/${fileName}`),
  };
}

/** A file, as the dashboard's document allows no script within it. */
async function writeEarly(out: string): Promise<string> {
  const code = await buildInline('dashboard/early.ts');
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 6);
  const file = `static/js/dashboard-early.${hash}.js`;
  await write(join(out, file), code);
  return `/${file}`;
}
