import { createHash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_NAME, FILE_PIECE_BYTES, MOST_FILES_BYTES } from '#contract/content/content.ts';
import type { Kysely } from '#kysely';
import { draftOf } from '#server/store/durable-file.ts';
import type { Tables } from '#server/store/schema.ts';
import { lockContent } from './lock.ts';

/** `name`: as in a `FileValue`. `no-room`: all files together would be too large. */
export type StoredFile =
  | { is: 'stored'; name: string; bytes: number }
  | { is: 'too-large' }
  | { is: 'no-room' };

/** `most`: bytes of the file. It is spooled in `dataDir`, since it has no name before its end. */
type StoreOptions = { most: number; dataDir: string };

type File = { hash: string; extension: string; bytes: number };

/**
 * Stores a file, in memory a piece at a time; the same one twice is stored once, under its first extension, and gets
 * the pieces that it has lost. An upload that fails or is killed leaves no file. Stops reading `stream` as soon as it
 * is too large: an HTTP request is to be given as `request.iterator({ destroyOnReturn: false })`, or nobody gets the
 * answer.
 */
export async function storeFile(
  write: Kysely<Tables>,
  extension: string,
  stream: AsyncIterable<Uint8Array>,
  { most, dataDir }: StoreOptions,
  now: number,
): Promise<StoredFile> {
  await using spool = await openSpool(dataDir);
  const received = await receive(spool, stream, most);
  if (received === null) return { is: 'too-large' };
  const reserved = await reserveFile(write, { ...received, extension }, now);
  if (reserved === 'no-room') return { is: 'no-room' };
  const { hash, bytes } = received;
  await storePieces(write, spool, received);
  return { is: 'stored', name: `${hash}.${reserved.extension}`, bytes };
}

/** A file without a name: it is gone with this process, however that ends. */
async function openSpool(dataDir: string): Promise<FileHandle> {
  const path = draftOf(join(dataDir, 'upload'));
  const spool = await open(path, 'wx+', 0o600);
  await unlink(path);
  return spool;
}

async function receive(
  spool: FileHandle,
  stream: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Omit<File, 'extension'> | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > most) return null;
    hash.update(part);
    await spool.writeFile(part);
  }
  return { hash: hash.digest('hex'), bytes };
}

/**
 * From here on it counts, and nobody removes its pieces for a day. Once it is whole it keeps extension and size.
 */
export function reserveFile(
  write: Kysely<Tables>,
  { hash, extension, bytes }: File,
  now: number,
): Promise<Pick<Tables['file'], 'extension' | 'bytes'> | 'no-room'> {
  return write.transaction().execute(async (trx) => {
    await lockContent(trx);
    const others = await trx
      .selectFrom('file')
      .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
      .where('hash', '!=', hash)
      .executeTakeFirst();
    if (Number(others?.bytes ?? 0) + bytes > MOST_FILES_BYTES) return 'no-room';
    return trx
      .insertInto('file')
      .values({ hash, extension, bytes, whole: 0, at: now })
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet((row) => ({
          at: now,
          extension: row
            .case()
            .when('file.whole', '=', 1)
            .then(row.ref('file.extension'))
            .else(extension)
            .end(),
          bytes: row.case().when('file.whole', '=', 1).then(row.ref('file.bytes')).else(bytes).end(),
        })),
      )
      .returning(['extension', 'bytes'])
      .executeTakeFirstOrThrow();
  });
}

/** Each piece alone, so that no sign-up waits for a whole file. */
async function storePieces(
  write: Kysely<Tables>,
  spool: FileHandle,
  { hash, bytes }: Omit<File, 'extension'>,
): Promise<void> {
  for (let n = 0; n * FILE_PIECE_BYTES < bytes; n++) {
    const data = new Uint8Array(Math.min(FILE_PIECE_BYTES, bytes - n * FILE_PIECE_BYTES));
    const { bytesRead } = await spool.read(data, 0, data.length, n * FILE_PIECE_BYTES);
    if (bytesRead !== data.length) throw new Error('A spooled file is shorter than it was.');
    await write
      .insertInto('file_piece')
      .values({ hash, n, data })
      // Of an earlier upload, or one that runs right now: the same bytes.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await write.updateTable('file').set({ whole: 1 }).where('hash', '=', hash).execute();
}

/** The pieces of the file of this name, in order; null if there is none. */
export async function readFileStream(
  read: Kysely<Tables>,
  name: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const file = await fileNamed(read, name);
  return file === undefined ? null : whole(piecesOf(read, file));
}

/** The bytes of the file of this name; null if there is none, or if it lacks a piece. */
export async function readFileBytes(read: Kysely<Tables>, name: string): Promise<Buffer | null> {
  const file = await fileNamed(read, name);
  if (file === undefined) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(read, file)) {
    if (piece === null) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The size of the file of this name; null if there is none. */
export async function fileBytes(read: Kysely<Tables>, name: string): Promise<number | null> {
  return (await fileNamed(read, name))?.bytes ?? null;
}

function fileNamed(read: Kysely<Tables>, name: string) {
  const [, hash = '', extension = ''] = FILE_NAME.exec(name) ?? [];
  return read
    .selectFrom('file')
    .select(['hash', 'bytes'])
    .where('hash', '=', hash)
    .where('extension', '=', extension)
    .where('whole', '=', 1)
    .executeTakeFirst();
}

async function* whole(pieces: AsyncIterable<Uint8Array | null>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (piece === null) throw new Error('A stored file lacks a piece.');
    yield piece;
  }
}

/** The pieces in order, of which null is missing. */
export async function* piecesOf(
  read: Kysely<Tables>,
  { hash, bytes }: Omit<File, 'extension'>,
): AsyncGenerator<Uint8Array | null> {
  for (let n = 0; n * FILE_PIECE_BYTES < bytes; n++) {
    const piece = read.selectFrom('file_piece').select('data').where('hash', '=', hash);
    yield (await piece.where('n', '=', n).executeTakeFirst())?.data ?? null;
  }
}
