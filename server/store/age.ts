import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Decrypter, Encrypter } from 'age-encryption';
import { RefusedError } from './refusal.ts';

// The file format age with a passphrase (https://age-encryption.org): any age tool opens what this writes.

/** 2 to the power of it is scrypt's work: 128 MiB of memory for a moment, half of what the package would take. */
const WORK = 17;
const HEADER = /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} (?:1?\d|20)\n[\w+/]{43}\n--- [\w+/]{43}\n/;
const LONGEST_HEADER = 256;

/** @param work less only for tests. */
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
 * Writes what `file` holds to `to`, which only this user can read. Each piece carries its own proof and its place.
 * @throws RefusedError where it is no such file, the passphrase is another, or anything was changed, moved or cut off.
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

/** Of what the package throws; the system's errors are thrown on. */
function refuse(code: 'other-passphrase' | 'corrupt', message: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error && 'syscall' in error ? error : new RefusedError(code, message);
  };
}
