import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { RefusedError } from './refusal.ts';

// As much of tar (POSIX ustar) as a backup of two files needs.

const BLOCK = 512;
/** What the header has room for. */
const LARGEST = 8 ** 11 - 1;

/** `name`: in the archive. */
export type Packed = { name: string; path: string };

/** An archive of these files, which only their owner may read once it is unpacked. */
export async function* pack(files: readonly Packed[], now: number): AsyncGenerator<Uint8Array> {
  for (const { name, path } of files) {
    const { size } = await stat(path);
    if (size > LARGEST) throw new RefusedError('no-space', `${path} is too large for this kind of backup.`);
    yield headerOf(name, size, now);
    // As long as it was, should somebody have made it longer.
    if (size > 0) yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>;
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(name: string, size: number, now: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => header.write(text, at, 'latin1');
  write(name, 0);
  write('0000600\0', 100);
  write('0000000\0', 108);
  write('0000000\0', 116);
  write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  write(
    `${Math.floor(now / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  write('        0', 148);
  write('ustar\u000000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/** Writes the files of an archive to the paths that `to` has for their names. @throws RefusedError for any other name. */
export async function unpack(
  archive: AsyncIterable<Uint8Array>,
  to: Readonly<Record<string, string>>,
): Promise<void> {
  const { take, whole } = readerOf(archive);
  for (;;) {
    const header = await whole(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '');
    const path = Object.hasOwn(to, name) ? to[name] : undefined;
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    if (path === undefined || !(size >= 0))
      throw new RefusedError('foreign', 'This is no backup of embreve.');
    await pipeline(take(size), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await whole(paddingOf(size));
  }
  // To its end: what is behind it proves that nothing is missing.
  for await (const _ of archive);
}

function readerOf(archive: AsyncIterable<Uint8Array>) {
  const source = archive[Symbol.asyncIterator]();
  let rest: Uint8Array = Buffer.alloc(0);
  async function* take(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0;) {
      if (rest.length === 0) {
        const { value, done } = await source.next();
        if (done) throw new RefusedError('corrupt', 'The backup is incomplete. Copy it again.');
        rest = value;
        continue;
      }
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  async function whole(bytes: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of take(bytes)) parts.push(part);
    return Buffer.concat(parts);
  }
  return { take, whole };
}
