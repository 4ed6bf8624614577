import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Stage } from '#contract/pages.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { mustEnd } from '../collector/cleanup.ts';

/** A build and how it is served: `siteUrl` is what visitors see, `port` where it listens on loopback. */
export type Site = { siteUrl: string; port: number; dist: string; stage: Stage };

/** Does `work` while the real server runs on a store of its own, in the folder that it is told. */
export async function whileServed<T>(site: Site, work: (dataDir: string) => Promise<T>): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), 'embreve-bench-'));
  const { siteUrl, port, dist, stage } = site;
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts'), dist], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SITE_URL: siteUrl,
      STAGE: stage,
      DATA_DIR: data,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const end = mustEnd(async () => {
    child.kill();
    await ended;
    await rm(data, { recursive: true, force: true });
  });
  try {
    await listening(child.stdout);
    return await work(data);
  } finally {
    await end();
  }
}

/** @throws when the server ends instead. */
async function listening(output: Readable): Promise<void> {
  for await (const line of createInterface(output)) if (line.includes('listening')) return;
  throw new Error('the server did not start');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
