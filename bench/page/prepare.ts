import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { readConfig } from '#server/base/config.ts';
import { buildSite, type OwnContent } from '../../scripts/build.ts';
import { componentOf } from './jsx.ts';
import { limitOf } from './limit.ts';
import { readSource, type Source } from './source.ts';
import { LIMIT, PEERS, SITE, STACKS, type Stack } from './stacks.ts';

export type Prepared = { stacks: Stack[]; missing: { stack: Stack; reason: string }[] };

/** Builds our page, its limit, and every peer with the same page; skips a peer that cannot be built. */
export async function prepareStacks(only: string[] | null, say: (line: string) => void): Promise<Prepared> {
  say('building embreve');
  const source = await buildPage(SITE, LIMIT);
  const wanted = STACKS.filter(({ id }) => only === null || only.includes(id));
  const prepared: Prepared = { stacks: [], missing: [] };
  for (const stack of wanted) {
    try {
      if (stack.folder !== undefined) await preparePeer(stack, stack.folder, source, say);
      prepared.stacks.push(stack);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      say(`${stack.name} is left out: ${reason}`);
      prepared.missing.push({ stack, reason: reason.split('\n')[0] ?? '' });
    }
  }
  return prepared;
}

/** Builds our site into `site`, and the limit of its Coming Soon page into `limit`. */
export async function buildPage(site: string, limit: string, said?: OwnContent): Promise<Source> {
  await rm(site, { recursive: true, force: true });
  await buildSite(readConfig({}), site, said);
  const source = await readSource(site);
  await mkdir(join(limit, 'soon'), { recursive: true });
  await writeFile(join(limit, 'soon/index.html'), await limitOf(source, PEERS));
  return source;
}

async function preparePeer(
  stack: Stack,
  folder: string,
  source: Source,
  say: (line: string) => void,
): Promise<void> {
  const home = join(PEERS, folder);
  await writeShared(source, home);
  await installIn(home, say);
  const stamp = join(stack.dist, '.built');
  const fingerprint = await fingerprintOf(home);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === fingerprint) return;
  say(`building ${stack.name}`);
  await rm(stack.dist, { recursive: true, force: true });
  await run('npm', ['run', 'build'], home);
  await writeFile(stamp, fingerprint);
}

/** The page that every React peer shows, made from ours. */
async function writeShared(source: Source, home: string): Promise<void> {
  const inside = (await stat(join(home, 'app')).catch(() => null)) ? 'app' : 'src';
  const target = join(home, inside, 'shared');
  const { component, words } = componentOf(source);
  // Preloads go into the head, according to all the frameworks' documentation.
  const headHtml = [source.fontLink, ...source.head.filter((element) => !element.matches('[rel=expect]'))]
    .filter(({ localName }) => localName !== 'style')
    .map(({ outerHTML }) => outerHTML)
    .join('');
  const head = { headHtml, title: source.title.en, description: source.description.en, font: source.font };
  await cp(join(PEERS, 'shared'), target, { recursive: true });
  await writeFile(join(target, 'Page.tsx'), component);
  await writeFile(join(target, 'words.ts'), words);
  await writeFile(join(target, 'style.css'), source.css);
  const constants = Object.entries(head).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`,
  );
  await writeFile(join(target, 'head.ts'), constants.join(''));
}

/** Runs `npm ci` unless it was run for this lockfile; later runs need no network. */
async function installIn(home: string, say: (line: string) => void): Promise<void> {
  const stamp = join(home, 'node_modules/.installed');
  const lockfile = await readFile(join(home, 'package-lock.json'));
  const wanted = createHash('sha256').update(lockfile).update(process.platform).digest('hex');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  say(`installing ${home}`);
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], home);
  await writeFile(stamp, wanted);
}

async function fingerprintOf(home: string): Promise<string> {
  const hash = createHash('sha256');
  const made = /(^|[\\/])(node_modules|dist|out|\.next|\.astro|next-env\.d\.ts|.*\.tsbuildinfo)([\\/]|$)/;
  const files = (await readdir(home, { recursive: true })).filter((file) => !made.test(file)).sort();
  for (const file of files) {
    const content = await readFile(join(home, file)).catch(() => null);
    if (content) hash.update(`\0${file}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Runs a command on this process's Node; on failure the error contains its output. */
function run(command: string, args: string[], cwd: string): Promise<string> {
  const { NODE_ENV: _, ...inherited } = process.env;
  const path = `${dirname(process.execPath)}${delimiter}${inherited['PATH'] ?? ''}`;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...inherited, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', PATH: path },
      shell: process.platform === 'win32',
      timeout: 600_000,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} failed with ${code}\n${output.slice(-2_000)}`));
    });
  });
}
