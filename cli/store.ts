import type { Access, Store } from '#server/store/existing.ts';
import { useStore } from '#server/store/existing.ts';
import { RefusedError } from '#server/store/refusal.ts';
import { Failed } from './command.ts';

export type { Access, Store };

/** Works on the store of the settings, beside a running server or without one. @throws Failed */
export function withStore<T>(
  settings: { dataDir: string; databaseUrl: string | null },
  access: Access,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return inWords(() => useStore(settings, access, work));
}

/** What the store or the system refuses is told in words. @throws Failed */
export async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedError) throw new Failed(error.refusal.message);
    throw error;
  }
}

/** The same for what touches files besides. @throws Failed */
export async function withFiles<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await inWords(work);
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failed(`Files cannot be used: ${error.message}. The store is as it was.`);
  }
}
