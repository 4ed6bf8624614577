import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { LETTER_PICTURE } from '#contract/content/pictures.ts';
import { drawLetterPicture } from './letter-picture.ts';

async function draw(t: TestContext, picture: Sharp | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-letter-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, Buffer.isBuffer(picture) ? picture : await picture.toBuffer());
  const drawn = await drawLetterPicture({ program: '', file });
  if ('code' in drawn) return drawn.code;
  const jpeg = Buffer.from(drawn.jpeg, 'base64');
  const { format, width, height, orientation, exif, xmp } = await sharp(jpeg).metadata();
  assert.deepEqual([format, width, height], ['jpeg', drawn.width, drawn.height]);
  assert.deepEqual([orientation, exif, xmp], [undefined, undefined, undefined]);
  assert.ok(jpeg.length <= LETTER_PICTURE.bytes, `${jpeg.length} bytes`);
  const at = async (left: number, top: number) => [
    ...(await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  return { width, height, bytes: jpeg.length, at };
}

function plain(width: number, height: number, background: object = { r: 200, g: 30, b: 30 }) {
  return sharp({ create: { width, height, channels: 4, background: { alpha: 1, ...background } } });
}

/** What no JPEG makes small. */
function noise(width: number, height: number): Sharp {
  let seed = 1;
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, () => (seed = (seed * 48_271) % 2_147_483_647) & 255),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

test('a picture of a letter is at most 1200 wide and twice as high, never enlarged, upright and without its data (catches: as wide as it came; the turn ignored; data kept)', async (t) => {
  const sizeOf = async (picture: Sharp) => {
    const drawn = await draw(t, picture);
    return typeof drawn === 'string' ? drawn : [drawn.width, drawn.height];
  };
  assert.deepEqual(await sizeOf(plain(2400, 1440).png()), [1200, 720]);
  assert.deepEqual(await sizeOf(plain(600, 40).webp()), [600, 40]);
  assert.deepEqual(await sizeOf(plain(800, 4800).png()), [800, 1600]);
  const turned = plain(900, 1500).withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Ana' } } });
  assert.deepEqual(await sizeOf(turned.jpeg()), [1200, 720]);
});

test('transparent pixels are white in a letter (catches: black)', async (t) => {
  const drawn = await draw(t, plain(600, 400, { r: 0, g: 0, b: 0, alpha: 0 }).png());
  assert.ok(typeof drawn !== 'string');
  assert.deepEqual(await drawn.at(300, 200), [255, 255, 255]);
});

test('a picture of a letter has at most 200 KB, whatever it shows (catches: the first quality whatever it weighs; only the quality goes down)', async (t) => {
  const drawn = await draw(t, noise(1300, 1300).png());
  assert.ok(typeof drawn !== 'string' && drawn.width < 1200 && drawn.width > 400, JSON.stringify(drawn));
});

test('a picture too narrow for a letter, or another file, is refused by its code (catches: 599 pixels)', async (t) => {
  assert.equal(await draw(t, plain(599, 2000).png()), 'picture-small');
  assert.equal(await draw(t, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'picture');
  const whole = await plain(700, 700).jpeg().toBuffer();
  assert.equal(await draw(t, whole.subarray(0, whole.length - 60)), 'picture-cut');
});
