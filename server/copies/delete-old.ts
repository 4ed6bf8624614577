import { messageOf } from '#server/store/refusal.ts';
import { keptCopies, lineOf, outdated } from './kept.ts';
import type { Target } from './target.ts';
import { tryAgain } from './try-again.ts';

/** A key may be forbidden to delete: the next base tries again. */
const TRIES = 5;

const NOTHING = 'nothing';

type DeletionDeps = {
  target: Target;
  store: string;
  /** Copies that ended before, in milliseconds since 1970; null: none. */
  before: number | null;
  now: () => number;
  wait: (ms: number) => Promise<void>;
};

/** Deletes old copies of a store, never the newest, or tries whether it may. @returns why it failed; null: it did not */
export async function deleteOld({ target, store, before, now, wait }: DeletionDeps): Promise<string | null> {
  let tries = 0;
  const onFail = (error: unknown) => {
    tries += 1;
    if (tries === TRIES) throw error;
  };
  async function work(): Promise<void> {
    const old = before === null ? [] : outdated(lineOf(store, await keptCopies(target)), before, now());
    // Nobody has it: only a key that may not delete is refused.
    await target.remove(old.length > 0 ? old : [NOTHING]);
  }
  return tryAgain(work, { wait, onFail }).then(() => null, messageOf);
}
