import { createMemory } from './memory.ts';

const WINDOW_MS = 15 * 60_000;
/** Failed attempts without a delay. */
const FREE = 5;
const FIRST_MS = 1_000;
const LONGEST_MS = 8_000;
const REMEMBERED = 10_000;

/**
 * Returns the milliseconds to delay the response to a failed attempt at `account`, and counts it. Successful
 * attempts are never delayed, so that nobody can lock an owner out.
 */
export function createSlowdown(now: () => number): (account: string) => number {
  const wrong = createMemory<{ since: number; tries: number }>(REMEMBERED);
  return (account) => {
    const before = wrong.get(account);
    const isOver = before === undefined || now() - before.since >= WINDOW_MS;
    const { since, tries } = isOver ? { since: now(), tries: 0 } : before;
    wrong.set(account, { since, tries: tries + 1 });
    return tries < FREE ? 0 : Math.min(FIRST_MS * 2 ** (tries - FREE), LONGEST_MS);
  };
}
