import { Failed } from './command.ts';

export { useStore as withStore } from '#server/store/existing.ts';

/** What the system refuses is told in words. @throws Failed */
export async function withFiles<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failed(`Files cannot be used: ${error.message}. The store is as it was.`);
  }
}
