import type { ChildProcess } from 'node:child_process';

/** Whatever ends this process, SIGKILL excepted, ends `child` too. Ctrl-C a terminal sends to both. */
export function endWith(child: ChildProcess): void {
  process.on('exit', () => child.kill('SIGTERM'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit());
}
