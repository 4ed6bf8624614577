import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES, type Language } from '#contract/language.ts';
import {
  documentFile,
  documentsOf,
  type Shown,
  type SiteDocument,
  type SiteManifest,
} from '#contract/documents.ts';
import {
  DOCUMENT_STATES,
  FORM_PAGES,
  isHydratedState,
  type DocumentName,
  type FormPage,
  type ManifestWords,
} from '#contract/pages.ts';
import type { BookFiles } from '#contract/books.ts';
import { site } from './site.ts';
import { builtBooks } from './books.ts';
import { writeDashboard } from './dashboard.ts';
import type { PictureTitles } from './pictures.ts';
import { policyOf } from './policy.ts';
import {
  buildBegin,
  buildClient,
  buildInline,
  buildPrerender,
  buildStyles,
  sheetOf,
  stylesIn,
  type BuildConfig,
} from './vite.ts';

type Consents = Record<FormPage, Record<Language, string>>;

/** Assets of every document, in the shape that `site/document.tsx` takes. */
type Assets = {
  font: string;
  early: string;
  swap: string;
  begin: string;
  css: string;
  styles?: string;
  chunks: string[];
};

/** The scripts and styles of each document of a bundle. */
type Bundle<Name extends Shown> = {
  assetsOf(shown: Name): Pick<Assets, 'begin' | 'css' | 'styles' | 'chunks'>;
};
type Soon = Extract<Shown, { page: 'soon' }>;
type Inner = Exclude<Shown, Soon>;

/** The shape of `site/prerender.tsx` once built; the site itself is not imported from here. */
type Prerender = {
  consentText(page: FormPage, language: Language): string;
  manifestWords(language: Language): ManifestWords;
  pictureTitle(picture: keyof PictureTitles, language: Language): string;
  renderDocument(shown: Shown, language: Language, assets: Assets, consents: Consents): string;
};

/**
 * Bundles the site, prerenders every document in every language, writes the manifest with the books.
 * @returns the words for the pictures of shared links.
 */
export async function writeDocuments(
  config: BuildConfig,
  out: string,
  books: BookFiles,
): Promise<PictureTitles> {
  const soon = await buildSoon(config, out);
  const inner = await buildInner(config, out);
  const shared = {
    font: soon.font,
    early: await buildInline(config, 'site/inline/early.ts'),
    swap: await buildInline(config, 'site/inline/swap.ts'),
  };
  const { consentText, manifestWords, pictureTitle, renderDocument } = await loadPrerender(config, out);
  const { consents, consentTexts } = consentsOf(consentText);
  const handed = builtBooks(books);
  const documents: SiteDocument[] = [];
  for (const shown of documentsOf(handed.length > 0)) {
    const bundle = shown.page === 'soon' ? soon.assetsOf(shown) : inner.assetsOf(shown);
    for (const language of LANGUAGES) {
      const html = renderDocument(shown, language, { ...shared, ...bundle }, consents);
      const file = documentFile(shown, language);
      await write(join(out, file), html);
      const policy = policyOf(html, isScripted(shown) ? config : withoutOthers(config));
      documents.push({ ...shown, language, file, policy });
    }
  }
  const manifest: SiteManifest = {
    documents,
    consentTexts,
    words: mapOf(LANGUAGES, manifestWords),
    books: handed,
    optionalFields: config.optionalFields,
    retentionMonths: site.legal.retentionMonths,
    dashboard: await writeDashboard(config, out),
  };
  await write(join(out, '.build/manifest.json'), JSON.stringify(manifest));
  return mapOf(['soon', 'site'], (picture) =>
    mapOf(LANGUAGES, (language) => pictureTitle(picture, language)),
  );
}

/** The version of each consent text is its hash. */
function consentsOf(consentText: Prerender['consentText']) {
  const consentTexts: SiteManifest['consentTexts'] = [];
  const consents: Consents = mapOf(FORM_PAGES, (page) =>
    mapOf(LANGUAGES, (language) => {
      const text = consentText(page, language);
      const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
      consentTexts.push({ version, language, text });
      return version;
    }),
  );
  return { consents, consentTexts };
}

