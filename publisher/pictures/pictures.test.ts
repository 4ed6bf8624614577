import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { SiteConfig } from '#contract/site.ts';
import { ROOT } from '#server/base/root.ts';
import { themeOn } from '#contract/content/accent.ts';
import { coloursOf } from './colours.ts';
import { drawIcon } from './icon.ts';
import { keepDrawn } from './kept.ts';
import { ICONS, markSvg } from './mark.ts';
import { drawShared } from './shared.ts';
import { formless } from './words.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const KB = 1024;
const COLOURS = { text: '#f1ebdf', accent: '#00ff00' };
const BRAND = { name: 'Casa Lume', markAt: 6, ground: '#0b1012' };

const MATERIAL = {
  font: await readFile(join(ROOT, 'ui/font/funnel-display.woff2')),
  scene: [await readFile(join(ROOT, 'site/soon/background/bg-wide-dark-1920.avif'))],
};

/** Decodes a JPEG or PNG into four bytes per pixel. */
async function pixelsOf(
  picture: Buffer,
): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.getContext('2d').getImageData(0, 0, image.width, image.height);
}

async function draw(brand: SiteConfig['brand'], title: string) {
  const picture = await drawShared({ brand, title, colours: COLOURS }, MATERIAL);
  assert.ok(picture.length <= 120 * KB, `${picture.length} bytes`);
  const pixels = await pixelsOf(picture);
  assert.deepEqual([pixels.width, pixels.height], [WIDTH, HEIGHT]);
  return pixels.data;
}

/** The bounding box of the pixels that differ by more than JPEG noise. */
function difference(one: Uint8ClampedArray, other: Uint8ClampedArray) {
  const found = { left: WIDTH, right: 0, top: HEIGHT, bottom: 0, pixels: 0 };
  for (let at = 0; at < one.length; at += 4) {
    if ([0, 1, 2].every((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) < 60))
      continue;
    const [x, y] = [(at / 4) % WIDTH, Math.floor(at / 4 / WIDTH)];
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
    found.pixels += 1;
  }
  return found;
}

test('a shared picture says the name it is given above, and the title below (catches: a name of its own)', async () => {
  const one = await draw(BRAND, 'Em breve');
  const named = difference(one, await draw({ ...BRAND, name: 'embreve' }, 'Em breve'));
  assert.ok(named.pixels > 500 && named.top > 40 && named.bottom < 120, JSON.stringify(named));
  const titled = difference(one, await draw(BRAND, 'Coming soon'));
  assert.ok(titled.pixels > 500 && titled.top > 400 && titled.bottom < 590, JSON.stringify(titled));
});

test('the mark is over its letter or before the name, in the accent (catches: a mark that stays)', async () => {
  const places = [null, 1, 6].map(async (markAt) => {
    const data = await draw({ ...BRAND, markAt }, 'Em breve');
    const green: number[] = [];
    for (let at = 0; at < data.length; at += 4)
      if ((data[at + 1] ?? 0) > 200 && (data[at] ?? 0) < 90) green.push((at / 4) % WIDTH);
    assert.ok(green.length > 20, `${green.length} pixels`);
    return Math.min(...green);
  });
  const [before = 0, second = 0, seventh = 0] = await Promise.all(places);
  assert.ok(seventh - second > 80, `${second} ${seventh}`);
  assert.ok(before > 90 && before < 110, `${before}`);
});

test('the longest name and a title as long as a sentence stay within the edges (catches: type of one size)', async () => {
  const bare = await draw({ ...BRAND, name: '.' }, '.');
  const title =
    'Uma frase que ninguém quis tão comprida, mas que assim mesmo cabe na imagem de quem a partilha';
  const { left, right, top, bottom } = difference(
    bare,
    await draw({ ...BRAND, name: 'W'.repeat(40), markAt: null }, title),
  );
  assert.ok(
    left >= 60 && right <= WIDTH - 60 && top >= 50 && bottom <= HEIGHT - 40,
    `${left} ${right} ${top} ${bottom}`,
  );
});

test('letters that no font has are named, and no others (catches: gaps nobody hears of)', async () => {
  await draw(BRAND, 'Em breve');
  assert.deepEqual(formless('Ação, à espera'), []);
  assert.deepEqual(formless('a\u{F0000}b\u{F0000}'), ['\u{F0000}']);
});

test('icons have their size, the ground of the brand and the accent of the theme read on it', async () => {
  const css = await readFile(join(ROOT, 'ui/tokens.css'), 'utf8');
  for (const ground of ['#0b1012', '#ece7dd']) {
    const colours = coloursOf(css, themeOn(ground));
    assert.equal(
      colours.accent,
      ground === '#0b1012' ? coloursOf(css, 'dark').accent : coloursOf(css, 'light').accent,
    );
    assert.ok([ground, colours.text, colours.accent].every((one) => markSvg(ground, colours).includes(one)));
    for (const [file, icon] of Object.entries(ICONS)) {
      const { width, height, data } = await pixelsOf(await drawIcon(icon, ground, colours));
      assert.deepEqual([width, height], [icon.size, icon.size], file);
      const at = (x: number, y: number) => {
        const scale = icon.size / (64 + 2 * icon.padding);
        const [column, row] = [x, y].map((one) => Math.floor((one + icon.padding) * scale));
        const start = ((row ?? 0) * width + (column ?? 0)) * 4;
        return `#${Buffer.from(data.slice(start, start + 3)).toString('hex')}`;
      };
      assert.deepEqual([at(32, 5), at(50, 26)], [ground, colours.accent], file);
    }
  }
});

test('colours that pictures cannot take stop the build', () => {
  assert.throws(
    () => coloursOf("[data-theme='dark'] { --text: #ffffff; --muted: #aaaaaa; --accent: red; }", 'dark'),
    /--accent/,
  );
});

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kept-pictures-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('an empty file that a power failure has left is drawn again (catches: published)', async (t) => {
  const folder = await emptyFolder(t);
  const ask = () =>
    keepDrawn(folder, 'code', Date.now())({}, [], () => Promise.resolve(Buffer.from('drawn')));
  await ask();
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), '');
  assert.equal(String(await ask()), 'drawn');
});

test('an unchanged picture is drawn once, a changed one again, and old ones go (catches: kept by the file alone)', async (t) => {
  const folder = await emptyFolder(t);
  const day = 24 * 60 * 60 * 1000;
  let drawn = 0;
  const ask = (title: string, scene: string, now: number) =>
    keepDrawn(folder, 'code', now)({ title }, [Buffer.from(scene)], async () =>
      Buffer.from(`${title} ${scene} ${++drawn}`),
    );
  const start = Date.now();
  assert.equal(String(await ask('a', 'x', start)), 'a x 1');
  assert.equal(String(await ask('a', 'x', start + 300 * day)), 'a x 1');
  assert.equal(String(await ask('b', 'x', start)), 'b x 2');
  assert.equal(String(await ask('a', 'y', start + 600 * day)), 'a y 3');
  assert.equal((await readdir(folder)).length, 2);
  assert.equal(String(await ask('a', 'x', start + 600 * day)), 'a x 1');
});
