import { ReadableStream } from 'node:stream/web';
import type { Target } from './target.ts';

/** Bytes sent or read at once, and in memory; of an object S3 takes 10,000 such pieces. */
export const PIECE = 8 * 1024 * 1024;

export type Piece = { bytes: Uint8Array; isLast: boolean };

/** `from`: the first byte of the piece. */
type Read = (name: string, from: number) => Promise<Piece>;

/** An object in pieces, each read whole: a large one has no room in memory, and a storage may end any answer. */
export function readByPieces(read: Read): Target['get'] {
  return async (name) => ReadableStream.from(piecesOf(read, name)) as Awaited<ReturnType<Target['get']>>;
}

async function* piecesOf(read: Read, name: string): AsyncGenerator<Uint8Array> {
  for (let from = 0, isLast = false; !isLast;) {
    const piece = await read(name, from);
    yield piece.bytes;
    from += piece.bytes.length;
    ({ isLast } = piece);
  }
}
