import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Trial, TrialAnswer } from './trial-process.ts';

/** Milliseconds, with the start of the process. An owner waits. */
const PATIENCE = 25_000;

/** Tries what a setting names in a process of its own: a peer that floods, or a folder that hangs, holds up only that. */
export async function tryOutside(trial: Trial, patience: number = PATIENCE): Promise<TrialAnswer> {
  const child = fork(new URL('./trial-process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const signal = AbortSignal.timeout(patience);
  const answered = once(child, 'message', { signal }).then(([tried]) => tried as TrialAnswer);
  child.send(trial);
  try {
    return await Promise.race([answered, ended(child)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { code: 'no-answer', reason: `It did not answer within ${patience / 1000} seconds.` };
  } finally {
    child.kill('SIGKILL');
  }
}

async function ended(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('the process that tries settings ended');
}
