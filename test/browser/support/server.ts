import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVER } from '#test/fixtures/compiled.ts';
import type { Stage } from '#contract/pages.ts';

export type RunningServer = {
  address: string;
  /** Its settings, for the operator's commands beside it. */
  env: Record<string, string | undefined>;
  stop(): Promise<void>;
};

/**
 * Runs the collector (`program`) on a built site (`dist`), on a free port, with its own store, which is removed with it.
 */
export async function startServer(
  dist: string,
  stage: Stage,
  settings: Record<string, string> = {},
  program = SERVER,
): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'embreve-server-'));
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    STAGE: stage,
    DATA_DIR: data,
    RATE_LIMIT: 'off',
    // Overrides the folder's own settings: never use the operator's store.
    DATABASE_URL: '',
    ...settings,
  };
  const child = spawn(process.execPath, [program, dist], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill()) await ended;
    await rm(data, { recursive: true, force: true });
  };
  for await (const line of createInterface(child.stdout)) {
    const address = /"address":"([^"]+)"/.exec(line)?.[1];
    if (address !== undefined) return { address, env, stop };
  }
  await stop();
  throw new Error(`the server for ${dist} did not start`);
}
