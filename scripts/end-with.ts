import type { ChildProcess } from 'node:child_process';

/** Ends `child` when this process ends, except by SIGKILL. A terminal sends Ctrl-C to both anyway. */
export function endWith(child: ChildProcess): void {
  process.on('exit', () => child.kill('SIGTERM'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit());
}
