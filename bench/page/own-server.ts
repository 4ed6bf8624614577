import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../scripts/build/root.ts';
import { SITE } from './stacks.ts';

export type OwnServer = { port: number; stop: () => Promise<void> };

/** The real server on our built page, on loopback, with a store of its own. */
export async function startOwnServer(siteUrl: string, port: number, dist: string = SITE): Promise<OwnServer> {
  const data = await mkdtemp(join(tmpdir(), 'embreve-bench-'));
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts'), dist], {
    env: { PATH: process.env['PATH'], PORT: String(port), SITE_URL: siteUrl, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  async function stop(): Promise<void> {
    child.kill();
    await ended;
    await rm(data, { recursive: true, force: true });
  }
  for await (const line of createInterface(child.stdout))
    if (line.includes('listening')) return { port, stop };
  await stop();
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
