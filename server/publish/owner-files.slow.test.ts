import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { MOST_FILE_BYTES } from '#contract/content/content.ts';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { writeField } from '#server/content/draft.ts';
import { storeFile } from '#server/content/files.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { drawPicture, inspectFile } from './owner-files.ts';
import { publishDraft } from './publish.ts';
import { renderingsIn } from './renderings.ts';

const now = () => 0;
const picture = (width: number, height: number, kind: 'jpeg' | 'png') =>
  createCanvas(width, height).encode(kind as 'jpeg');

async function stored({ write, dataDir }: TestStore, extension: string, content: string | Buffer) {
  async function* stream() {
    yield Buffer.from(content);
  }
  const file = await storeFile(write, extension, stream(), { most: MOST_FILE_BYTES, dataDir }, 0);
  return file.is === 'stored' ? file.name : assert.fail(file.is);
}

/** As a camera held on its side writes it. */
function turned(jpeg: Buffer): Buffer {
  // One entry of TIFF: orientation 6.
  const tiff = '4d4d002a00000008000101120003000000010006000000000000';
  const exif = Buffer.from(`ffe10000457869660000${tiff}`, 'hex');
  exif.writeUInt16BE(exif.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

/** Says that it has so many pixels; all its rows are empty. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + width / 8) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const PAGES = '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 48>>';
const OUTLINE = '<</Type/Outlines/Count 99>>';
const plainPdf = `%PDF-1.4\n1 0 obj\n${OUTLINE}\nendobj\n2 0 obj\n${PAGES}\nendobj\ntrailer\n<</Root 5 0 R>>\n`;
const head = `1 0 2 ${OUTLINE.length + 1} `;
const packed = deflateSync(`${head}${OUTLINE} ${PAGES}`);
const packedPdf = Buffer.concat([
  Buffer.from(`%PDF-1.7\n9 0 obj\n<</Type/ObjStm/N 2/First ${head.length}/Filter/FlateDecode>>\nstream\n`),
  packed,
  Buffer.from('\nendstream\nendobj\n'),
]);
const EPUB = `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`;
const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">${inner}</svg>`;

const FILES: [name: string, extension: string, content: string | Buffer, seen: object][] = [
  ['a JPEG', 'jpg', await picture(60, 40, 'jpeg'), { kind: 'jpg', width: 60, height: 40 }],
  ['a turned JPEG', 'jpg', turned(await picture(60, 40, 'jpeg')), { kind: 'jpg', width: 40, height: 60 }],
  ['an SVG', 'svg', svg('<path d="M0 0h90v9z"/>'), { kind: 'svg', width: 90, height: 30 }],
  ['a PDF', 'pdf', plainPdf, { kind: 'pdf', pages: 48 }],
  ['a PDF with packed objects', 'pdf', packedPdf, { kind: 'pdf', pages: 48 }],
  ['a PDF without pages', 'pdf', '%PDF-1.4\n', { kind: 'pdf', pages: null }],
  ['an EPUB', 'epub', EPUB, { kind: 'epub', pages: null }],
  ['a locked PDF', 'pdf', `${plainPdf}trailer\n<</Encrypt 7 0 R>>`, { code: 'book-locked' }],
  ['an SVG that runs', 'svg', svg('<script/>'), { code: 'logo-unsafe', limit: '<script>' }],
  ['half a picture', 'png', (await picture(60, 40, 'png')).subarray(0, 50), { code: 'picture' }],
  [
    'a picture of 64 million pixels',
    'png',
    bomb(8000, 8000),
    { code: 'picture-large', limit: '60', found: '8000 × 8000' },
  ],
  ['a picture beyond the memory', 'png', bomb(40_000, 40_000), { code: 'picture' }],
  ['something else', 'pdf', 'MZ', { code: 'file' }],
];

test('a stored file is checked once and for all fields (catches: sizes of a turned picture; an outline counted as pages; memory filled)', async (t) => {
  const store = await openTestStore(t);
  for (const [name, extension, content, seen] of FILES) {
    const found = await inspectFile({ ...store, now }, await stored(store, extension, content));
    const told = found.is === 'inspected' ? found.facts : found.is === 'refused' ? found.fault : found;
    assert.deepEqual({ ...told, ...seen }, told, name);
  }
  const gone = await inspectFile({ ...store, now }, `${'0'.repeat(64)}.png`);
  assert.ok(gone.is === 'refused' && gone.fault.code === 'file-there', JSON.stringify(gone));
  const above = await inspectFile({ ...store, now }, '../../embreve.sqlite');
  assert.ok(above.is === 'refused' && above.fault.code === 'file-there', JSON.stringify(above));
});

const focus = { x: 0.5, y: 0.5 };

/** The drawn pictures of a server: what is drawn again is another file. */
function drawnIn({ dataDir }: TestStore): Map<string, number> {
  const { drawn } = renderingsIn(dataDir);
  return new Map(readdirSync(drawn).map((name) => [name, statSync(join(drawn, name)).ino]));
}

test('a picture that was drawn when it came is published without being drawn again (catches: another key; another crop)', async (t) => {
  const store = await openTestStore(t);
  const field = 'pictures.about';
  const value = {
    dark: { file: await stored(store, 'jpg', await picture(1280, 1184, 'jpeg')), focus },
    light: null,
  };
  assert.deepEqual(await drawPicture({ ...store, now }, field, value), {
    is: 'drawn',
    exposed: { dark: 0, light: 0 },
  });
  const before = drawnIn(store);
  assert.equal(before.size, 6);
  await writeField(store.write, { field, value, revision: 0, owner: null }, 0);
  const settings = siteSettings(readConfig({}));
  const published = await publishDraft({ ...store, settings, now }, null);
  assert.equal(published.is, 'published', JSON.stringify(published));
  const after = drawnIn(store);
  // Icons, and pictures of shared links.
  assert.equal(after.size, before.size + 8);
  for (const [name, inode] of before) assert.equal(after.get(name), inode);
});

test('an accent is drawn when it is saved, and published without being drawn again (catches: at the publication; bobs nobody asks for)', async (t) => {
  const store = await openTestStore(t);
  const [field, value] = ['brand.accent', '#0f9d8a'] as const;
  assert.equal((await drawPicture({ ...store, now }, field, value)).is, 'drawn');
  const before = drawnIn(store);
  assert.equal(before.size, 32);
  await writeField(store.write, { field, value, revision: 0, owner: null }, 0);
  const settings = siteSettings(readConfig({}));
  const published = await publishDraft({ ...store, settings, now }, null);
  assert.equal(published.is, 'published', JSON.stringify(published));
  const after = drawnIn(store);
  // Icons, and pictures of shared links.
  assert.equal(after.size, before.size + 8);
  for (const [name, inode] of before) assert.equal(after.get(name), inode);
});

test('a picture that its field cannot show is refused with both sizes (catches: found at the publication)', async (t) => {
  const store = await openTestStore(t);
  const name = await stored(store, 'jpg', await picture(600, 799, 'jpeg'));
  const person = { name: 'A', role: { en: 'A', pt: 'A' } };
  const people = [
    { ...person, portrait: null },
    { ...person, portrait: { file: name } },
  ];
  assert.deepEqual(await drawPicture({ ...store, now }, 'people', people), {
    is: 'refused',
    problems: [
      { field: 'people', at: '[1].portrait', code: 'picture-small', limit: '640 × 800', found: '600 × 799' },
    ],
  });
});
