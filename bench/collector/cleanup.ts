import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type End = () => void | Promise<void>;

const begun = new Set<() => Promise<void>>();

/** Registers a cleanup for when the bench ends. The returned function runs it once; else `endAll` does. */
export function mustEnd(end: End): () => Promise<void> {
  let ended: Promise<void> | null = null;
  const once = (): Promise<void> => {
    begun.delete(once);
    return (ended ??= Promise.resolve(end()));
  };
  begun.add(once);
  return once;
}

/** In reverse order: a folder is removed after the server that writes to it has ended. */
export async function endAll(): Promise<void> {
  for (const end of [...begun].toReversed()) await end().catch(() => {});
}

/** Runs `work` with a temporary folder. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-bench-'));
  const remove = mustEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  try {
    return await work(folder);
  } finally {
    await remove();
  }
}
