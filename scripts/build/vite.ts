import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { Offer } from '#contract/books.ts';
import type { Analytics, ShownEvidence } from '#contract/site.ts';
import type { Config } from '#server/config.ts';
import { brandPlugin } from './brand/brand.ts';
import { lightPreload, lightStyles, lightCss } from './light.ts';
import { ROOT } from './root.ts';
import { accents } from './site.ts';

/** The inputs of a build. `offer`: the available books, or null. */
export type BuildConfig = Config & Partial<Analytics> & { offer?: Offer | null; evidence?: ShownEvidence };

// The public site comes first, so that it gets the short letters.
const SHEETS = ['{site,ui}', 'dashboard'].flatMap((rooms) =>
  globSync(`${rooms}/**/*.module.css`, { cwd: ROOT }).sort(),
);

/** A short ID of a stylesheet, the same in each bundle: its path would add 200 bytes to each document. */
export function sheetOf(file: string): string {
  const letters = (place: number): string =>
    (place < 26 ? '' : letters(Math.floor(place / 26) - 1)) + String.fromCharCode(97 + (place % 26));
  return letters(SHEETS.indexOf(relative(ROOT, file)));
}

/** Settings of every bundle. Config values used by pages become constants. */
export function viteConfig(config: BuildConfig): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [brandPlugin(accents), react()],
    // Readable, and shorter than hashes.
    css: { modules: { generateScopedName: (name, file) => `${sheetOf(file)}-${name}` } },
    define: {
      'import.meta.env.SITE_URL': JSON.stringify(config.siteUrl),
      'import.meta.env.SUBSCRIBE_ENDPOINT': JSON.stringify(config.subscribeEndpoint),
      'import.meta.env.GA_ID': JSON.stringify(config.gaId),
      'import.meta.env.GTM_ID': JSON.stringify(config.gtmId),
      'import.meta.env.DOUBLE_OPT_IN': JSON.stringify(config.doubleOptIn),
      'import.meta.env.OPTIONAL_FIELDS': JSON.stringify(config.optionalFields),
      'import.meta.env.BOOKS': JSON.stringify(config.offer ?? null),
      'import.meta.env.PEOPLE': JSON.stringify(config.evidence?.people ?? null),
      'import.meta.env.CASE_STUDY': JSON.stringify(config.evidence?.caseStudy ?? null),
      'import.meta.env.CONTACT': JSON.stringify(config.evidence?.contact ?? null),
    },
  };
}

/**
 * The last inline script of a document, which runs before React loads, and what it shares with React: the
 * names of its modules' exports, and the letter of each.
 */
type Begin = { code: string; modules: Map<string, string[]>; letters: Map<string, string> };

/** The global variable with the shared exports. */
const BEGUN = 'begun';

/** Takes modules of the inline script from its global instead of bundling them twice. */
function fromDocument({ modules, letters }: Begin): Plugin {
  return {
    name: 'from-document',
    load(id) {
      const names = modules.get(id)?.map((name) => `${letters.get(name)}: ${name}`);
      return names ? `export const { ${names.join(', ')} } = ${BEGUN};` : null;
    },
  };
}

/** A slow machine is not a problem of the bundle. */
const checks = { bundlerTimings: false };

const FILES = {
  entryFileNames: 'static/js/[name].[hash].chunk.js',
  chunkFileNames: 'static/js/[name].[hash].chunk.js',
  assetFileNames: 'static/media/[name].[hash][extname]',
};

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** The router uses a shim for older Reacts' hooks; the public site can use React's own hook. */
const HOOK_ALONE = { alias: { './react-deps.js': 'react' } };

/**
 * A browser bundle: React in its own chunk (a separate task, and cached across releases), then the rest.
 * `site`: the Coming Soon page. `inner`: the site behind it, in a separate bundle so that it does not delay
 * the first; its styles are one file for all its pages.
 */
