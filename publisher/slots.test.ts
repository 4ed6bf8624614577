import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { FileRef } from '#contract/content/content.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';
import { writeInto } from './output.ts';
import { drawFrom, drawInto } from './own-picture.ts';
import { ownPictures, withPictures } from './slots.ts';

const folder = mkdtempSync(join(tmpdir(), 'embreve-slots-'));
after(() => rmSync(folder, { recursive: true }));
const files = join(folder, 'files');
const out = writeInto(folder);
const addressOf = drawInto(
  out,
  drawFrom(files, (_facts, _files, draw) => draw()),
  'drawing',
);

const OURS = Object.fromEntries(
  [
    'about-dark-1280',
    'about-dark-640',
    'about-light-1280',
    'about-light-640',
    'about-wide-dark-1280',
    'about-wide-light-1280',
  ]
    .flatMap((name) => [`${name}.avif`, `${name}.webp`])
    .map((name) => [name, `/static/media/${name.replace('.', '.OURS.')}`]),
);

/** Red at the left, green in the middle, blue at the right. */
function stripes(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  ['#ff0000', '#00ff00', '#0000ff'].forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect((at * width) / 3, 0, width / 3, height);
  });
  return ownerFile(files, 'png', canvas.toBuffer('image/png'));
}

async function middleOf(path: string): Promise<string> {
  const image = await loadImage(readFileSync(path));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const [red = 0, green = 0, blue = 0] = context.getImageData(image.width / 2, image.height / 2, 1, 1).data;
  return ['red', 'green', 'blue'][[red, green, blue].indexOf(Math.max(red, green, blue))] ?? '';
}

test('a picture takes the places of the built-in ones in both themes, cut around its point (catches: one theme; the middle)', async () => {
  const picture = { ...stripes(3000, 990), focus: { x: 0.9, y: 0.5 } };
  const facts = { ...OWN_FACTS, 'pictures.about': { dark: picture, light: null } };
  const own = await ownPictures(facts, OURS, addressOf);
  await out.end();
  const css = withPictures('a{background:url(/static/media/about-light-640.OURS.avif)}', own.instead);
  const [, path = ''] =
    /url\((\/static\/media\/about-light-640\.[\w-]{6}\.avif)\)/.exec(css) ?? assert.fail(css);
  assert.equal(await middleOf(join(folder, path)), 'blue');
});

test('all cuts of a picture are drawn from its file as it was read once (catches: read for each)', async () => {
  const drawOwn = drawFrom(files, (_facts, _files, draw) => draw());
  const { file } = stripes(3000, 990);
  const cut = { width: 1280, height: 800, x: 0.5, y: 0.5 };
  const draw = (wide: number, format: 'avif' | 'webp') =>
    drawOwn({ file, cut, wide, format }, { field: 'pictures.about', at: '' });
  await draw(1280, 'webp');
  rmSync(join(files, file));
  await draw(640, 'avif');
});

test('a picture that would be enlarged by more than a fifth is refused with both sizes, one that is none by name (catches: taken; one size)', async () => {
  const focus = { x: 0.5, y: 0.5 };
  const refused: [FileRef, object][] = [
    [stripes(1069, 990), { code: 'picture-small', limit: '1070 × 990', found: '1069 × 990' }],
    [ownerFile(files, 'png', 'BM no picture'), { code: 'picture', limit: '' }],
  ];
  for (const [file, fault] of refused)
    await assert.rejects(
      ownPictures(
        { ...OWN_FACTS, 'pictures.about': { dark: null, light: { ...file, focus } } },
        OURS,
        addressOf,
      ),
      { problem: { field: 'pictures.about', at: '', ...fault } },
    );
});
