import type { ChildProcess } from 'node:child_process';

/** The end of this process, except by SIGKILL, ends `child` too. A terminal sends Ctrl-C to both. */
export function endWith(child: ChildProcess): void {
  process.on('exit', () => child.kill('SIGTERM'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit());
}
