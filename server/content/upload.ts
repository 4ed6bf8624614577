import { createHash } from 'node:crypto';
import { FILE_PIECE_BYTES, MOST_FILE_BYTES, MOST_PICTURE_BYTES } from '#contract/content/content.ts';
import { fileKind, isBookKind } from '#contract/content/file-kinds.ts';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { piecesOf, reserveFile } from './files.ts';
import { lockContent } from './lock.ts';
import { removeUnfinished } from './unused-files.ts';

type Upload = { hash: string; bytes: number };

/** Bytes of it at the beginning of a file show its kind. */
const HEAD = 1024;

/**
 * Begins an upload in pieces, or goes on with one, also of a file that has lost a piece. `next`: the first piece that is
 * missing; the number of pieces if none is. `hash`: SHA-256, as hex digits.
 */
export async function beginUpload(
  write: Kysely<Tables>,
  { hash, bytes }: Upload,
  now: number,
): Promise<{ next: number } | 'no-room'> {
  const reserved = await reserveFile(write, { hash, bytes, extension: '' }, now);
  if (reserved === 'no-room') return 'no-room';
  const pieces = Math.ceil(reserved.bytes / FILE_PIECE_BYTES);
  const rows = await write
    .selectFrom('file_piece')
    .select('n')
    .where('hash', '=', hash)
    .orderBy('n')
    .execute();
  const gap = rows.findIndex(({ n }, at) => n !== at);
  return { next: Math.min(pieces, gap === -1 ? rows.length : gap) };
}

/** `missing`: no upload of this hash has begun. `wrong`: no piece of it has this number, or this length. */
export async function storePiece(
  write: Kysely<Tables>,
  { hash, n, data }: { hash: string; n: number; data: Uint8Array },
): Promise<'stored' | 'missing' | 'wrong'> {
  const file = await write.selectFrom('file').select('bytes').where('hash', '=', hash).executeTakeFirst();
  if (file === undefined) return 'missing';
  if (data.length === 0 || data.length !== Math.min(FILE_PIECE_BYTES, file.bytes - n * FILE_PIECE_BYTES))
    return 'wrong';
  await write
    .insertInto('file_piece')
    .values({ hash, n, data })
    // Sent twice, because the answer was lost.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return 'stored';
}

/** `missing`: pieces are. `other`: they have another hash. What is refused is deleted. */
export type UploadEnd =
  | { is: 'stored'; name: string; bytes: number }
  | { is: 'missing' | 'other' | 'kind' | 'too-large' };

/** Stores an upload as a file, whose kind its first bytes show. In memory is one piece. */
export async function endUpload(write: Kysely<Tables>, hash: string): Promise<UploadEnd> {
  const found = write.selectFrom('file').select(['extension', 'bytes', 'whole']).where('hash', '=', hash);
  const file = await found.executeTakeFirst();
  if (file === undefined) return { is: 'missing' };
  const { bytes } = file;
  if (file.whole === 1) return { is: 'stored', name: `${hash}.${file.extension}`, bytes };
  const read = await hashOf(write, { hash, bytes });
  if (read === null) return { is: 'missing' };
  const kind = fileKind(read.head);
  const wrong = read.hash !== hash ? 'other' : kind === null ? 'kind' : null;
  const most = kind === null || isBookKind(kind) ? MOST_FILE_BYTES : MOST_PICTURE_BYTES;
  if (wrong !== null || bytes > most) {
    await removeUnfinished(write, hash);
    return { is: wrong ?? 'too-large' };
  }
  const extension = String(kind);
  const isThere = await write.transaction().execute(async (trx) => {
    await lockContent(trx);
    const stored = await trx
      .updateTable('file')
      .set({ extension, whole: 1 })
      .where('hash', '=', hash)
      .executeTakeFirst();
    return stored.numUpdatedRows > 0n;
  });
  return isThere ? { is: 'stored', name: `${hash}.${extension}`, bytes } : { is: 'missing' };
}

/** Null: a piece is missing. */
async function hashOf(read: Kysely<Tables>, upload: Upload): Promise<{ hash: string; head: string } | null> {
  const hash = createHash('sha256');
  let head = '';
  for await (const piece of piecesOf(read, upload)) {
    if (piece === null) return null;
    if (head === '') head = Buffer.from(piece.subarray(0, HEAD)).toString('latin1');
    hash.update(piece);
  }
  return { hash: hash.digest('hex'), head };
}
