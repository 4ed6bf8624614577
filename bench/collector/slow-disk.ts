import { spawnSync } from 'node:child_process';
import { obtain } from './processes.ts';

/**
 * What runs a collector so that each sync takes so many milliseconds longer. Only those calls are watched, all others are
 * as fast as ever. null where this cannot be done.
 */
export function slowDisk(ms: number): string[] | null {
  const calls = 'fdatasync,fsync';
  const inject = `inject=${calls}:delay_enter=${ms * 1_000}`;
  const args = ['-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject];
  const works = obtain('strace') && spawnSync('strace', [...args, 'true']).status === 0;
  return works ? ['strace', ...args] : null;
}
