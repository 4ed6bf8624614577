import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DASHBOARD_FILE } from '#contract/documents.ts';
import { buildDashboard, buildForNode, buildInline, type BuildConfig } from './vite.ts';

/** The shape of `dashboard/document.tsx` once built; the dashboard itself is not imported from here. */
type Renderer = { renderDocument(assets: Assets): Promise<string> };
type Assets = { early: string; script: string; chunks: string[]; styles: string[] };

/**
 * Bundles the owner's dashboard and writes its one document.
 * @returns the URL of its script, which changes with each version.
 */
export async function writeDashboard(config: BuildConfig, out: string): Promise<string> {
  const output = await buildDashboard(config, out);
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the dashboard has no entry');
  // Includes its imports: the styles of a chunk are listed only by that chunk.
  const first = output.filter((file) => file === entry || entry.imports.includes(file.fileName));
  const css = output.filter(({ fileName }) =>
    first.some((file) => file.type === 'chunk' && file.viteMetadata?.importedCss.has(fileName)),
  );
  const script = `/${entry.fileName}`;
  const html = await renderedWith(config, out, {
    early: await writeEarly(config, out),
    script,
    chunks: entry.imports.map((file) => `/${file}`),
    styles: css.map(({ fileName }) => `/${fileName}`),
  });
  await write(join(out, DASHBOARD_FILE), html);
  return script;
}

/** A file, as the document's policy allows no inline script. */
async function writeEarly(config: BuildConfig, out: string): Promise<string> {
  const code = await buildInline(config, 'dashboard/early.ts');
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const file = `static/js/dashboard-early.${hash}.js`;
  await write(join(out, file), code);
  return `/${file}`;
}

async function renderedWith(config: BuildConfig, out: string, assets: Assets): Promise<string> {
  const folder = join(out, '.build/dashboard');
  const file = await buildForNode(config, 'dashboard/document.tsx', folder);
  const { renderDocument } = (await import(pathToFileURL(file).href)) as Renderer;
  const html = await renderDocument(assets);
  await rm(folder, { recursive: true });
  return html;
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
