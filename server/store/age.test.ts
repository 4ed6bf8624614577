import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { folderOf } from '#test/fixtures/folder.ts';
import { decryptFile, encryptFile } from './age.ts';
import { RefusedError } from './refusal.ts';

const PASSPHRASE = 'correct horse battery';
const CHUNK = 64 * 1024;
/** Made by a program without the package's code: node:crypto's scrypt, HKDF and ChaCha20-Poly1305. */
const THEIRS = `YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBkYjUyalMyUmZoMHVOUTBuL2NYck5BIDEwCk9nZmlWajhERnpEWmxKV0ZhSXFuZTdlVF
lkWEZUb0lYaTRqM002a3ZsTzAKLS0tIHhwTUJLUndJYmk2clIwRnF0d2NwangxWWFTNy9vZmcyTkEzUEFnb2hCR0kKfQBFPF+hzvyuToE+HCMb
0g9TDq3Z4HPMilPlzphPqIyJ7oaJnivzTaSEVXGcdv9KltJsuTY=`;

const refusal = (code: string) => (error: unknown) => error instanceof RefusedError && error.code === code;

async function readBack(t: TestContext, sealed: Uint8Array, passphrase: string): Promise<Buffer> {
  const folder = folderOf(t);
  const [file, to] = [join(folder, 'sealed'), join(folder, 'plain')];
  writeFileSync(file, sealed);
  await decryptFile(file, { passphrase }, to);
  assert.equal(statSync(to).mode & 0o777, 0o600);
  return readFileSync(to);
}

test('a file that another program has written in the format is read', async (t) => {
  const theirs = Buffer.from(THEIRS, 'base64');
  assert.equal((await readBack(t, theirs, PASSPHRASE)).toString(), 'opened by every tool\n');
  await assert.rejects(readBack(t, theirs, 'another'), refusal('other-passphrase'));
  const foreign = [
    'SQLite format 3',
    // More work than anybody should do for a file.
    theirs.toString('latin1').replace(' 10\n', ' 21\n'),
    `${theirs.toString('latin1', 0, 22)}-> X25519 ${'a'.repeat(43)}\n${'a'.repeat(43)}\n--- ${'a'.repeat(43)}\n`,
  ];
  for (const bytes of foreign)
    await assert.rejects(readBack(t, Buffer.from(bytes, 'latin1'), PASSPHRASE), refusal('foreign'));
});

test('a file is read as it was, and not at all once anything in it was changed, moved or cut off', async (t) => {
  const plain = Buffer.from(Array.from({ length: 2 * CHUNK + 5 }, (_, at) => at % 251));
  const sealedOf = async (bytes: Uint8Array) => {
    const file = join(folderOf(t), 'plain');
    writeFileSync(file, bytes);
    return buffer(await encryptFile(file, { passphrase: PASSPHRASE }, 10));
  };
  const sealed = await sealedOf(plain);
  assert.ok(!sealed.includes(plain.subarray(0, 32)));
  assert.deepEqual(await readBack(t, sealed, PASSPHRASE), plain);
  const body = sealed.length - (plain.length + 3 * 16);
  const piece = CHUNK + 16;
  const flipped = Buffer.from(sealed);
  flipped[body + piece + 9]! ^= 1;
  const swapped = Buffer.concat([
    sealed.subarray(0, body),
    sealed.subarray(body + piece, body + 2 * piece),
    sealed.subarray(body, body + piece),
    sealed.subarray(body + 2 * piece),
  ]);
  for (const broken of [flipped, swapped, sealed.subarray(0, body + 2 * piece), sealed.subarray(0, -1)])
    await assert.rejects(readBack(t, broken, PASSPHRASE), refusal('corrupt'));
  const header = Buffer.from(sealed);
  header[sealed.indexOf('--- ') + 6] = header[sealed.indexOf('--- ') + 6] === 65 ? 66 : 65;
  await assert.rejects(readBack(t, header, PASSPHRASE), refusal('other-passphrase'));
  assert.equal((await readBack(t, await sealedOf(Buffer.alloc(0)), PASSPHRASE)).length, 0);
});
