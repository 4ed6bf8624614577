export type DiskFull = { is: 'failed'; why: 'full'; said: string };

export const FULL: DiskFull = { is: 'failed', why: 'full', said: 'The disk of DATA_DIR is full.' };

/** Whether an error says so, by its code or in the words of a process. */
export function isFull(said: string | undefined): boolean {
  return /\b(?:ENOSPC|EDQUOT)\b/.test(said ?? '');
}
