import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { FILE_PIECE_BYTES, MOST_FILES_BYTES, MOST_PICTURE_BYTES } from '#contract/content/content.ts';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { readFileStream, storeFile } from './files.ts';
import { removeUnusedFiles } from './unused-files.ts';
import { beginUpload, endUpload, storePiece } from './upload.ts';

const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(2 * FILE_PIECE_BYTES)]);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const HASH = hashOf(PICTURE);
const PIECES = 3;

const pieceOf = (bytes: Buffer, n: number) =>
  bytes.subarray(n * FILE_PIECE_BYTES, (n + 1) * FILE_PIECE_BYTES);
const begin = ({ write }: TestStore, bytes: Buffer, hash = hashOf(bytes), now = 0) =>
  beginUpload(write, { hash, bytes: bytes.length }, now);
const send = ({ write }: TestStore, bytes: Buffer, n: number, hash = hashOf(bytes)) =>
  storePiece(write, { hash, n, data: pieceOf(bytes, n) });

async function sendAll(store: TestStore, bytes: Buffer, hash = hashOf(bytes)): Promise<void> {
  await begin(store, bytes, hash);
  for (let n = 0; n * FILE_PIECE_BYTES < bytes.length; n++)
    assert.equal(await send(store, bytes, n, hash), 'stored');
}

async function readBack({ read }: TestStore, name: string): Promise<Buffer | null> {
  const pieces = await readFileStream(read, name);
  if (pieces === null) return null;
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

const countOf = async ({ read }: TestStore, table: 'file' | 'file_piece') =>
  (await read.selectFrom(table).select('hash').execute()).length;

testOnEach(
  'an upload goes on where it broke, over any server, and is a file once it is whole (catches: begun again; read before its end; named by what the sender says; a piece that was lost never comes back)',
  async (_t, open) => {
    const store = await open();
    const other = await open();
    assert.deepEqual(await begin(store, PICTURE), { next: 0 });
    assert.equal(await send(store, PICTURE, 0), 'stored');
    assert.equal(await send(other, PICTURE, 2), 'stored');
    assert.deepEqual(await begin(other, PICTURE), { next: 1 });
    assert.deepEqual(await endUpload(other.write, HASH), { is: 'missing' });
    assert.equal(await readBack(store, `${HASH}.`), null);
    assert.equal(await send(other, PICTURE, 1), 'stored');
    assert.equal(await send(other, PICTURE, 1), 'stored', 'sent again, since the answer was lost');
    assert.deepEqual(await begin(store, PICTURE), { next: PIECES });
    const whole = { is: 'stored', name: `${HASH}.jpg`, bytes: PICTURE.length };
    for (const { write } of [store, other]) assert.deepEqual(await endUpload(write, HASH), whole);
    assert.deepEqual(await readBack(store, whole.name), PICTURE);
    assert.deepEqual(await begin(store, PICTURE), { next: PIECES });
    await store.write.deleteFrom('file_piece').where('n', '=', 1).execute();
    assert.deepEqual(await begin(store, PICTURE), { next: 1 });
    assert.equal(await send(store, PICTURE, 1), 'stored');
    assert.deepEqual(await endUpload(store.write, HASH), whole);
    assert.deepEqual(await readBack(store, whole.name), PICTURE);
  },
);

testOnEach(
  'an upload other than announced is refused and gone, and the right one comes after it (catches: half a file stored; its pieces in the way of the right ones; a later piece in a stored file)',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    assert.equal(await send(store, PICTURE, 0), 'missing');
    await begin(store, PICTURE);
    for (const [n, length] of [
      [0, 3],
      [1, FILE_PIECE_BYTES + 1],
      [2, FILE_PIECE_BYTES],
      [3, 1],
      [3, 0],
    ] as const)
      assert.equal(await storePiece(write, { hash: HASH, n, data: Buffer.alloc(length) }), 'wrong', `${n}`);
    const forged = Buffer.from(PICTURE).fill(1, 9);
    await sendAll(store, forged, HASH);
    assert.deepEqual(await endUpload(write, HASH), { is: 'other' });
    assert.deepEqual([await countOf(store, 'file'), await countOf(store, 'file_piece')], [0, 0]);
    await sendAll(store, PICTURE);
    assert.equal((await endUpload(write, HASH)).is, 'stored');
    assert.equal(await send(store, forged, 0, HASH), 'stored');
    await begin(store, Buffer.alloc(5), HASH);
    assert.deepEqual(await readBack(store, `${HASH}.jpg`), PICTURE);

    const page = Buffer.from('<html><script>');
    await sendAll(store, page);
    assert.deepEqual(await endUpload(write, hashOf(page)), { is: 'kind' });
    const large = Buffer.alloc(MOST_PICTURE_BYTES + 1);
    PICTURE.copy(large, 0, 0, 3);
    await sendAll(store, large);
    assert.deepEqual(await endUpload(write, hashOf(large)), { is: 'too-large' });
    assert.equal(await countOf(store, 'file'), 1);
  },
);

testOnEach(
  'an upload counts from its beginning, is swept after a day, and a file of the same bytes from a folder replaces it (catches: room for more than there is; left forever; a file without a kind)',
  async (_t, open) => {
    const store = await open();
    const { write, dataDir } = store;
    const half = { hash: 'a'.repeat(64), bytes: MOST_FILES_BYTES - PICTURE.length + 1 };
    assert.deepEqual(await beginUpload(write, half, 0), { next: 0 });
    assert.equal(await begin(store, PICTURE), 'no-room');
    assert.equal(await removeUnusedFiles(write, DAY + 1), 1);
    assert.deepEqual(await begin(store, PICTURE, HASH, 2 * DAY), { next: 0 });
    await send(store, PICTURE, 0);
    async function* stream() {
      yield PICTURE;
    }
    const stored = await storeFile(write, 'jpg', stream(), { most: 1e6, dataDir }, 2 * DAY);
    assert.deepEqual(stored, { is: 'stored', name: `${HASH}.jpg`, bytes: PICTURE.length });
    assert.deepEqual(await readBack(store, `${HASH}.jpg`), PICTURE);
  },
);
