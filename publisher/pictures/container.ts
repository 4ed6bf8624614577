import type { PHOTO_KINDS } from '#contract/content/file-kinds.ts';
import { displayP3 } from './display-p3.ts';

/** How a picture is to be turned, 1 to 8 as in EXIF; 1: it is upright. */
export type Turn = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
/** `at`: where EXIF says it, a 16-bit number; null: it says nothing, or something else does. */
type Found = { isWhole: boolean; turn: Turn; exif: { at: number; isLittle: boolean } | null };
type Kind = (typeof PHOTO_KINDS)[number];

const ORIENTATION = 0x0112;
/** By the quarter turns of `irot`, which go to the left, and `imir`: none, top to bottom, left to right. */
const AVIF_TURNS: Turn[][] = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];

/** Reads what a picture says around its pixels: whether it ends, and how it is turned. */
export function readContainer(file: Buffer, kind: Kind): Found {
  switch (kind) {
    case 'jpg':
      return jpeg(file);
    case 'png':
      return png(file);
    case 'webp':
      return webp(file);
    case 'avif':
      // Half of one is not decoded.
      return { isWhole: true, turn: avifTurn(file), exif: null };
  }
}

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B: markers with a length, until the first scan. */
function jpeg(file: Buffer): Found {
  let exif: Buffer | null = null;
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== 0xda) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    const isExif = file[at + 1] === 0xe1 && file.toString('latin1', at + 4, at + 10) === 'Exif\0\0';
    if (isExif) exif ??= file.subarray(at + 10, end);
    at = end;
  }
  // In the data of a scan a 0xff has a 0 behind it.
  return { isWhole: file.includes(Buffer.from([0xff, 0xd9]), at), ...turnIn(file, exif) };
}

/** https://www.w3.org/TR/png-3/#5Chunk-layout. The library does not read its EXIF. */
function png(file: Buffer): Found {
  let turn: Turn = 1;
  let at = 8;
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return { isWhole: true, turn, exif: null };
    if (name === 'eXIf') ({ turn } = turnIn(file, file.subarray(at + 8, at + 8 + length)));
    at += 12 + length;
  }
  return { isWhole: false, turn, exif: null };
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webp(file: Buffer): Found {
  let exif: Buffer | null = null;
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'EXIF') exif = file.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  // Some programs write the mark of JPEG before it.
  if (exif?.toString('latin1', 0, 6) === 'Exif\0\0') exif = exif.subarray(6);
  return { isWhole: file.length >= 8 + file.readUInt32LE(4), ...turnIn(file, exif) };
}

/** The first directory of EXIF, which is a TIFF. */
function turnIn(file: Buffer, exif: Buffer | null): Pick<Found, 'turn' | 'exif'> {
  const upright = { turn: 1, exif: null } as const;
  if (exif === null || exif.length < 10) return upright;
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const two = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const start = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (start + 2 > exif.length) return upright;
  for (let at = start + 2; at < start + 2 + two(start) * 12 && at + 12 <= exif.length; at += 12)
    if (two(at) === ORIENTATION) {
      const turn = two(at + 8);
      if (turn < 1 || turn > 8) return upright;
      return { turn: turn as Turn, exif: { at: exif.byteOffset - file.byteOffset + at + 8, isLittle } };
    }
  return upright;
}

/** Properties of items, in boxes in boxes (ISO/IEC 23008-12, 6.5). */
function avifProperties(file: Buffer): Buffer {
  const meta = boxIn(file, 'meta');
  // It is a full box: four bytes of version and flags.
  return boxIn(boxIn(meta.subarray(4), 'iprp'), 'ipco');
}

/** Display P3 in the numbers of `nclx` (ITU-T H.273): its primaries, and the curve of sRGB. */
const P3 = [12, 13];

/** The colours of an AVIF as an ICC profile, since the library reads neither; null: as sRGB. */
export function avifProfile(file: Buffer): Buffer | null {
  const properties = avifProperties(file);
  const profile = boxIn(properties, 'colr', /^(?:prof|rICC)/);
  if (profile.length > 4) return profile.subarray(4);
  const numbers = boxIn(properties, 'colr', /^nclx/);
  const isP3 = numbers.length >= 8 && P3.every((one, at) => numbers.readUInt16BE(4 + 2 * at) === one);
  return isP3 ? displayP3() : null;
}

function avifTurn(file: Buffer): Turn {
  const properties = avifProperties(file);
  const [rotation = 0] = boxIn(properties, 'irot');
  const [mirror] = boxIn(properties, 'imir');
  return AVIF_TURNS[rotation & 3]?.[mirror === undefined ? 0 : 1 + (mirror & 1)] ?? 1;
}

/** The content of the first box of this name that begins so; empty: there is none. */
function boxIn(boxes: Buffer, name: string, begins = /^/): Buffer {
  for (let at = 0; at + 8 <= boxes.length;) {
    const length = boxes.readUInt32BE(at);
    const content = boxes.subarray(at + 8, at + length);
    if (boxes.toString('latin1', at + 4, at + 8) === name && begins.test(content.toString('latin1', 0, 4)))
      return content;
    if (length < 8) break;
    at += length;
  }
  return Buffer.alloc(0);
}
