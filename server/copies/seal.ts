import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import type { PartHead } from '#server/store/recording.ts';
import { RefusedError } from '#server/store/refusal.ts';
import { TargetError } from './target.ts';

// An object: a line of JSON and its content, compressed, and encrypted for the recovery key in the age format
// (https://age-encryption.org). Nobody who lacks the public key can make one.

/** What an object says of itself. `number`: of its copy; 0 is the base. `previous`: the hash of the object before it. */
export type Head = Pick<PartHead, 'number' | 'at' | 'sequences'> & {
  base: string;
  previous: string | null;
  /** Of a base: the keys of links, as in their file. */
  keys?: string | null;
};

type Sealed = { hash: string; bytes: number };

/** Bytes. */
const LONGEST_HEAD = 1024 * 1024;

/** Writes an object to `to`. `from`: the byte of `file` at which its content begins. */
export async function seal(
  head: Head,
  { file, from, key, to }: { file: string; from: number; key: string; to: string },
): Promise<Sealed> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(key);
  const plain = Readable.from(contentOf(head, createReadStream(file, { start: from })));
  const packed = createGzip({ level: 1 });
  const sending = pipeline(plain, packed);
  const sealed = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>);
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await Promise.all([
    sending,
    pipeline(sealed, measured, createWriteStream(to, { flags: 'w', mode: 0o600 })),
  ]);
  return { hash: hash.digest('hex'), bytes };
}

async function* contentOf(head: Head, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  yield* body;
}

/**
 * Opens an object. `name`: for the operator. @throws RefusedError for another key, or changed or cut data, TargetError;
 * so does reading `body`.
 */
export async function unseal(
  sealed: ReadableStream<Uint8Array>,
  { identity, name }: { identity: string; name: string },
): Promise<{ head: Head; body: AsyncIterable<Buffer> }> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const packed = await decrypter.decrypt(sealed).catch((error: unknown) => {
    if (error instanceof TargetError) throw error;
    throw new RefusedError(
      'other-key',
      `${name} is not encrypted for this recovery key, or its beginning is damaged.`,
    );
  });
  const plain = createGunzip();
  // The reader gets the error.
  pipeline(packed, plain).catch(() => {});
  const chunks = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return readHead(refusing(chunks, name), name);
}

async function* refusing(chunks: AsyncIterator<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* { [Symbol.asyncIterator]: () => chunks };
  } catch (error) {
    throw error instanceof TargetError ? error : damagedCopy(name);
  }
}

async function readHead(chunks: AsyncGenerator<Buffer>, name: string) {
  let begun = Buffer.alloc(0);
  for (;;) {
    const next = await chunks.next();
    if (next.done || begun.length > LONGEST_HEAD) throw damagedCopy(name);
    begun = Buffer.concat([begun, next.value]);
    const end = begun.indexOf('\n');
    if (end === -1) continue;
    const head = JSON.parse(begun.subarray(0, end).toString()) as Head;
    return { head, body: follow(begun.subarray(end + 1), chunks) };
  }
}

async function* follow(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}

export function damagedCopy(name: string): RefusedError {
  return new RefusedError('corrupt', `${name} was changed or is incomplete.`);
}
