import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Program = {
  /** Waits for a line that matches, and returns its first group. */
  says(pattern: RegExp): Promise<string>;
  end(): Promise<void>;
};

const SECONDS_TO_START = 40;

/** Starts a program that ends with all its children. It gets a temporary folder, which is removed with it. */
export async function startProgram(
  command: (folder: string) => Promise<string[]>,
  env: Record<string, string> = {},
): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'embreve-engine-'));
  const [file = '', ...args] = await command(folder);
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: folder,
      // A desktop's services would mount a folder into ours, and keep it.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const fail = (why: string) => () =>
        reject(new Error(`${file} ${why}:\n${lines.slice(-20).join('\n')}`));
      setTimeout(fail('did not start in time'), SECONDS_TO_START * 1000).unref();
      void ended.then(fail('ended at its start'));
      const look = () => {
        const found = lines.map((line) => pattern.exec(line)?.[1]).find((group) => group !== undefined);
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
    });
  const kill = () => killGroup(child.pid);
  process.once('exit', kill);
  const end = async () => {
    kill();
    process.off('exit', kill);
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { says, end };
}

/** Kills the group with all children, even if the parent has already ended. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes have already ended.
  }
}
