import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { Offer } from '#contract/books.ts';
import type { Analytics } from '#contract/site.ts';
import type { Config } from '#server/config.ts';
import { brandPlugin } from './brand/brand.ts';
import { ROOT } from './root.ts';
import { accents } from './site.ts';

/** All that a build is made by. `offer`: the books that are out, null for none. */
export type BuildConfig = Config & Partial<Analytics> & { offer?: Offer | null };

/** What every bundle has in common. The settings that go into the pages become constants. */
export function viteConfig(config: BuildConfig): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [brandPlugin(accents), react()],
    // Readable, and fewer bytes than hashes; two stylesheets never share a name.
    css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
    // The router asks for React's own hook through a shim for Reacts older than ours.
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    define: {
      'import.meta.env.SITE_URL': JSON.stringify(config.siteUrl),
      'import.meta.env.SUBSCRIBE_ENDPOINT': JSON.stringify(config.subscribeEndpoint),
      'import.meta.env.GA_ID': JSON.stringify(config.gaId),
      'import.meta.env.GTM_ID': JSON.stringify(config.gtmId),
      'import.meta.env.DOUBLE_OPT_IN': JSON.stringify(config.doubleOptIn),
      'import.meta.env.BOOKS': JSON.stringify(config.offer ?? null),
    },
  };
}

/**
 * What a dynamic import waits for: its module and its styles. The link to the module names one that hangs, see
 * site/errors/chunk.ts. Vite's own form also preloads what that one imports, looks for links of the page and reports
 * errors by an event; on /soon it weighs 500 bytes more, of 66 KiB.
 */
const LOAD_CHUNK = `
const files = {};
const add = (file) => (files[file] ??= new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.onload = resolve;
  link.onerror = () => {
    delete files[file];
    reject(new Error('no styles from ' + link.href));
  };
  link.rel = 'stylesheet';
  if (file.endsWith('js')) {
    link.rel = 'modulepreload';
    resolve();
  }
  link.href = '/' + file;
  document.head.append(link);
}));
export const __vitePreload = (load, files = []) => Promise.all([load(), ...files.map(add)]).then(([module]) => module);
`;

function lightPreload(): Plugin {
  return {
    name: 'light-preload',
    transform: (_code, id) => (id === '\0vite/preload-helper.js' ? LOAD_CHUNK : null),
  };
}

/** A slow machine is no fault of the bundle. */
const checks = { bundlerTimings: false };

const FILES = {
  entryFileNames: 'static/js/[name].[hash].chunk.js',
  chunkFileNames: 'static/js/[name].[hash].chunk.js',
  assetFileNames: 'static/media/[name].[hash][extname]',
};

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/**
 * A bundle for the browser: React in a chunk of its own (a task of its own, and cached over releases), then the rest.
 * `site`: the Coming Soon page. `inner`: the site behind it, in a bundle of its own so that not one byte of it is in the
 * way of the first; its styles are one file, whatever page they belong to.
 */
export async function buildClient(
  config: BuildConfig,
  outDir: string,
  name: 'site' | 'inner',
): Promise<Output[]> {
  const first = name === 'site';
  const client = viteConfig(config);
  return outputOf(
    await build({
      ...client,
      plugins: [...(client.plugins ?? []), lightPreload()],
      build: {
        outDir,
        emptyOutDir: first,
        cssCodeSplit: first,
        target: 'baseline-widely-available',
        modulePreload: { polyfill: false, resolveDependencies: (file) => [file] },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        rolldownOptions: {
          checks,
          input: { [name]: join(ROOT, first ? 'site/client.tsx' : 'site/inner-client.tsx') },
          output: {
            ...FILES,
            // Compiled whole beside the main thread while it arrives: a third less of the processor for hydration.
            postBanner: (chunk) => (chunk.name === 'react' ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown.runtime/ },
              ],
            },
          },
        },
      },
    }),
  );
}

/** One self-contained inline script, minified. */
export async function buildInline(config: BuildConfig, name: string): Promise<string> {
  const output = outputOf(
    await build({
      ...viteConfig(config),
      build: {
        write: false,
        modulePreload: false,
        target: 'baseline-widely-available',
        rolldownOptions: {
          checks,
          input: join(ROOT, `site/inline/${name}.ts`),
          output: { format: name === 'starter' ? 'es' : 'iife' },
        },
      },
    }),
  );
  const chunk = output.find((file) => file.type === 'chunk');
  if (!chunk) throw new Error(`site/inline/${name}.ts gave no script`);
  return chunk.code.trim();
}

/** The styles of a document that runs no script of the site. */
export async function buildStyles(config: BuildConfig, entry: string): Promise<string> {
  const output = outputOf(
    await build({
      ...viteConfig(config),
      build: {
        write: false,
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        rolldownOptions: {
          checks,
          input: ['site/styles.ts', entry].map((file) => join(ROOT, file)),
          // The bundler would drop a component that nothing renders, and its styles with it.
          preserveEntrySignatures: 'strict',
          output: FILES,
        },
      },
    }),
  );
  return stylesIn(output);
}

/** `site/prerender.tsx` as a module Node can import; its address. */
export function buildPrerender(config: BuildConfig, outDir: string): Promise<string> {
  return buildForNode(config, 'site/prerender.tsx', outDir);
}

/** `mails/render.tsx` as a module Node can import; its address. */
export function buildMails(config: BuildConfig, outDir: string): Promise<string> {
  return buildForNode(config, 'mails/render.tsx', outDir);
}

/**
 * Kysely as one file, which the collector imports under the condition `bundled` (imports in package.json): its 250 modules
 * take 70 ms and 5 to 10 MB more at each start.
 */
export async function buildBundled(outDir: string): Promise<void> {
  const input = { kysely: fileURLToPath(import.meta.resolve('kysely')) };
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: false,
      ssr: true,
      rolldownOptions: {
        checks,
        input,
        output: {
          entryFileNames: '[name].mjs',
          // Comments would stay in memory; names stay, for stack traces.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
}

async function buildForNode(config: BuildConfig, entry: string, outDir: string): Promise<string> {
  await build({
    ...viteConfig(config),
    // Self-contained, so that it also runs where no node_modules is above it.
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: join(ROOT, entry),
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks,
        output: { ...FILES, entryFileNames: 'main.mjs' },
      },
    },
  });
  return join(outDir, 'main.mjs');
}

/** All styles of a bundle. @throws when there are none: a document without them is never right. */
export function stylesIn(output: Output[]): string {
  const styles = output.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (styles.length === 0) throw new Error('the bundle has no styles');
  return styles.map((file) => String((file as Rolldown.OutputAsset).source).trim()).join('');
}

function outputOf(result: Awaited<ReturnType<typeof build>>): Output[] {
  if ('output' in result) return [...result.output];
  throw new Error('the bundler watches instead of building');
}
