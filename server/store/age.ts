import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { RefusedError } from './refusal.ts';

// The file format age, version 1, with a passphrase (https://c2sp.org/age): any age tool opens what this writes. The
// parts are node:crypto's: scrypt, HKDF-SHA256, HMAC-SHA256, ChaCha20-Poly1305.

const VERSION = 'age-encryption.org/v1';
/** 2 to the power of it: 128 MiB and some tenths of a second, in a thread that holds up nobody. */
const WORK = 17;
/** A file that asks for more is not worked on. */
const MOST_WORK = 20;
const CHUNK = 64 * 1024;
const TAG = 16;
const LONGEST_HEADER = 1024;
const CIPHER = 'chacha20-poly1305';

/** Each piece of 64 KiB carries its own proof and its place: nothing is taken as read that was changed, moved or cut off. `work`: less only for tests. */
export async function* encrypt(
  passphrase: string,
  plain: AsyncIterable<Uint8Array>,
  work: number = WORK,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(16);
  const salt = randomBytes(16);
  const wrapped = seal(await wrapKey(passphrase, salt, work), Buffer.alloc(12), fileKey);
  const header = `${VERSION}\n-> scrypt ${unpadded(salt)} ${work}\n${unpadded(wrapped)}\n---`;
  yield Buffer.from(`${header} ${unpadded(macOf(fileKey, header))}\n`);
  const nonce = randomBytes(16);
  yield nonce;
  const key = derived(fileKey, nonce, 'payload');
  let place = 0;
  for await (const { piece, isLast } of piecesOf(plain, CHUNK))
    yield seal(key, nonceOf(place++, isLast), piece);
}

/** @throws RefusedError where it is no such file, the passphrase is another, or a piece was changed. */
export async function* decrypt(
  passphrase: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const source = sealed[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  async function fill(enough: () => boolean): Promise<void> {
    while (!enough()) {
      const { value, done } = await source.next();
      if (done) return;
      rest = Buffer.concat([rest, value]);
    }
  }
  await fill(
    () => /\n--- .*\n/.test(rest.toString('latin1', 0, LONGEST_HEADER)) || rest.length > LONGEST_HEADER,
  );
  const header = headerIn(rest.toString('latin1', 0, LONGEST_HEADER));
  const fileKey = open(await wrapKey(passphrase, header.salt, header.work), Buffer.alloc(12), header.wrapped);
  if (fileKey === null) throw new RefusedError('other-passphrase', 'Wrong passphrase.');
  if (!timingSafeEqual(macOf(fileKey, header.signed), header.mac)) throw broken();
  rest = rest.subarray(header.length);
  await fill(() => rest.length >= 16);
  if (rest.length < 16) throw broken();
  const key = derived(fileKey, rest.subarray(0, 16), 'payload');
  const pieces = piecesOf(chain(rest.subarray(16), source), CHUNK + TAG);
  let place = 0;
  for await (const { piece, isLast } of pieces) {
    const plain = open(key, nonceOf(place++, isLast), piece);
    if (plain === null) throw broken();
    yield plain;
  }
}

function headerIn(text: string) {
  const line =
    /^age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) ([1-9]\d?)\n([\w+/]{43})\n--- ([\w+/]{43})\n/;
  const [whole, salt = '', work = '', wrapped = '', mac = ''] = line.exec(text) ?? [];
  if (whole === undefined || Number(work) > MOST_WORK)
    throw new RefusedError('foreign', 'This is no backup that was encrypted with a passphrase.');
  return {
    salt: Buffer.from(salt, 'base64'),
    work: Number(work),
    wrapped: Buffer.from(wrapped, 'base64'),
    mac: Buffer.from(mac, 'base64'),
    signed: whole.slice(0, whole.lastIndexOf('--- ') + 3),
    length: whole.length,
  };
}

function broken(): RefusedError {
  return new RefusedError(
    'corrupt',
    'The backup was changed, or its end is missing. Take another copy of it.',
  );
}

async function* chain(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Pieces of `size` bytes, the last one shorter; it is empty only where there is nothing at all. */
async function* piecesOf(source: AsyncIterable<Uint8Array>, size: number) {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length <= size) continue;
    const all = Buffer.concat(parts);
    let at = 0;
    // What may be the last one waits.
    for (; all.length - at > size; at += size) yield { piece: all.subarray(at, at + size), isLast: false };
    parts = [all.subarray(at)];
    length = all.length - at;
  }
  yield { piece: Buffer.concat(parts), isLast: true };
}

function wrapKey(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const N = 2 ** work;
  const salted = Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt]);
  return new Promise((resolve, reject) =>
    scrypt(passphrase, salted, 32, { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

function derived(key: Buffer, salt: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, use, 32));
}

function macOf(fileKey: Buffer, header: string): Buffer {
  return createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();
}

/** Eleven bytes of the piece's place, one that says whether it is the last. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function seal(key: Buffer, nonce: Buffer, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Null where it was not sealed with this key, at this place. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG) return null;
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(0, -TAG)), cipher.final()]);
  } catch {
    return null;
  }
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