export async function buildClient(
  config: BuildConfig,
  outDir: string,
  name: 'site' | 'inner',
  begin: Begin,
): Promise<Output[]> {
  const first = name === 'site';
  const client = viteConfig(config);
  return outputOf(
    await build({
      ...client,
      resolve: HOOK_ALONE,
      plugins: [...(client.plugins ?? []), lightPreload(), lightStyles(), fromDocument(begin)],
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
          treeshake: { propertyReadSideEffects: false },
          input: { [name]: join(ROOT, `site/${first ? 'soon' : 'inner'}-client.tsx`) },
          output: {
            ...FILES,
            // V8 compiles React off the main thread while it downloads: hydration takes a third less CPU.
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

/** Bundles the owner's dashboard: one chunk with styles per page. Stable code is a separate chunk. */
export async function buildDashboard(config: BuildConfig, outDir: string): Promise<Output[]> {
  const client = viteConfig(config);
  return outputOf(
    await build({
      ...client,
      plugins: [...(client.plugins ?? []), lightPreload(), lightStyles()],
      build: {
        outDir,
        emptyOutDir: false,
        target: 'baseline-widely-available',
        modulePreload: { polyfill: false, resolveDependencies: (file) => [file] },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        rolldownOptions: {
          checks,
          treeshake: { propertyReadSideEffects: false },
          input: { dashboard: join(ROOT, 'dashboard/client.tsx') },
          output: {
            ...FILES,
            codeSplitting: {
              groups: [
                {
                  name: 'dashboard-parts',
                  test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]|rolldown.runtime|preload-helper|[\\/]contract[\\/]language|[\\/]dashboard[\\/]frame[\\/]arrival|hidden\.module|[\\/]ui[\\/]Button/,
                },
              ],
            },
          },
        },
      },
    }),
  );
}

/** One self-contained script, minified. */
export async function buildInline(config: BuildConfig, entry: string): Promise<string> {
  return (await inlineOf(config, entry)).code.trim();
}

/** Bundles the inline script that React takes over from. */
export async function buildBegin(config: BuildConfig, name: 'soon' | 'inner'): Promise<Begin> {
  const letters = new Map<string, string>();
  const { code, modules } = await inlineOf(config, `site/inline/${name}.ts`, {
    name: 'short-exports',
    renderChunk: (readable) =>
      readable.replace(/\bexports\.(\w+) = /g, (_all, one: string) => {
        letters.set(one, (letters.size + 10).toString(36));
        return `exports.${letters.get(one)} = `;
      }),
  });
  const shared = Object.entries(modules)
    .map(([id, { renderedExports }]) => [id, renderedExports] as const)
    .filter(([, names]) => names.length > 0 && names.every((one) => letters.has(one)));
  return { code: code.trim(), modules: new Map(shared), letters };
}

async function inlineOf(config: BuildConfig, entry: string, plugin?: Plugin): Promise<Rolldown.OutputChunk> {
  const base = viteConfig(config);
  const output = outputOf(
    await build({
      ...base,
      plugins: [...(base.plugins ?? []), plugin],
      build: {
        write: false,
        modulePreload: false,
        target: 'baseline-widely-available',
        rolldownOptions: {
          checks,
          treeshake: { propertyReadSideEffects: false },
          input: join(ROOT, entry),
          preserveEntrySignatures: 'strict',
          output: { format: 'iife', name: BEGUN, generatedCode: { symbols: false }, esModule: false },
        },
      },
    }),
  );
  const chunk = output.find((file) => file.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`${entry} gave no script`);
  return chunk;
}

/** The styles of a document without any site script. */
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
          // The bundler would drop an unrendered component together with its styles.
          preserveEntrySignatures: 'strict',
          output: FILES,
        },
      },
    }),
  );
  return stylesIn(output);
}

/** Builds `site/prerender.tsx` as a module for Node; returns its path. */
export function buildPrerender(config: BuildConfig, outDir: string): Promise<string> {
  return buildForNode(config, 'site/prerender.tsx', outDir);
}

/** Builds `mails/render.tsx` as a module for Node; returns its path. */
export function buildMails(config: BuildConfig, outDir: string): Promise<string> {
  return buildForNode(config, 'mails/render.tsx', outDir);
}

/**
 * Bundles Kysely into one file, which the collector imports with the condition `bundled` (imports in
 * package.json): its 250 modules would add 70 ms and 5 to 10 MB to each start.
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
          // Comments would stay in memory; names are kept for stack traces.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
}

/** Builds a module for Node; returns its path. */
export async function buildForNode(config: BuildConfig, entry: string, outDir: string): Promise<string> {
  await build({
    ...viteConfig(config),
    // Self-contained, so that it runs without node_modules.
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

/** All styles of a bundle. @throws when there are none: a document always needs styles. */
export function stylesIn(output: Output[]): string {
  const styles = output.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (styles.length === 0) throw new Error('the bundle has no styles');
  return lightCss(styles.map((file) => String((file as Rolldown.OutputAsset).source).trim()).join(''));
}

function outputOf(result: Awaited<ReturnType<typeof build>>): Output[] {
  if ('output' in result) return [...result.output];
  throw new Error('the bundler watches instead of building');
}
