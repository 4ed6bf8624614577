import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Decrypter, Encrypter } from 'age-encryption';
import { RefusedError } from './refusal.ts';

// The age file format with a passphrase (https://age-encryption.org): any age tool opens these files.

/** log2 of scrypt's N: uses 128 MiB of memory briefly, half of the package's default. */
const WORK = 17;
const HEADER = /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} (?:1?\d|20)\n[\w+/]{43}\n--- [\w+/]{43}\n/;
const LONGEST_HEADER = 256;

/** @param work lower only for tests. */
export async function encryptFile(
  file: string,
  passphrase: string,
  work: number = WORK,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work);
  return encrypter.encrypt(bytesOf(file));
}

/**
 * Decrypts `file` into `to`, which only this user can read. Each chunk is authenticated with its position.
 * @throws RefusedError for another format, a wrong passphrase, or changed, moved or truncated data.
 */
export async function decryptFile(file: string, passphrase: string, to: string): Promise<void> {
  if (!HEADER.test(await text(createReadStream(file, { end: LONGEST_HEADER - 1, encoding: 'latin1' }))))
    throw new RefusedError('foreign', `${file} is not a backup encrypted with a passphrase.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const plain = await decrypter
    .decrypt(bytesOf(file))
    .catch(refuse('other-passphrase', `Wrong passphrase, or the beginning of ${file} is damaged.`));
  await plain
    .pipeTo(Writable.toWeb(createWriteStream(to, { flags: 'wx', mode: 0o600 })))
    .catch(refuse('corrupt', `${file} was changed or is incomplete. Copy it again.`));
}

function bytesOf(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
}

/** Handles the package's errors; system errors are rethrown. */
function refuse(code: 'other-passphrase' | 'corrupt', message: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error && 'syscall' in error ? error : new RefusedError(code, message);
  };
}
