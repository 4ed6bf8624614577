import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mustEnd } from './cleanup.ts';
import { stop } from './processes.ts';

/** Makes each sync of a collector's store take so many milliseconds longer, until the process or the bench ends. Needs strace. */
export async function slowDisk(pid: number, ms: number): Promise<void> {
  const calls = 'fdatasync,fsync';
  const inject = `inject=${calls}:delay_enter=${ms * 1_000}`;
  // Only the thread that writes: what strace watches it also slows.
  const args = ['-e', `trace=${calls}`, '-e', inject, '-o', '/dev/null', '-p', String(writerOf(pid))];
  const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  mustEnd(() => stop(child));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes('attached')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
}

/** Node names a worker's thread so; the collector has one. */
function writerOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const writer = threads.find((id) =>
    readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').startsWith('WorkerThread'),
  );
  if (writer === undefined) throw new Error('the collector has no thread that writes');
  return Number(writer);
}
