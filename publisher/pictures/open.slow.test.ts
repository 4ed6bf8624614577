import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { ROOT } from '#server/base/root.ts';
import { openPicture, type PhotoError } from './open.ts';

const [WIDE, HIGH] = [64, 48];
const COLOURS = { R: [255, 0, 0], G: [0, 255, 0], B: [0, 0, 255], W: [255, 255, 255] };
/** The corners of a picture, stored as red, green, blue and white, once it is turned as EXIF says. */
const TURNED = ['RGBW', 'GRWB', 'WBGR', 'BWRG', 'RBGW', 'BRWG', 'WGBR', 'GWRB'];

function stored() {
  const pixels = Buffer.alloc(WIDE * HIGH * 3);
  for (let y = 0; y < HIGH; y++)
    for (let x = 0; x < WIDE; x++) {
      const [top, bottom] = x < WIDE / 2 ? (['R', 'B'] as const) : (['G', 'W'] as const);
      pixels.set(COLOURS[y < HIGH / 2 ? top : bottom], (y * WIDE + x) * 3);
    }
  return sharp(pixels, { raw: { width: WIDE, height: HIGH, channels: 3 } });
}

/** The letters of its corners, row by row, each within four steps of its colour. */
async function cornersOf(file: Buffer): Promise<string> {
  const image = await openPicture(file);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const letters = [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.1, 0.9],
    [0.9, 0.9],
  ].map(([x = 0, y = 0]) => {
    const { data } = context.getImageData(Math.floor(x * image.width), Math.floor(y * image.height), 1, 1);
    const found = Object.entries(COLOURS).find(([, colour]) =>
      colour.every((value, at) => Math.abs(value - (data[at] ?? 0)) <= 4),
    );
    return found?.[0] ?? `(${data.join()})`;
  });
  return letters.join('');
}

for (const kind of ['jpeg', 'png', 'webp'] as const)
  test(`a ${kind} is upright whatever EXIF says, in the colours of its profile (catches: the profile lost with the turn; the turn of a PNG ignored)`, async () => {
    for (const [at, corners] of TURNED.entries()) {
      const file = stored()
        .withMetadata({ orientation: at + 1 })
        .withIccProfile('p3')
        .toFormat(kind, { quality: 100, chromaSubsampling: '4:4:4', lossless: true });
      assert.equal(await cornersOf(await file.toBuffer()), corners, `${kind} ${at + 1}`);
    }
  });

test('an AVIF has the colours of its profile (catches: Display P3 read as sRGB)', async () => {
  const file = stored().withIccProfile('p3').avif({ quality: 100, chromaSubsampling: '4:4:4' });
  assert.equal(await cornersOf(await file.toBuffer()), 'RGBW');
});

test('an AVIF that names Display P3 by its numbers has its colours, too (catches: read as sRGB; any numbers are it)', async () => {
  const file = await readFile(join(ROOT, 'test/fixtures/turned-left.avif'));
  file[file.indexOf('irot') + 4] = 2;
  const numbers = file.indexOf('nclx') + 4;
  const shown = async (primaries: number, curve: number) => {
    file.writeUInt16BE(primaries, numbers);
    file.writeUInt16BE(curve, numbers + 2);
    const image = await openPicture(file);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(10, 10, 1, 1).data.subarray(0, 3)];
  };
  assert.deepEqual(await shown(1, 13), [20, 120, 60]);
  assert.deepEqual(await shown(12, 13), [0, 122, 52]);
  assert.deepEqual(await shown(12, 16), [20, 120, 60]);
});

test('an AVIF is turned and mirrored as it says itself (catches: shown as stored)', async () => {
  const file = await readFile(join(ROOT, 'test/fixtures/turned-left.avif'));
  const at = file.indexOf('irot');
  const size = async (box: string, value: number) => {
    file.write(box, at, 'latin1');
    file[at + 4] = value;
    const image = await openPicture(file);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(10, 10, 1, 1);
    return `${image.width} ${data[0]} ${data[1]} ${data[2]}`;
  };
  assert.equal(await size('irot', 0), '720 254 0 0');
  assert.equal(await size('irot', 1), '900 0 255 1');
  assert.equal(await size('irot', 2), '720 20 120 60');
  assert.equal(await size('irot', 3), '900 0 0 254');
  assert.equal(await size('imir', 0), '720 0 0 254');
  assert.equal(await size('imir', 1), '720 0 255 1');
});

test('a picture whose end is missing is refused, a whole one with bytes behind it is not (catches: black where data is missing)', async () => {
  const noise = sharp({
    create: {
      width: 120,
      height: 120,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 99, sigma: 50 },
    },
  });
  for (const kind of ['jpeg', 'png', 'webp', 'avif'] as const)
    for (const progressive of [false, true]) {
      const file = await noise.clone().toFormat(kind, { progressive }).toBuffer();
      const name = `${kind} ${progressive}`;
      for (const share of [0.5, 0.99]) {
        const cut = openPicture(file.subarray(0, file.length * share));
        await assert.rejects(cut, ({ fault }: PhotoError) => /^picture(?:-cut)?$/.test(fault.code), name);
      }
      const followed = Buffer.concat([file, Buffer.from('made by a phone')]);
      assert.equal((await openPicture(followed)).width, 120, name);
    }
});
