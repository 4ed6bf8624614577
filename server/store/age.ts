import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Decrypter, Encrypter } from 'age-encryption';
import { RefusedError } from './refusal.ts';

// The age file format (https://age-encryption.org), with a passphrase or for a recovery key: any age tool opens these files.

/** What a file is encrypted with. `recipient`: the public half of the recovery key. */
export type Lock = { passphrase: string } | { recipient: string };
/** What opens it. `identity`: the private half. */
export type Opener = { passphrase: string } | { identity: string };

/** log2 of scrypt's N: uses 128 MiB of memory briefly, half of the package's default. */
const WORK = 17;
const WITH_PASSPHRASE =
  /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} (?:1?\d|20)\n[\w+/]{43}\n--- [\w+/]{43}\n/;
const FOR_KEY = /^age-encryption\.org\/v1\n-> X25519 [\w+/]{43}\n[\w+/]{43}\n--- [\w+/]{43}\n/;
const LONGEST_HEADER = 256;

/** @param work lower only for tests. */
export async function encryptFile(
  file: string,
  lock: Lock,
  work: number = WORK,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  if ('recipient' in lock) encrypter.addRecipient(lock.recipient);
  else {
    encrypter.setPassphrase(lock.passphrase);
    encrypter.setScryptWorkFactor(work);
  }
  return encrypter.encrypt(bytesOf(file));
}

/** Whether a recovery key opens the file, not a passphrase. */
export async function isForKey(file: string): Promise<boolean> {
  return FOR_KEY.test(await headerOf(file));
}

/**
 * Decrypts `file` into `to`, which only this user can read. Each chunk is authenticated with its position.
 * @throws RefusedError for another format, a wrong passphrase or key, or changed, moved or truncated data.
 */
export async function decryptFile(file: string, opener: Opener, to: string): Promise<void> {
  const [pattern, by] =
    'identity' in opener
      ? ([FOR_KEY, 'for a recovery key'] as const)
      : ([WITH_PASSPHRASE, 'with a passphrase'] as const);
  if (!pattern.test(await headerOf(file)))
    throw new RefusedError('foreign', `${file} is not a backup encrypted ${by}.`);
  const decrypter = new Decrypter();
  if ('identity' in opener) decrypter.addIdentity(opener.identity);
  else decrypter.addPassphrase(opener.passphrase);
  const plain = await decrypter
    .decrypt(bytesOf(file))
    .catch(
      'identity' in opener
        ? refuse('other-key', `Another recovery key opens ${file}, or its beginning is damaged.`)
        : refuse('other-passphrase', `Wrong passphrase, or the beginning of ${file} is damaged.`),
    );
  await plain
    .pipeTo(Writable.toWeb(createWriteStream(to, { flags: 'wx', mode: 0o600 })))
    .catch(refuse('corrupt', `${file} was changed or is incomplete. Copy it again.`));
}

function headerOf(file: string): Promise<string> {
  return text(createReadStream(file, { end: LONGEST_HEADER - 1, encoding: 'latin1' }));
}

function bytesOf(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
}

/** Handles the package's errors; system errors are rethrown. */
function refuse(
  code: 'other-passphrase' | 'other-key' | 'corrupt',
  message: string,
): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error && 'syscall' in error ? error : new RefusedError(code, message);
  };
}
