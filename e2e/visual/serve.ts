import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { STAGES, type Stage } from '#contract/pages.ts';

/** One revision on disk: its sources, and where its built site lies. */
export type Checkout = { root: string; dist: string };
export type Served = { address: Record<Stage, string>; stop(): Promise<void> };

/** Serves one revision by its own server in both stages, each with an empty store. */
export async function serveStages({ root, dist }: Checkout): Promise<Served> {
  const data = await mkdtemp(join(tmpdir(), 'embreve-visual-'));
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children) child.kill();
    await rm(data, { recursive: true, force: true });
  };
  try {
    const address = {} as Record<Stage, string>;
    for (const stage of STAGES) {
      const child = spawn(process.execPath, [join(root, 'server/main.ts'), dist], {
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          STAGE: stage,
          DATA_DIR: join(data, stage),
          // Whatever the folder's own settings say: not the operator's store.
          DATABASE_URL: '',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      address[stage] = await addressOf(child);
    }
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      const address = /"address":"([^"]+)"/.exec(line)?.[1];
      if (address !== undefined) return address;
    }
  }
  throw new Error('the server did not start');
}
