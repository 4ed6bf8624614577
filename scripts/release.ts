import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '#server/base/config.ts';
import { SOURCES_FILE } from '#server/base/sources.ts';
import { installedVersion } from '#server/base/version.ts';
import { write } from '#publisher/write.ts';
import { buildSite } from './build.ts';
import { currentProgram } from './build/program.ts';
import { currentServer } from './build/server.ts';
import { ROOT } from '#server/base/root.ts';

// npm run release: makes embreve-VERSION.tgz, which `npm install` takes, in the current folder.

/** Compiled into the server. */
const COMPILED_IN = 'kysely';
/** npm fetches the one for the platform. */
const NATIVE = '@napi-rs/canvas';
const BIN = 'scripts/embreve.mjs';
const AS_THEY_ARE = [
  BIN,
  'scripts/node-child.mjs',
  'scripts/node-flags.mjs',
  'LICENSE',
  'CHANGELOG.md',
  '.env.example',
  ...['Caddyfile', 'nginx.conf', 'embreve.service', 'embreve.socket'].map((file) => `docs/${file}`),
  ...['deploy', 'operations', 'owner', 'owner.pt', 'content'].map((file) => `docs/${file}.md`),
];

/** Makes the package in a folder. It says nothing of the settings here. @returns the file's path. */
export async function makePackage(into: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embreve-release-'));
  try {
    const program = await currentProgram();
    await cp(program, join(folder, '.program'), { recursive: true });
    const dist = join(folder, 'dist');
    await buildSite(readConfig({}), dist);
    // There are no sources that could have changed since.
    await rm(join(dist, SOURCES_FILE));
    await cp(await currentServer(), join(folder, 'server'), { recursive: true });
    for (const file of AS_THEY_ARE) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await copyFile(join(ROOT, file), join(folder, file));
    }
    await cp(join(ROOT, 'docs/pictures'), join(folder, 'docs/pictures'), { recursive: true });
    await bundlePackages(folder);
    await write(join(folder, 'package.json'), JSON.stringify(await manifest(), null, 2));
    await write(join(folder, 'README.md'), README);
    return join(into, await pack(folder, into));
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Manifest = Record<'name' | 'version' | 'description' | 'license', string> &
  Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

async function manifest() {
  const commit = process.env['COMMIT'];
  const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const { name, description, license, dependencies, optionalDependencies } = own;
  const { [COMPILED_IN]: _, ...rest } = dependencies;
  return {
    name,
    // An image is built without the repository.
    version: commit ? `${own.version}+${commit}` : installedVersion(),
    description,
    license,
    type: 'module',
    bin: { embreve: BIN },
    engines: { node: '>=18' },
    dependencies: rest,
    bundleDependencies: Object.keys(rest).filter((one) => one !== NATIVE),
    // Its own Node.
    optionalDependencies,
  };
}

type Lockfile = { packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }> };

/** Lays in all packages that run anywhere, in the versions that were tested: npm would take newer ones of those below. */
async function bundlePackages(folder: string): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  for (const [path, { dev, optional, devOptional }] of Object.entries(lockfile.packages)) {
    if (path === '' || dev || optional || devOptional || [COMPILED_IN, NATIVE].includes(nameAt(path)))
      continue;
    const filter = (file: string) => !/\.(?:map|[cm]?tsx?)$/.test(file);
    await cp(join(ROOT, path), join(folder, path), { recursive: true, filter });
  }
}

const nameAt = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

async function pack(folder: string, into: string): Promise<string> {
  const npm = process.env['npm_execpath'];
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { stdout } = await promisify(execFile)(
    command,
    [...args, 'pack', '--silent', '--ignore-scripts', '--pack-destination', into],
    { cwd: folder, shell: !npm && process.platform === 'win32' },
  );
  return stdout.trim();
}

const README = `# embreve

The website of an agency, with a collector that loses no address. On Linux and Windows it brings its Node; elsewhere it needs Node 24.

    npm install ./embreve-VERSION.tgz
    npx embreve start      # http://localhost:3000/soon; Ctrl-C stops it
    npx embreve owner link # opens the dashboard
    npx embreve --help     # all other commands

docs/deploy.md says how to put it behind a proxy and under systemd; the files for that are beside it.

Settings come from the environment and from a file .env in the current folder; data is in ./data there (DATA_DIR).
`;

if (import.meta.main) console.log(await makePackage(process.cwd()));
