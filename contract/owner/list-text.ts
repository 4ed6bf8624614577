// How the text of a list is read: the browser cuts it into parts by the same rules by which the server reads them.

declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };

export const LINE_END = /\r\n|\r|\n/g;
const SEPARATORS = [',', ';', '\t', '|'];

/** The separator that is most frequent in the first line: spreadsheets choose it by country. */
export function separatorOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const count = (sign: string) => line.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** The bytes of UTF-8 that belong to one character. */
const LONGEST_CHARACTER = 4;

/**
 * Decodes a list, without its byte order mark. UTF-16 is known by its mark or its zeros, UTF-8 by its first
 * characters that are not ASCII; what is neither was written by Excel in Western Europe (Windows-1252).
 */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let waiting: Uint8Array = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const part of bytes) {
    if (decoder !== null) yield decoder.decode(part, { stream: true });
    else {
      const begin = joined(waiting, part);
      const encoding = encodingOf(begin);
      if (encoding !== null) yield (decoder = new TextDecoder(encoding)).decode(begin, { stream: true });
      const isPlain = encoding === null && isAscii(begin);
      if (isPlain) yield new TextDecoder('utf-8').decode(begin);
      waiting = isPlain ? new Uint8Array() : begin;
    }
  }
  yield decoder?.decode() ?? new TextDecoder(isUtf8(waiting) ? 'utf-8' : 'windows-1252').decode(waiting);
}

/** Null: these bytes alone do not show it. */
function encodingOf(begin: Uint8Array): string | null {
  const [first, second] = begin;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = [...begin.subarray(0, 1_000)];
  const even = sample.filter((byte, place) => byte === 0 && place % 2 === 0).length;
  const odd = sample.filter((byte) => byte === 0).length - even;
  if (odd > sample.length / 4 && even * 10 < odd) return 'utf-16le';
  if (even > sample.length / 4 && odd * 10 < even) return 'utf-16be';
  // The last character may be cut.
  if (isAscii(begin.subarray(0, -LONGEST_CHARACTER))) return null;
  return isUtf8(begin.subarray(0, -LONGEST_CHARACTER), true) ? 'utf-8' : 'windows-1252';
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

function isUtf8(bytes: Uint8Array, isCut: boolean = false): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
