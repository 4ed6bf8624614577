// Runs before every command. Plain JavaScript, because the machine's Node may be older than the project's
// pinned one: installs what is missing, then runs the given program on the pinned Node.
// usage: node scripts/setup.mjs [--build] <program.ts> [arguments]; --build updates the pages first
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND_FLAGS, NODE_FLAGS } from './node-flags.mjs';
import { needNode, pinnedNode, startNode, untilItEnds } from './node-child.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
/** Names the folder of the compiled server; `npm run build` writes it. */
const CURRENT = join(root, '.server/current');

/**
 * The server runs as it was compiled, any other program from its sources.
 * @param {string} program
 */
function commandOf(program) {
  const source = join(root, program);
  if (program === 'cli/main.ts') return [...COMMAND_FLAGS, source];
  if (program !== 'server/main.ts') return [source];
  // Without a build it says what is missing.
  if (!existsSync(CURRENT)) return [source];
  return [...NODE_FLAGS, join(root, '.server', readFileSync(CURRENT, 'utf8'), 'main.mjs')];
}

/** After this nothing needs a network. */
function install() {
  if (isInstalled()) return;
  console.error('Installing what is missing (npm ci) ...');
  const npm = process.env['npm_execpath'];
  // Overrides NODE_ENV and npm settings: the build needs dev packages, the pinned Node is an optional one.
  const ci = ['ci', '--include=dev', '--include=optional'];
  const [command, args] = npm ? [process.execPath, [npm, ...ci]] : ['npm', ci];
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: !npm });
  if (status !== 0) {
    console.error('npm ci failed. See its output above.');
    process.exit(1);
  }
}

/**
 * Compares the lockfile with npm's copy in node_modules, which is written when an installation is complete. A
 * hard-linked copy of node_modules shares that file with its original, so each package is checked too.
 */
function isInstalled() {
  const done = join(modules, '.package-lock.json');
  if (!existsSync(done)) return false;
  const installed = packagesIn(done);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' ||
      !isNeeded(wanted) ||
      (installed[path]?.version === wanted.version && existsSync(join(root, path))),
  );
}

/**
 * @typedef {{ version: string, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: unknown }} Package
 * @param {string} lockfile
 * @returns {Record<string, Package>}
 */
function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages ?? {};
}

/**
 * Whether this platform requires a package. Of variants for C libraries only npm knows which is needed.
 * @param {Package} wanted
 */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return libc === undefined && !!os?.includes(process.platform) && !!cpu?.includes(process.arch);
}

/**
 * Starts a program on the pinned Node. The compile cache keeps stripped modules: without it a command would hold
 * Node's TypeScript compiler in memory.
 * @param {string[]} program
 */
function start([program = '', ...args]) {
  const cache = { NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled') };
  return startNode(pinnedNode(), [...commandOf(program), ...args], cache);
}

// Of an older one not even npm does.
needNode(20);
if (/[#?]/.test(root)) {
  console.error(`The build cannot work in a folder with # or ? in its name. Rename it: ${root}`);
  process.exit(1);
}
install();
const [first = '', ...rest] = process.argv.slice(2);
if (first === '--build') {
  const build = start(['scripts/build.ts', '--if-changed']);
  build.on('exit', (code) => (code === 0 ? untilItEnds(start(rest)) : process.exit(code ?? 1)));
} else {
  untilItEnds(start([first, ...rest]));
}
