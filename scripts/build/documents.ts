import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES, type Language } from '#contract/language.ts';
import {
  DOCUMENT_STATES,
  FORM_PAGES,
  isLiveState,
  SOON_STATES,
  type DocumentName,
  type DocumentState,
  type FormPage,
  type ManifestWords,
  type SiteDocument,
  type SiteManifest,
} from '#contract/pages.ts';
import type { BookFiles } from '#contract/books.ts';
import { site } from './site.ts';
import { builtBooks } from './books.ts';
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
  type Begin,
  type BuildConfig,
} from './vite.ts';

type Consents = Record<FormPage, Record<Language, string>>;

/** The shape of `site/prerender.tsx` once built; the site itself is not imported from here. */
type Prerender = {
  consentText(page: FormPage, language: Language): string;
  manifestWords(language: Language): ManifestWords;
  pictureTitle(picture: keyof PictureTitles, language: Language): string;
  renderDocument(
    state: SiteDocument['state'],
    language: Language,
    assets: unknown,
    consents: Consents,
  ): string;
  renderPage(
    page: DocumentName,
    state: DocumentState,
    language: Language,
    assets: unknown,
    consents: Consents,
  ): string;
};

/**
 * Bundles the site, prerenders every document in every language and writes the manifest, with the books that are out.
 * @returns the words in the pictures of shared links.
 */
export async function writeDocuments(
  config: BuildConfig,
  out: string,
  books: BookFiles,
): Promise<PictureTitles> {
  const [soonBegin, innerBegin] = [await buildBegin(config, 'soon'), await buildBegin(config, 'inner')];
  const client = await buildClient(config, out, 'site', soonBegin);
  const entry = client.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the client bundle has no entry');
  const styleFile = client.find(
    (file) => file.fileName.endsWith('.css') && entry.viteMetadata?.importedCss.has(file.fileName),
  );
  if (!styleFile) throw new Error('the client bundle has no styles');
  const inline = {
    early: await buildInline(config, 'early'),
    swap: await buildInline(config, 'swap'),
  };
  const css = {
    live: stylesIn([styleFile]),
    privacy: await buildStyles(config, 'site/privacy/PrivacyPage.tsx'),
    // Of the outcome pages too: they have the same parts, and fewer.
    token: await buildStyles(config, 'site/subscription/TokenPage.tsx'),
  };
  await rm(join(out, styleFile.fileName));
  const font = client.find((file) => file.fileName.endsWith('.woff2'));
  const shared = {
    ...inline,
    font: `/${font?.fileName}`,
    chunks: [...entry.imports, entry.fileName].map((file) => `/${file}`),
  };

  const { consentText, manifestWords, pictureTitle, renderDocument, renderPage } = await loadPrerender(
    config,
    out,
  );
  const consentTexts: SiteManifest['consentTexts'] = [];
  function consentIn(page: FormPage, language: Language): string {
    const text = consentText(page, language);
    const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
    consentTexts.push({ version, language, text });
    return version;
  }
  const consents = mapOf(FORM_PAGES, (page) => mapOf(LANGUAGES, (language) => consentIn(page, language)));

  const words = mapOf(LANGUAGES, manifestWords);
  const handed = builtBooks(books);
  const manifest: SiteManifest = {
    documents: [],
    pages: [],
    consentTexts,
    words,
    books: handed,
    retentionMonths: site.legal.retentionMonths,
  };
  const expired = handed.length === 0 ? [] : (['book-expired'] as const);
  for (const state of [...SOON_STATES, ...expired]) {
    for (const language of LANGUAGES) {
      const assets = { ...shared, begin: soonBegin.code, css: css[kindOf(state)] };
      const html = renderDocument(state, language, assets, consents);
      const file = `.build/pages/soon.${state}.${language}.html`;
      await write(join(out, file), html);
      const policy = policyOf(html, isLiveState(state) ? config : withoutOthers(config));
      manifest.documents.push({ page: 'soon', state, language, file, policy });
    }
  }
  const inner = await buildInner(config, out, innerBegin);
  for (const page of Object.keys(DOCUMENT_STATES) as DocumentName[]) {
    for (const state of DOCUMENT_STATES[page]) {
      if (state === 'subscribed-book' && handed.length === 0) continue;
      for (const language of LANGUAGES) {
        const assets = {
          ...shared,
          begin: innerBegin.code,
          styles: inner.styles,
          ...inner.assetsOf(page),
        };
        const html = renderPage(page, state, language, assets, consents);
        const file = `.build/pages/${page}.${state}.${language}.html`;
        await write(join(out, file), html);
        manifest.pages.push({ page, state, language, file, policy: policyOf(html, config) });
      }
    }
  }
  await write(join(out, '.build/manifest.json'), JSON.stringify(manifest));
  return mapOf(['soon', 'site'], (picture) =>
    mapOf(LANGUAGES, (language) => pictureTitle(picture, language)),
  );
}

/**
 * Scripts and styles of the site behind the Coming Soon page; the page's own script is started last. A document carries
 * the styles of its page; the file of all of them comes before the page changes.
 */
async function buildInner(config: BuildConfig, out: string, begin: Begin) {
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
    styles: `/${styleFile}`,
    assetsOf(page: DocumentName) {
      const own = chunkOf(page);
      const others = pages.filter((other) => other !== page).flatMap((other) => sheetsOf(chunkOf(other)));
      // The entry hydrates: what it needs is there before.
      const files = [...entry.imports, ...own.imports, own.fileName, entry.fileName];
      return { css: without(css, others), chunks: [...new Set(files)].map((file) => `/${file}`) };
    },
  };
}

/** The letters of the stylesheets that nothing but this chunk uses. */
function sheetsOf(chunk: { moduleIds: string[] }): string[] {
  return chunk.moduleIds.filter((id) => id.endsWith('.module.css')).map(sheetOf);
}

/** Styles without the rules of some sheets, by the names of their classes. */
function without(css: string, sheets: string[]): string {
  const rules = new RegExp(`[^{}]*\\.(?:${sheets.join('|')})-[^{}]*{[^{}]*}`, 'g');
  return css.replace(rules, '').replace(/@(?:media|supports)[^{}]*{}/g, '');
}

/** Which page a chunk is: `site/home/Home.tsx` gives `home`. */
function moduleOf(chunk: { facadeModuleId: string | null }): string | null {
  return /site\/(\w+)\/\w+\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1] ?? null;
}

/** Which styles a document needs. */
function kindOf(state: SiteDocument['state']): 'live' | 'privacy' | 'token' {
  if (isLiveState(state)) return 'live';
  return state === 'privacy' ? 'privacy' : 'token';
}

/** A document without the site's script speaks to nobody but this server. */
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
