import { inflateSync } from 'node:zlib';

/** Bytes of objects that are stored together, unpacked: far more than there are in a book. */
const MOST_UNPACKED = 16 * 1024 * 1024;

/** Whether a PDF is encrypted (ISO 32000-2, 7.6). Some of those open without a password, but not in every reader. */
export function isLocked(pdf: Buffer): boolean {
  return /\/Encrypt\s*(?:\d+\s+\d+\s+R\b|<<)/.test(pdf.toString('latin1'));
}

/** The pages of a PDF, from the root of its page tree (7.7.3.2); null if none is found. */
export function pagesOf(pdf: Buffer): number | null {
  const counts = objectsIn(pdf)
    .filter((object) => /\/Type\s*\/Pages\b/.test(object))
    .map((object) => Number(/\/Count\s+(\d{1,6})\b/.exec(object)?.[1] ?? 0));
  const pages = Math.max(0, ...counts);
  return pages === 0 ? null : pages;
}

/** All objects without their streams, also those that are stored together in compressed streams (7.5.7). */
function objectsIn(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const objects: string[] = [];
  for (const found of text.matchAll(/\bobj\b([^]*?)\b(?:endobj|stream\r?\n)/g)) {
    const [whole, dictionary = ''] = found;
    objects.push(dictionary);
    if (/\/Type\s*\/ObjStm\b/.test(dictionary))
      objects.push(...storedTogether(pdf.subarray(found.index + whole.length), dictionary));
  }
  return objects;
}

function storedTogether(stream: Buffer, dictionary: string): string[] {
  const number = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
  try {
    const unpacked = inflateSync(stream, { maxOutputLength: MOST_UNPACKED });
    const text = unpacked.toString('latin1');
    // Pairs of an object's number and where it begins after the head.
    const head = text.slice(0, number('First')).trim().split(/\s+/).map(Number);
    const begins = head.filter((_, at) => at % 2 === 1).map((at) => at + number('First'));
    return begins.map((begin, at) => text.slice(begin, begins[at + 1]));
  } catch {
    // Packed otherwise.
    return [];
  }
}
