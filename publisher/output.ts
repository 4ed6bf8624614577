import { join } from 'node:path';
import { compressFile, isCompressible } from './compress.ts';
import { write } from './write.ts';

/** The folder that a site is rendered into. */
export type Output = {
  folder: string;
  /** Begins to write a file, compressed too if it is a text that is served; the next is rendered meanwhile. */
  write(path: string, content: string | Buffer): void;
  /** Resolves when all files are written. */
  end(): Promise<void>;
};

export function writeInto(folder: string): Output {
  const writing: Promise<void>[] = [];
  async function writeOne(path: string, content: string | Buffer): Promise<void> {
    const file = join(folder, path);
    await write(file, content);
    if (isCompressible(path)) await compressFile(file, Buffer.from(content));
  }
  return {
    folder,
    write(path, content) {
      const one = writeOne(path, content);
      // It fails in `end`.
      one.catch(() => {});
      writing.push(one);
    },
    end: async () => void (await Promise.all(writing)),
  };
}
