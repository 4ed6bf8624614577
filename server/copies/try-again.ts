import { TargetError } from './target.ts';

const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;

type Trying = {
  wait: (ms: number) => Promise<void>;
  /** Told of each failure, and of the milliseconds waited so far. What it throws is the end. */
  onFail: (error: unknown, waited: number) => void;
};

/** Until it works, with growing pauses. */
export async function tryAgain<T>(work: () => Promise<T>, { wait, onFail }: Trying): Promise<T> {
  let waited = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      onFail(error, waited);
    }
    await wait(pause);
    waited += pause;
  }
}

/** How a target asks another machine once or more often. */
export type Again = <T>(work: () => Promise<T>) => Promise<T>;

/** While a storage fails or does not answer, for about `most` milliseconds. What it refuses, it refuses again. */
export function patient({ wait, onFail }: Trying, most: number): Again {
  return (work) =>
    tryAgain(work, {
      wait,
      onFail: (error, waited) => {
        const isPassing = error instanceof TargetError && ['failed', 'no-answer'].includes(error.code);
        if (!isPassing || waited >= most) throw error;
        onFail(error, waited);
      },
    });
}
