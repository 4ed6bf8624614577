import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '#server/base/root.ts';
import { missingPackages } from './debian.ts';

const PROGRAMS = {
  buildah: '/usr/bin/buildah',
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
  debootstrap: '/usr/sbin/debootstrap',
};
const MINUTES = 30;
/** The user of the image `node`. */
const NODE_USER = 1000;
/** As compose.yaml runs it. */
const AS_COMPOSED = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'];

const run = promisify(execFile);
/** With the whole output of a build. */
const CALL = { cwd: ROOT, maxBuffer: 64 * 2 ** 20 };

/** `stored`: where buildah and podman keep images and containers, away from those of this machine. */
type Place = { folder: string; stored: string[] };

function reasonToSkip(): string | false {
  if (process.getuid?.() !== 0) return 'to build and run an image takes root';
  const missing = missingPackages(PROGRAMS);
  return missing.length > 0 && `the image is NOT built and run: install ${missing.join(', ')}`;
}

/** A folder on the disk: the images are too large for memory. */
function placeOf(t: TestContext): Place {
  const folder = mkdtempSync('/var/tmp/embreve-image-');
  const stored = ['--root', join(folder, 'stored'), '--runroot', join(folder, 'run')];
  t.after(() => {
    spawnSync('podman', [...stored, 'rm', '--all', '--force']);
    spawnSync('umount', ['--lazy', join(folder, 'stored/overlay')]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { folder, stored };
}

/** Stands for the image that the Dockerfile begins with: Debian, the pinned Node, this machine's npm, the user. */
async function makeBase({ folder, stored }: Place): Promise<void> {
  const base = join(folder, 'base');
  await run('debootstrap', ['--variant=minbase', 'bookworm', base], CALL);
  const { stdout: modules } = await run('npm', ['root', '--global']);
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'));
  cpSync(join(modules.trim(), 'npm'), join(base, 'usr/local/lib/npm'), { recursive: true });
  symlinkSync('../lib/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'));
  appendFileSync(join(base, 'etc/passwd'), `node:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`);
  appendFileSync(join(base, 'etc/group'), `node:x:${NODE_USER}:\n`);
  mkdirSync(join(base, 'home/node'));
  chownSync(join(base, 'home/node'), NODE_USER, NODE_USER);
  const changes = [];
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) {
    copyFileSync(authorities, join(base, 'etc/authorities.pem'));
    changes.push('--change', 'ENV NODE_EXTRA_CA_CERTS=/etc/authorities.pem');
  }
  const archive = join(folder, 'base.tar');
  await run('tar', ['--create', '--file', archive, '--directory', base, '.']);
  const name = /^FROM (\S+)/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
  await run('podman', [...stored, 'import', ...changes, archive, name], CALL);
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** Runs the image on this machine's network until it is healthy, with a list that outlives it. */
async function start({ stored }: Place, name: string) {
  const podman = [...stored, '--cgroup-manager=cgroupfs', '--runtime=runc'];
  const call = async (...args: string[]) => (await run('podman', [...podman, ...args], CALL)).stdout.trim();
  const port = await freePort();
  const options = [
    ...AS_COMPOSED,
    // Those that podman sets by itself take a right that root of a container may lack.
    '--ulimit=nofile=4096:4096',
    '--ulimit=nproc=4096:4096',
    '--network=host',
    '--env=HOST=127.0.0.1',
    `--env=PORT=${port}`,
    '--volume=list:/data',
  ];
  await call('run', '--detach', `--name=${name}`, ...options, 'embreve');
  const isHealthy = () =>
    call('healthcheck', 'run', name).then(
      () => true,
      () => false,
    );
  while (!(await isHealthy())) {
    if ((await call('inspect', '--format={{.State.Running}}', name)) === 'true') continue;
    const { stdout, stderr } = await run('podman', [...podman, 'logs', name], CALL);
    assert.fail(`it has ended: ${stdout}${stderr}`);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    inside: (...command: string[]) => call('exec', name, ...command),
    /** Resolves with its exit code. */
    async stop(): Promise<number> {
      await call('stop', '--time=30', name);
      return Number(await call('inspect', '--format={{.State.ExitCode}}', name));
    },
  };
}

test(
  'the image is built; it serves, stores and stops as compose.yaml runs it, and keeps its list (catches: it runs as root, writes outside its volume, hears no SIGTERM, keeps the list in itself, holds a compiler)',
  { skip: reasonToSkip(), timeout: MINUTES * 60_000 },
  async (t) => {
    const composed =
      /read_only: true\n +tmpfs: \[\/tmp\]\n +cap_drop: \[ALL\]\n +security_opt: \['no-new-privileges:true'\]/;
    assert.match(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), composed);
    const place = placeOf(t);
    await makeBase(place);
    const how = ['--pull=never', '--format=docker', '--isolation=chroot', '--network=host'];
    await run('buildah', [...place.stored, 'build', ...how, '--tag=embreve', ROOT], CALL);

    const first = await start(place, 'first');
    const status = await first.inside('grep', '-E', '^(Uid|CapBnd|NoNewPrivs)', '/proc/1/status');
    assert.match(status, new RegExp(`^Uid:\\s+${NODE_USER}\\s`, 'm'));
    assert.match(status, /^CapBnd:\s+0+$/m);
    assert.match(status, /^NoNewPrivs:\s+1$/m);
    await assert.rejects(first.inside('touch', '/app/new'), /Read-only file system/);
    assert.doesNotMatch(await first.inside('ls', '/app/node_modules'), /typescript/);
    assert.match(await (await fetch(`${first.address}/soon`)).text(), /<title>/);
    const posted = await fetch(`${first.address}/api/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@example.com', language: 'en', consent: 'v1' }),
    });
    assert.equal(posted.status, 202);
    assert.equal(await first.stop(), 0);

    const second = await start(place, 'second');
    assert.match(
      await second.inside('embreve', 'subscribers', 'show', 'ana@example.com'),
      /ana@example\.com/,
    );
    assert.equal(await second.stop(), 0);
  },
);
