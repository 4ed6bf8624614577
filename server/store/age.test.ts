import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decrypt, encrypt } from './age.ts';
import { RefusedError } from './refusal.ts';

const PASSPHRASE = 'correct horse battery';
const CHUNK = 64 * 1024;
/** Made by age-encryption 0.3.1, the reference for JavaScript, which opens what we write too. */
const THEIRS = `YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCA5NFl5YkNvcTFKdm5PSDV5QXZ3Wm1RIDEwCkVNZHlvQUh4cWtpVTB0dVQ3T3VlaktILzJYWW1sUDVH
QWxKY296S2RHR2MKLS0tIEVqMjNKRzFja0Y2Zk1YN3VIS1pjUU5XclpKWVIrQVJYV2h5OGJwNkQ1a2sKMcHUFi0H3LQzKMffWyjW/iZlIQXxXXjVPqhJkH57IiiOeWGW6kcK+L/YAk9yz8zK8aXzhtU=`;

async function* inParts(bytes: Uint8Array, size = 10_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const refusal = (code: string) => (error: unknown) => error instanceof RefusedError && error.code === code;

test('what another program has written in the format is read', async () => {
  const theirs = Buffer.from(THEIRS, 'base64');
  assert.equal((await whole(decrypt(PASSPHRASE, inParts(theirs, 7)))).toString(), 'opened by every tool\n');
  await assert.rejects(whole(decrypt('another', inParts(theirs))), refusal('other-passphrase'));
  await assert.rejects(
    whole(decrypt(PASSPHRASE, inParts(Buffer.from('SQLite format 3')))),
    refusal('foreign'),
  );
});

test('a file is read as it was, and not at all once anything in it was changed, moved or cut off', async () => {
  const plain = Buffer.from(Array.from({ length: 2 * CHUNK + 5 }, (_, at) => at % 251));
  const sealed = await whole(encrypt(PASSPHRASE, inParts(plain), 10));
  assert.ok(!sealed.includes(plain.subarray(0, 32)));
  assert.deepEqual(await whole(decrypt(PASSPHRASE, inParts(sealed))), plain);
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
    await assert.rejects(whole(decrypt(PASSPHRASE, inParts(broken))), refusal('corrupt'));
  const header = Buffer.from(sealed);
  header[sealed.indexOf('--- ') + 6] = header[sealed.indexOf('--- ') + 6] === 65 ? 66 : 65;
  await assert.rejects(whole(decrypt(PASSPHRASE, inParts(header))), refusal('corrupt'));
  const nothing = await whole(encrypt(PASSPHRASE, inParts(Buffer.alloc(0)), 10));
  assert.equal((await whole(decrypt(PASSPHRASE, inParts(nothing)))).length, 0);
});