/** Scripts and styles of the Coming Soon page and the pages behind mailed links. All styles are inlined. */
async function buildSoon(config: BuildConfig, out: string): Promise<Bundle<Soon> & { font: string }> {
  const begin = await buildBegin(config, 'soon');
  const output = await buildClient(config, out, 'site', begin);
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the client bundle has no entry');
  const styles = output.find(
    (file) => file.fileName.endsWith('.css') && entry.viteMetadata?.importedCss.has(file.fileName),
  );
  if (!styles) throw new Error('the client bundle has no styles');
  const css = {
    live: stylesIn([styles]),
    privacy: await buildStyles(config, 'site/privacy/PrivacyPage.tsx'),
    // Also for the outcome pages: they use a subset of its parts.
    token: await buildStyles(config, 'site/subscription/TokenPage.tsx'),
  };
  await rm(join(out, styles.fileName));
  const font = output.find((file) => file.fileName.endsWith('.woff2'));
  const chunks = [...entry.imports, entry.fileName].map((file) => `/${file}`);
  return {
    font: `/${font?.fileName}`,
    assetsOf: ({ state }) => ({ begin: begin.code, css: css[kindOf(state)], chunks }),
  };
}

/**
 * Scripts and styles of the site behind the Coming Soon page; the page's own script starts last. A document
 * inlines the styles of its page; the file with all styles loads before the first navigation.
 */
async function buildInner(config: BuildConfig, out: string): Promise<Bundle<Inner>> {
  const begin = await buildBegin(config, 'inner');
  const output = await buildClient(config, out, 'inner', begin);
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
  return {
    assetsOf({ page }) {
      const own = chunkOf(page);
      const others = pages.filter((other) => other !== page).flatMap((other) => sheetsOf(chunkOf(other)));
      // The entry hydrates, so its dependencies come first.
      const files = [...entry.imports, ...own.imports, own.fileName, entry.fileName];
      const chunks = [...new Set(files)].map((file) => `/${file}`);
      return { begin: begin.code, css: without(css, others), styles: `/${styleFile}`, chunks };
    },
  };
}

/** The letters of stylesheets that only this chunk uses. */
function sheetsOf(chunk: { moduleIds: string[] }): string[] {
  return chunk.moduleIds.filter((id) => id.endsWith('.module.css')).map(sheetOf);
}

/** Removes the rules of some sheets from the styles, by class name. */
function without(css: string, sheets: string[]): string {
  const rules = new RegExp(`[^{}]*\\.(?:${sheets.join('|')})-[^{}]*{[^{}]*}`, 'g');
  return css.replace(rules, '').replace(/@(?:media|supports)[^{}]*{}/g, '');
}

/** Returns the page of a chunk: `site/home/Home.tsx` gives `home`. */
function moduleOf(chunk: { facadeModuleId: string | null }): string | null {
  return /site\/(\w+)\/\w+\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1] ?? null;
}

/** Whether the document runs the site's script. */
function isScripted({ page, state }: Shown): boolean {
  return page !== 'soon' || isHydratedState(state);
}

/** The kind of styles a document needs. */
function kindOf(state: Soon['state']): 'live' | 'privacy' | 'token' {
  if (isHydratedState(state)) return 'live';
  return state === 'privacy' ? 'privacy' : 'token';
}

/** A document without the site's script contacts only this server. */
function withoutOthers(config: BuildConfig): BuildConfig {
  return { ...config, gaId: null, gtmId: null, subscribeEndpoint: '/api/subscribe' };
}

async function loadPrerender(config: BuildConfig, out: string): Promise<Prerender> {
  const folder = join(out, '.build/prerender');
  const module = (await import(pathToFileURL(await buildPrerender(config, folder)).href)) as Prerender;
  await rm(folder, { recursive: true });
  return module;
}

function mapOf<K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
