import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { compressFile, isCompressible } from './compress.ts';
import { write } from './write.ts';

/** The folder that a site is rendered into. */
export type Output = {
  folder: string;
  /** Begins to write a file, compressed too if it is a text that is served; the next is rendered meanwhile. */
  write(path: string, content: string | Buffer): void;
  /** The same under a name with a hash of it: browsers keep it for a year. Returns its address. */
  writeNamed(name: string, extension: string, content: string | Buffer): string;
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
  function begin(path: string, content: string | Buffer): void {
    const one = writeOne(path, content);
    // It fails in `end`.
    one.catch(() => {});
    writing.push(one);
  }
  return {
    folder,
    write: begin,
    writeNamed(name, extension, content) {
      const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
      const path = `static/media/${name}.${hash}.${extension}`;
      begin(path, content);
      return `/${path}`;
    },
    end: async () => void (await Promise.all(writing)),
  };
}
