import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DOCUMENT_STATES, type DocumentName } from '#contract/pages.ts';
import { hashSources } from '#server/sources.ts';
import { compress } from './compress.ts';
import { beginBeside, putInPlace } from './place.ts';
import { ROOT } from './root.ts';
import {
  buildBegin,
  buildBundled,
  buildClient,
  buildDashboard,
  buildForNode,
  buildInline,
  buildStyles,
  sheetOf,
  stylesIn,
} from './vite.ts';
import { write } from './write.ts';

const FOLDER = join(ROOT, '.program');
const FINGERPRINT = 'fingerprint';
/** What a browser asks for, as the site lays it out. */
const ASSETS = 'assets';
/** What the owner lays over sources that are compiled. */
const COVERED = ['brand/pictures/*.*'];
/** Modules that render, and what each is made from. */
const RENDERERS = {
  site: 'site/prerender.tsx',
  mails: 'mails/render.tsx',
  dashboard: 'dashboard/document.tsx',
};

/** Styles of parts that only some owners have, and pages carry only then. */
const OPTIONAL_SHEETS = {
  consent: 'site/consent/ConsentBanner.module.css',
  people: 'site/about/People.module.css',
  caseStudy: 'site/home/CaseStudy.module.css',
  contact: 'site/contact/Details.module.css',
  photo: 'site/shell/Photo.module.css',
};
export type OptionalPart = keyof typeof OPTIONAL_SHEETS;

/** Inline scripts, styles and chunks (in the order they are started) of a document. */
export type Bundle = { begin: string; css: string; styles?: string; chunks: string[] };
export type SoonKind = 'live' | 'privacy' | 'token';

/** The compiled program: what is the same whoever owns the site. Addresses are paths of the site. */
export type Program = {
  fingerprint: string;
  font: string;
  early: string;
  swap: string;
  soon: Record<SoonKind, Bundle>;
  inner: Record<DocumentName, Bundle>;
  /** The letters of each sheet in `inner`. */
  sheets: Record<OptionalPart, string>;
  dashboard: { early: string; script: string; chunks: string[]; styles: string[] };
};

/** The program as the sources are now, compiled if they have changed. */
export async function currentProgram(): Promise<Program> {
  const fingerprint = fingerprintNow();
  if (!(await isCompiled(fingerprint))) {
    console.error('Compiling the program ...');
    const next = await beginBeside(FOLDER);
    await compile(next, fingerprint);
    // Another process may have been quicker, and what it renders from stays where it is.
    if (await isCompiled(fingerprint)) await rm(next, { recursive: true });
    else await putInPlace(next, FOLDER);
  }
  return JSON.parse(await readFile(join(FOLDER, 'program.json'), 'utf8')) as Program;
}

/** A module of the program that renders. */
export async function rendererOf<T>(program: Program, name: keyof typeof RENDERERS): Promise<T> {
  const url = pathToFileURL(join(FOLDER, name, 'main.mjs'));
  return (await import(`${url.href}?${program.fingerprint}`)) as T;
}

/** Where the files lie that a browser asks for, and the modules that the server imports as one file. */
export const programFiles = { assets: join(FOLDER, ASSETS), bundled: join(FOLDER, 'bundled') };

function fingerprintNow(): string {
  const { brand: _, ...sources } = hashSources(ROOT);
  const hash = createHash('sha256').update(JSON.stringify(sources));
  for (const file of globSync(COVERED, { cwd: ROOT }).sort())
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

async function isCompiled(fingerprint: string): Promise<boolean> {
  return (await readFile(join(FOLDER, FINGERPRINT), 'utf8').catch(() => null)) === fingerprint;
}

async function compile(folder: string, fingerprint: string): Promise<void> {
  const assets = join(folder, ASSETS);
  const { font, ...soon } = await compileSoon(assets);
  const program: Program = {
    fingerprint,
    font,
    early: await buildInline('site/inline/early.ts'),
    swap: await buildInline('site/inline/swap.ts'),
    soon,
    inner: await compileInner(assets),
    sheets: Object.fromEntries(
      Object.entries(OPTIONAL_SHEETS).map(([part, file]) => [part, sheetOf(join(ROOT, file))]),
    ) as Program['sheets'],
    dashboard: await compileDashboard(assets),
  };
  for (const [name, entry] of Object.entries(RENDERERS)) await buildForNode(entry, join(folder, name));
  await buildBundled(join(folder, 'bundled'));
  await compress(assets);
  await writeFile(join(folder, 'program.json'), JSON.stringify(program));
  await writeFile(join(folder, FINGERPRINT), fingerprint);
}

/** Scripts and styles of the Coming Soon page, and of the pages behind links in mails. All styles stand in the document. */
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
  const bundles = pages.map((page): [DocumentName, Bundle] => {
    const own = chunkOf(page);
    const others = pages.filter((other) => other !== page).flatMap((other) => sheetsOf(chunkOf(other)));
    // The entry hydrates: what it needs is there before.
    const files = [...entry.imports, ...own.imports, own.fileName, entry.fileName];
    const chunks = [...new Set(files)].map((file) => `/${file}`);
    return [page, { begin: begin.code, css: withoutSheets(css, others), styles: `/${styleFile}`, chunks }];
  });
  return Object.fromEntries(bundles) as Record<DocumentName, Bundle>;
}

/** The letters of the stylesheets that nothing but this chunk uses. */
function sheetsOf(chunk: { moduleIds: string[] }): string[] {
  return chunk.moduleIds.filter((id) => id.endsWith('.module.css')).map(sheetOf);
}

/** Styles without the rules of some sheets, by the names of their classes. */
export function withoutSheets(css: string, sheets: string[]): string {
  const rules = new RegExp(`[^{}]*\\.(?:${sheets.join('|')})-[^{}]*{[^{}]*}`, 'g');
  return css.replace(rules, '').replace(/@(?:media|supports)[^{}]*{}/g, '');
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
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const file = `static/js/dashboard-early.${hash}.js`;
  await write(join(out, file), code);
  return `/${file}`;
}
