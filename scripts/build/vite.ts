import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, createLogger, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { lightPreload, lightStyles, lightCss } from './light.ts';
import { ROOT } from '#server/base/root.ts';

// Those of the public site first: their numbers are the short ones.
const SHEETS = ['{site,ui}', 'dashboard'].flatMap((rooms) =>
  globSync(`${rooms}/**/*.module.css`, { cwd: ROOT }).sort(),
);

/** Each class and motion, behind its stylesheet. */
const NAMES = SHEETS.flatMap((file) => {
  const css = readFileSync(join(ROOT, file), 'utf8');
  const named = css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi);
  return [...new Set(Array.from(named, ([, name]) => `${file} ${name}`))];
});

/** Of three digits: the bundler puts shorter texts where they are used, and then drops the stylesheet that nothing names. */
const LEAST = 100;

/**
 * The short name of a class, the same in each bundle: its own would add 300 bytes to each document. Numbers, as counting
 * in letters comes to `ad`, which ad blockers hide.
 */
function shortName(name: string, file: string): string {
  const at = NAMES.indexOf(`${relative(ROOT, file)} ${name}`);
  // Written since this process began.
  return `_${at === -1 ? name : at + LEAST}`;
}

/** The short names of a stylesheet, as a pattern. */
export function sheetOf(file: string): string {
  const begins = `${relative(ROOT, file)} `;
  return `_(?:${NAMES.flatMap((one, at) => (one.startsWith(begins) ? [at + LEAST] : [])).join('|')})`;
}

/** What is only warned of, such as a picture that is not there, would be missing on the site. */
function refuse(warning: string): never {
  throw new Error(warning);
}

/** Common to every bundle. */
export function viteConfig(): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    customLogger: { ...createLogger('warn'), warn: refuse, warnOnce: refuse },
    plugins: [react()],
    css: { modules: { generateScopedName: shortName } },
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
  assetFileNames: 'static/media/[name].[hash:6][extname]',
};

/** Before the bundler's own, with `minify: true`: both make /soon 280 bytes lighter than the bundler's, 160 than terser. */
const BY_TERSER = {
  minify: 'terser',
  terserOptions: { compress: { passes: 3 } },
} as const;

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** The router uses a shim for older Reacts' hooks; the public site can use React's own hook. */
const HOOK_ALONE = { alias: { './react-deps.js': 'react' } };

/** What all pages behind the Coming Soon page share: a dozen files of a few hundred bytes otherwise. */
const SHELL =
  /site[\\/](values|analytics[\\/]tags|closing|errors|language|privacy[\\/]PrivacyLink|routing|shell[\\/](Actions|PageLink|PageTitle|Part|Profiles|all-styles))|services[\\/]Swing|ui[\\/](Breve|Logo|icons|hidden)|contract[\\/]filled|[\\/]wouter[\\/]/;

/**
 * A browser bundle: React in its own chunk (a separate task, and cached across releases), then the rest.
 * `site`: the Coming Soon page. `inner`: the site behind it, in a separate bundle so that it does not delay
 * the first; its styles are one file for all its pages.
 */
export async function buildClient(outDir: string, name: 'site' | 'inner', begin: Begin): Promise<Output[]> {
  const first = name === 'site';
  const client = viteConfig();
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
        ...BY_TERSER,
        rolldownOptions: {
          checks,
          treeshake: { propertyReadSideEffects: false },
          input: { [name]: join(ROOT, `site/${first ? 'soon' : 'inner'}-client.tsx`) },
          output: {
            ...FILES,
            minify: true,
            // V8 compiles React off the main thread while it downloads: hydration takes a third less CPU.
            postBanner: (chunk) => (chunk.name === 'react' ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown.runtime/ },
                ...(first ? [] : [{ name: 'shell', test: SHELL }]),
              ],
            },
          },
        },
      },
    }),
  );
}

/** The owner's dashboard: each page a chunk, with its styles. What changes seldom is a chunk of its own. */
export async function buildDashboard(outDir: string): Promise<Output[]> {
  const client = viteConfig();
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
                  test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]|rolldown.runtime|preload-helper|[\\/]contract[\\/]language|[\\/]dashboard[\\/]frame[\\/]arrival|hidden\.module|[\\/](?:ui|dashboard[\\/]parts)[\\/]Button\.module/,
                },
                // Six style sheets otherwise, each with a name in the first view.
                {
                  name: 'dashboard-form',
                  test: /[\\/](?:Field|Warn|Said|Choice|Dialog|DeliveryFields)\.module/,
                },
                // Small chunks compress badly: what the first view shares with other pages is one.
                {
                  name: 'dashboard-shared',
                  test: /[\\/]dashboard[\\/](?:parts[\\/](?:icons|Button\.tsx|Steps\.tsx|layout\.tsx|states\.tsx)|session[\\/](?:acts|session|drafts|proof)|(?:api|brand|chosen-theme|connection|language|now|pages|problem|request|storage|store|theme|words|Words)\.tsx?)|[\\/]contract[\\/]owner[\\/]session/,
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
export async function buildInline(entry: string): Promise<string> {
  return (await inlineOf(entry)).code.trim();
}

/** The inline script that React goes on from. */
export async function buildBegin(name: 'soon' | 'inner'): Promise<Begin> {
  const letters = new Map<string, string>();
  const { code, modules } = await inlineOf(`site/inline/${name}.ts`, {
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

async function inlineOf(entry: string, plugin?: Plugin): Promise<Rolldown.OutputChunk> {
  const base = viteConfig();
  const output = outputOf(
    await build({
      ...base,
      plugins: [...(base.plugins ?? []), plugin],
      build: {
        write: false,
        modulePreload: false,
        target: 'baseline-widely-available',
        ...BY_TERSER,
        rolldownOptions: {
          checks,
          treeshake: { propertyReadSideEffects: false },
          input: join(ROOT, entry),
          preserveEntrySignatures: 'strict',
          output: {
            format: 'iife',
            name: BEGUN,
            generatedCode: { symbols: false },
            esModule: false,
            minify: true,
          },
        },
      },
    }),
  );
  const chunk = output.find((file) => file.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`${entry} gave no script`);
  return chunk;
}

/** The styles of a document that runs no script of the site. */
export async function buildStyles(entry: string): Promise<string> {
  const output = outputOf(
    await build({
      ...viteConfig(),
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

/**
 * Bundles Kysely into one file, which tests import with the condition `tests` (imports in package.json): its
 * 250 modules would add 70 ms to each of a thousand starts.
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
        },
      },
    },
  });
}

/** A module that Node can import; its address. */
export async function buildForNode(entry: string, outDir: string): Promise<string> {
  await build({
    ...viteConfig(),
    // Self-contained, so that it also runs where no node_modules is above it.
    ssr: { noExternal: true },
    // Whatever the environment says: React for development takes three times as long.
    define: { 'process.env.NODE_ENV': '"production"' },
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

/** The program that renders a site, and the one that draws previews: bundled, but for the native package. */
export async function buildPublisher(outDir: string): Promise<void> {
  await build({
    ...viteConfig(),
    ssr: { noExternal: true, external: ['@napi-rs/canvas'] },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: true,
      rolldownOptions: {
        checks,
        input: ['main', 'previews'].map((name) => join(ROOT, `publisher/${name}.ts`)),
        output: { ...FILES, entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].[hash].mjs' },
      },
    },
  });
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
