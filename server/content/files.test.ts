import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FILE_PIECE_BYTES, MOST_FILES_BYTES } from '#contract/content/content.ts';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { copyFiles } from './copy-files.ts';
import { addEdition } from './editions.ts';
import { writeField } from './draft.ts';
import { readFileStream, storeFile } from './files.ts';
import { removeUnusedFiles } from './unused-files.ts';

/** Three pieces and a bit. */
const BYTES = randomBytes(3 * FILE_PIECE_BYTES + 7);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const NAME = `${hashOf(BYTES)}.jpg`;

/** In parts as they come from a network, and then an error, if any. */
async function* streamOf(bytes: Uint8Array, error?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001);
  if (error) throw error;
}

function store({ write, dataDir }: TestStore, bytes: Uint8Array, now = 1, extension = 'jpg') {
  return storeFile(write, extension, streamOf(bytes), { most: BYTES.length, dataDir }, now);
}

async function read({ read: query }: TestStore, name: string): Promise<Buffer | null> {
  const stream = await readFileStream(query, name);
  if (stream === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) {
    assert.ok(piece.length <= FILE_PIECE_BYTES);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function rows({ write }: TestStore) {
  const files = await write.selectFrom('file').select('hash').execute();
  const pieces = await write.selectFrom('file_piece').select('n').execute();
  return { files: files.length, pieces: pieces.length };
}

testOnEach(
  'a file comes back byte for byte, and twice it is stored once (catches: a piece that was lost never comes back)',
  async (_t, open) => {
    const one = await open();
    const stored = { is: 'stored', name: NAME, bytes: BYTES.length };
    const other = await open();
    assert.deepEqual(await Promise.all([store(one, BYTES), store(other, BYTES)]), [stored, stored]);
    assert.deepEqual(await store(one, BYTES, 2, 'jpeg'), stored);
    assert.ok((await read(other, NAME))?.equals(BYTES));
    assert.deepEqual(await rows(one), { files: 1, pieces: 4 });
    await one.write.deleteFrom('file_piece').where('n', '=', 2).execute();
    assert.deepEqual(await store(one, BYTES), stored);
    assert.ok((await read(one, NAME))?.equals(BYTES));
    const empty = await store(one, new Uint8Array());
    assert.ok(empty.is === 'stored' && (await read(one, empty.name))?.length === 0);
    for (const name of [NAME.replace('jpg', 'png'), `${'0'.repeat(64)}.jpg`, `../${NAME}`, ''])
      assert.equal(await readFileStream(one.read, name), null, name);
  },
);

testOnEach(
  'a file or all files that are too large are refused, and nothing of them stays',
  async (_t, open) => {
    const one = await open();
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield ((given++, Buffer.alloc(100_000)));
    }
    const { write, dataDir } = one;
    const tooLarge = await storeFile(write, 'jpg', endless(), { most: 950_000, dataDir }, 1);
    assert.deepEqual([tooLarge, given], [{ is: 'too-large' }, 10]);
    const others = {
      hash: 'x',
      extension: 'pdf',
      bytes: MOST_FILES_BYTES - BYTES.length,
      whole: 1,
      at: 1,
    } as const;
    await write.insertInto('file').values(others).execute();
    assert.equal((await store(one, BYTES)).is, 'stored');
    assert.deepEqual(await store(one, Buffer.from('!')), { is: 'no-room' });
    assert.equal((await store(one, BYTES)).is, 'stored', 'it is there already');
    assert.deepEqual(await rows(one), { files: 2, pieces: 4 });
  },
);

testOnEach(
  'an upload that is cut leaves nothing to read, and nothing on disk (catches: half a file is shown, a spool file stays)',
  async (_t, open) => {
    const one = await open();
    const { write, dataDir } = one;
    const files = readdirSync(dataDir);
    const cut = streamOf(BYTES, new Error('cut'));
    await assert.rejects(storeFile(write, 'jpg', cut, { most: BYTES.length, dataDir }, 1), /cut/);
    assert.deepEqual(await rows(one), { files: 0, pieces: 0 });
    // As a killed server leaves it.
    const [hash = ''] = NAME.split('.');
    const rest = { hash, extension: 'jpg', bytes: BYTES.length, at: 1 };
    await write
      .insertInto('file')
      .values({ ...rest, whole: 0 })
      .execute();
    const data = BYTES.subarray(FILE_PIECE_BYTES, 2 * FILE_PIECE_BYTES);
    await write.insertInto('file_piece').values({ hash, n: 1, data }).execute();
    assert.equal(await readFileStream(one.read, NAME), null);
    assert.equal(await removeUnusedFiles(write, DAY), 0, 'it may still be coming');
    assert.equal((await store(one, BYTES)).is, 'stored');
    assert.ok((await read(one, NAME))?.equals(BYTES));
    await write.updateTable('file').set({ whole: 0 }).execute();
    assert.equal(await removeUnusedFiles(write, 2 * DAY), 1);
    assert.deepEqual(await rows(one), { files: 0, pieces: 0 });
    assert.deepEqual(readdirSync(dataDir), files);
  },
);

testOnEach(
  'a file goes after a day in which nothing names it (catches: it goes while an edition, a draft or a new upload needs it; its pieces stay)',
  async (_t, open) => {
    const one = await open();
    const { write } = one;
    const names: string[] = [];
    for (const text of ['published', 'drafted', 'uploaded again', 'unused', 'new']) {
      const stored = await store(one, Buffer.from(text), text === 'new' ? DAY : 1);
      names.push(stored.is === 'stored' ? stored.name : assert.fail(stored.is));
    }
    const large = await store(one, BYTES);
    assert.equal(large.is, 'stored');
    const [published = '', drafted = '', again = '', unused = '', fresh = ''] = names;
    const content = { people: [{ name: 'Ana', portrait: { file: published } }] };
    for (const after of [0, 1])
      await addEdition(write, { after, content: after === 0 ? content : {}, owner: null, draftSeen: 0 }, 1);
    const value = { light: { file: drafted } };
    await writeField(write, { field: 'picture', value, revision: 0, owner: null }, 1);
    assert.equal((await store(one, Buffer.from('uploaded again'), DAY)).is, 'stored');

    assert.equal(await removeUnusedFiles(write, DAY + 1), 0, 'not before');
    assert.equal(await removeUnusedFiles(write, DAY + 2), 2);
    for (const name of [published, drafted, again, fresh]) assert.ok(await read(one, name), name);
    for (const name of [unused, NAME]) assert.equal(await read(one, name), null);
    assert.deepEqual(await rows(one), { files: 4, pieces: 4 });
    assert.equal((await store(one, BYTES)).is, 'stored');
    assert.ok((await read(one, NAME))?.equals(BYTES));
  },
);

testOnEach(
  'a file that is uploaded while it is removed is whole afterwards (catches: a piece is removed that the upload found there)',
  async (_t, open) => {
    const [one, other] = [await open(), await open()];
    for (let round = 0; round < 6; round++) {
      await store(one, BYTES, round * 10 * DAY);
      const now = round * 10 * DAY + 5 * DAY;
      await Promise.all([removeUnusedFiles(one.write, now), store(other, BYTES, now)]);
      assert.ok((await read(one, NAME))?.equals(BYTES), `round ${round}`);
    }
  },
);

test('a copy with other bytes than its name stands for is made again, and a stored file with such is never copied (catches: 0 bytes after a power failure published; a wrong piece published)', async (t) => {
  const one = await openTestStore(t);
  assert.equal((await store(one, BYTES)).is, 'stored');
  const folder = join(one.dataDir, 'copies');
  const copy = join(folder, NAME);
  for (const left of ['', 'other', BYTES.subarray(1)]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(copy, left);
    assert.deepEqual(await copyFiles(one.read, [NAME], folder), []);
    assert.ok(readFileSync(copy).equals(BYTES));
  }
  rmSync(copy);
  const data = new Uint8Array(FILE_PIECE_BYTES);
  await one.write.updateTable('file_piece').set({ data }).where('n', '=', 0).execute();
  assert.deepEqual(await copyFiles(one.read, [NAME], folder), [NAME]);
  assert.deepEqual(readdirSync(folder), []);
});
