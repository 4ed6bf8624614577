import { type PublicHalf, type Signer, signatureOf, verifierOf } from './signature.ts';

/*
 * A copy is a folder of the target: a base, and the parts that follow it. Names hold what can be checked without the
 * recovery key: whose copy it is, which one is newer, that no number is missing, that each object has the hash of its name,
 * and that the list itself has made it. Times say when, never which is newer: a clock may be wrong.
 * `0123456789abcdef-00000042-00000040-00000345-1a2b3c4d/00000346-20261126T223000000Z-<sha256>-<signature>.age`
 */

/** Which copy it is. */
export type CopyId = {
  /** The list that is copied: 16 hex digits. */
  store: string;
  /** Each copy of a store has a higher number than the one before. */
  copy: number;
  /** The copy that began the recording which its parts are of: copies of one recording overlap. */
  recording: number;
  /** The number of its base: the last part of the recording that the base holds. */
  from: number;
};

/** An object of the target. */
export type CopyName = CopyId & {
  /** The folder. */
  base: string;
  /** Its place in the recording. */
  number: number;
  /** It holds everything until then, by the clock of its server: milliseconds since 1970. */
  at: number;
  /** SHA-256 of the sealed object, as hex. */
  hash: string;
  /** Of all that is before it; null: version 0.1.0 made it. */
  signature: string | null;
};

/** The store of copies that a version before 0.2.0 made: they are ordered by time. */
export const OLDER_STORE = 'older';

const FOLDER = /^([\da-f]{16})-(\d{8})-(\d{8})-(\d{8})-[\da-f]{8}$/;
const OLDER_FOLDER = /^\d{8}T\d{9}Z-[\da-f]{8}$/;
const OBJECT = /^(\d{8})-(\d{8}T\d{9}Z)-([\da-f]{64})(?:-([\w-]{86}))?\.age$/;
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/;

export function padded(number: number): string {
  return String(number).padStart(8, '0');
}

/** The name of a copy's folder. `random`: eight hex digits, so that two servers never share a copy. */
export function copyFolder({ store, copy, recording, from }: CopyId, random: string): string {
  return [store, padded(copy), padded(recording), padded(from), random].join('-');
}

type Named = Pick<CopyName, 'base' | 'number' | 'at' | 'hash'>;

export function objectName(object: Named, signer: Signer): string {
  return `${signedPart(object)}-${signatureOf(signedPart(object), signer)}.age`;
}

/** Whether the list that this half belongs to has made an object. */
export function isMadeBy(signer: PublicHalf): (object: CopyName) => boolean {
  const isSigned = verifierOf(signer);
  return (object) => object.signature !== null && isSigned(signedPart(object), object.signature);
}

function signedPart({ base, number, at, hash }: Named): string {
  return `${base}/${padded(number)}-${stampOf(at)}-${hash}`;
}

/** Null: not one of ours. */
export function parseFolder(base: string): CopyId | null {
  if (OLDER_FOLDER.test(base)) {
    const copy = timeOf(base);
    return { store: OLDER_STORE, copy, recording: copy, from: 0 };
  }
  const [, store, ...numbers] = FOLDER.exec(base) ?? [];
  const [copy = 0, recording = 0, from = 0] = numbers.map(Number);
  return store === undefined ? null : { store, copy, recording, from };
}

/** Null: not one of ours. */
export function parseName(name: string): CopyName | null {
  const [base = '', object = ''] = name.split('/');
  const id = parseFolder(base);
  const [, number, at, hash, signature = null] = OBJECT.exec(object) ?? [];
  if (id === null || at === undefined || hash === undefined) return null;
  return { ...id, base, number: Number(number), at: timeOf(at), hash, signature };
}

function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:.]/g, '');
}

function timeOf(stamp: string): number {
  const [, ...parts] = STAMP.exec(stamp) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = '', ms = ''] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}
