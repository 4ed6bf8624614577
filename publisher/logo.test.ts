import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { folderOf } from '#test/fixtures/folder.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';
import { readLogo } from './logo.ts';
import { writeInto } from './output.ts';
import { writeOwnerStyles } from './owner-styles.ts';
import { readFileSync } from 'node:fs';

const svg = (inner: string, viewBox = '0 0 9 3') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${inner}</svg>`;
const SHAPES = svg('<path d="M0 0H9" fill="url(#a)"/><linearGradient id="a"/>');
const once = (_facts: object, _files: Buffer[], draw: () => Promise<Buffer>) => draw();

function png(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').fillRect(0, 0, width / 2, height);
  const drawn = canvas.toBuffer('image/png');
  // A text of whoever made it, behind the first chunk, which has 33 bytes with the signature.
  return Buffer.concat([drawn.subarray(0, 33), textChunk('by Ana at home'), drawn.subarray(33)]);
}

function textChunk(text: string): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(`tEXtAuthor\0${text}`), Buffer.alloc(4)]);
  chunk.writeUInt32BE(chunk.length - 12);
  return chunk;
}

test('a PNG and an SVG are shown side by side, the PNG three times as sharp as it is high and without its data (faults: copied; in its own size)', async (t) => {
  const folder = folderOf(t);
  const given = { dark: ownerFile(folder, 'png', png(600, 200)), light: ownerFile(folder, 'svg', SHAPES) };
  const out = writeInto(join(folder, 'out'));
  const styles = writeOwnerStyles(null, await readLogo(given, folder, once), out);
  await out.end();
  assert.match(
    styles?.css ?? '',
    /aspect-ratio:288 \/ 96;.*url\(\/static\/media\/logo-on-light\.[\w-]{8}\.svg\)/,
  );
  const [, path = ''] =
    /\[data-theme=dark\].*url\(\/(static\/media\/logo-on-dark\.[\w-]{8}\.png)\)/.exec(styles?.css ?? '') ??
    [];
  const drawn = readFileSync(join(folder, 'out', path));
  const { width, height } = await loadImage(drawn);
  assert.deepEqual([width, height], [288, 96]);
  assert.ok(!drawn.includes('Ana'));
});

const REFUSED: [name: string, extension: 'svg' | 'png', content: string | Buffer, fault: object][] = [
  ['a script', 'svg', svg('<script>1</script>'), { code: 'logo-unsafe' }],
  ['a handler', 'svg', svg('<g onload="x()"/>'), { code: 'logo-unsafe' }],
  ['a picture elsewhere', 'svg', svg('<image href="https://a.example/x"/>'), { code: 'logo-unsafe' }],
  ['styles elsewhere', 'svg', svg('<style>@import "x"</style>'), { code: 'logo-unsafe' }],
  ['a paint elsewhere', 'svg', svg('<path fill="url(https://a.example)"/>'), { code: 'logo-unsafe' }],
  ['a link that runs', 'svg', svg('<a xlink:href="javascript:1"/>'), { code: 'logo-unsafe' }],
  ['too many bytes', 'svg', svg(' '.repeat(21_000)), { code: 'logo-large', limit: '20' }],
  ['no size', 'svg', '<svg/>', { code: 'logo' }],
  ['no height', 'svg', svg('', '0 0 9 0'), { code: 'logo' }],
  ['a line', 'svg', svg('', '0 0 101 10'), { code: 'logo-wide', limit: '10' }],
  ['few pixels', 'png', png(300, 95), { code: 'logo-small', limit: '96', found: '95' }],
  ['a line of pixels', 'png', png(1000, 99), { code: 'logo-wide' }],
  ['an SVG in it', 'png', SHAPES, { code: 'picture' }],
  ['half of it', 'png', png(300, 100).subarray(0, 60), { code: 'picture' }],
];

for (const [name, extension, content, fault] of REFUSED)
  test(`a logo as ${extension} with ${name} is refused by name (fault: shown)`, async (t) => {
    const folder = folderOf(t);
    const good = ownerFile(folder, 'svg', SHAPES);
    const given = { dark: good, light: ownerFile(folder, extension, content) };
    await assert.rejects(readLogo(given, folder, once), ({ problem }: { problem: object }) => {
      assert.deepEqual({ ...problem, ...fault, field: 'brand.logo', at: '.light' }, problem);
      return true;
    });
  });
