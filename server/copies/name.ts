/*
 * A copy is a folder of the target: a base (number 0), and the parts that follow it. Names hold what can be checked without
 * the recovery key: no number is missing, and each object has the hash of its name.
 * `20261126T221504123Z-1a2b3c4d/00000012-20261126T223000000Z-<sha256>.age`
 */

/** An object of the target. */
export type CopyName = {
  /** The copy that it belongs to. */
  base: string;
  number: number;
  /** It holds everything until then: milliseconds since 1970. */
  at: number;
  /** SHA-256 of the sealed object, as hex. */
  hash: string;
};

const NAME = /^(\d{8}T\d{9}Z-[\da-f]{8})\/(\d{8})-(\d{8}T\d{9}Z)-([\da-f]{64})\.age$/;
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/;

/** `random`: eight hex digits, so that two servers never share a copy. */
export function baseId(at: number, random: string): string {
  return `${stampOf(at)}-${random}`;
}

export function nameOf({ base, number, at, hash }: CopyName): string {
  return `${base}/${String(number).padStart(8, '0')}-${stampOf(at)}-${hash}.age`;
}

/** Null: not one of ours. */
export function parseName(name: string): CopyName | null {
  const [, base, number, at, hash] = NAME.exec(name) ?? [];
  if (base === undefined || at === undefined || hash === undefined) return null;
  return { base, number: Number(number), at: timeOf(at), hash };
}

function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:.]/g, '');
}

function timeOf(stamp: string): number {
  const [, ...parts] = STAMP.exec(stamp) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = '', ms = ''] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}
