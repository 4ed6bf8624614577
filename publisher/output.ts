import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isCompressible, pack, packedBefore, writePacked, type Packed, type Quality } from './compress.ts';
import { write } from './write.ts';

/** The folder that a site is rendered into. */
export type Output = {
  folder: string;
  /** Begins to write a file, compressed too if it is a text that is served; the next is rendered meanwhile. */
  write(path: string, content: string | Buffer, quality?: Quality): void;
  /** The same under a name with a hash of it: browsers keep it for a year. Returns its address. */
  writeNamed(name: string, extension: string, content: string | Buffer): string;
  /** Resolves when all files are written. */
  end(): Promise<void>;
};

/** Texts compressed at once: Node has four threads, and what else they do must not wait for all of them. */
const AT_ONCE = 2;

/** @param previous an earlier rendering: what it has compressed is not compressed again. */
export function writeInto(folder: string, previous: string | null = null): Output {
  const writing: Promise<void>[] = [];
  const lanes = Array.from({ length: AT_ONCE }, () => Promise.resolve());

  async function writeOne(path: string, content: Buffer, quality?: Quality): Promise<void> {
    const file = join(folder, path);
    await write(file, content);
    if (!isCompressible(path)) return;
    const before = previous === null ? null : packedBefore(join(previous, path), content);
    await writePacked(file, before ?? (await packInTurn(content, quality)));
  }

  function packInTurn(content: Buffer, quality?: Quality): Promise<Packed> {
    const packed = (lanes.shift() ?? Promise.resolve()).then(() => pack(content, quality));
    lanes.push(
      packed.then(
        () => {},
        () => {},
      ),
    );
    return packed;
  }

  function begin(path: string, content: string | Buffer, quality?: Quality): void {
    const one = writeOne(path, Buffer.from(content), quality);
    // It fails in `end`.
    one.catch(() => {});
    writing.push(one);
  }

  return {
    folder,
    write: begin,
    writeNamed(name, extension, content) {
      const hash = createHash('sha256').update(content).digest('base64url').slice(0, 6);
      const path = `static/media/${name}.${hash}.${extension}`;
      begin(path, content);
      return `/${path}`;
    },
    end: async () => void (await Promise.all(writing)),
  };
}
