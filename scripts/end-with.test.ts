import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

const PROGRAM = `import { spawn } from 'node:child_process';
const { endWith } = await import(${JSON.stringify(import.meta.resolve('./end-with.ts'))});
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
endWith(child);
child.on('spawn', () => console.log(child.pid));
process.on('message', () => Promise.reject(new Error('planted')));`;

for (const end of ['SIGTERM', 'SIGHUP', 'a failure'] as const) {
  test(`${end} leaves no child behind (catches: only this process ends)`, async (t) => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    const [line] = await once(createInterface(parent.stdout!), 'line');
    const pid = Number(line);
    t.after(() => endIfThere(pid));
    if (end === 'a failure') parent.send('fail');
    else parent.kill(end);
    // The pipe closes when both processes have ended.
    await once(parent, 'close', { signal: AbortSignal.timeout(10_000) });
  });
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Expected: the process has ended.
  }
}
