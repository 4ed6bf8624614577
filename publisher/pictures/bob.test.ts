import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { accentIn, OUR_ACCENT, THEMES } from '#contract/content/accent.ts';
import { ROOT } from '#server/base/root.ts';
import { SCENE_THEMES } from '../../scripts/scene/shots.ts';
import { drawBob, PLACES_FILE, PLANES, type BobPlaces } from './bob.ts';
import { clayOf } from './clay.ts';
import { pixelsOf } from './exposure.ts';

const KB = 1024;
const folder = join(ROOT, 'publisher/pictures', PLANES);
const place = (JSON.parse(await readFile(join(folder, PLACES_FILE), 'utf8')) as BobPlaces)['bg-wide']!;
/** Where the sun falls on it, in radii from its middle, and a third above. */
const LIT = 0.75;
const STILL = { place, width: 1920, height: 1200 };

test('our accent gives nearly our clay, and no other shines or vanishes (catches: white as paper; black as soot; grey as steel)', () => {
  for (const theme of THEMES) {
    const { bob } = SCENE_THEMES[theme];
    clayOf(OUR_ACCENT[theme], theme).forEach((light, c) =>
      assert.ok(Math.abs(light - bob[c]!) < 0.08, `${theme} ${c} ${light}`),
    );
    for (const given of ['#ffffff', '#000000', '#ffee00', '#0000ff', '#ff00ff', '#040a04']) {
      const clay = clayOf(accentIn(theme, given).accent, theme);
      const green = 0.2126 * clay[0] + 0.7152 * clay[1] + 0.0722 * clay[2];
      assert.ok(green > 0.02 && green < 0.6, `${theme} ${given} ${clay.join()}`);
    }
    const [red, green, blue] = clayOf('#808080', theme);
    assert.ok(Math.max(red, green, blue) - Math.min(red, green, blue) < 0.002, theme);
  }
});

test('a bob is drawn where it is in the still, in its accent, and shows the still around it (catches: one shape; a frame; heavy)', async () => {
  for (const [theme, wide] of [
    ['dark', 1920],
    ['light', 1280],
  ] as const) {
    const planes = await readFile(join(folder, `bg-wide-${theme}.avif`));
    const drawn = await drawBob(accentIn(theme, '#0f9d8a').accent, theme, planes, { ...STILL, wide });
    assert.ok(drawn.length > 3 * KB && drawn.length <= 12 * KB, `${drawn.length} bytes`);
    const { data, width, height } = await pixelsOf(drawn);
    assert.deepEqual([width, height], [wide, wide / 1.6]);
    const scale = wide / STILL.width;
    const at = (radii: number) => {
      const x = Math.round((place.x + radii * place.radius) * scale);
      const start = 4 * (Math.round((place.y - 0.3 * place.radius) * scale) * width + x);
      return [...data.subarray(start, start + 4)] as [number, number, number, number];
    };
    const [red, green, , alpha] = at(LIT);
    assert.ok(green > red + 60 && alpha === 255, at(LIT).join());
    assert.ok(at(1.95)[3] > 60 && at(1.95)[3] < 200, 'it ends softly');
    assert.ok(at(2.25)[3] <= 1 && data[3]! <= 1, 'nothing lies over the rest');
  }
});

test('a bob that swings is cut out (catches: sand around it)', async () => {
  const planes = await readFile(join(folder, 'bg-wide-rest-dark.avif'));
  const { data, width, height } = await pixelsOf(await drawBob('#6877e1', 'dark', planes, null));
  const lit = 4 * (Math.round(height * 0.36) * width + Math.round((width / 2) * (1 + LIT)));
  const [red = 0, , blue = 0, alpha] = data.subarray(lit, lit + 4);
  assert.ok(blue > red + 60 && alpha === 255, `${red} ${blue} ${alpha}`);
  assert.ok(data[3]! < 10);
});
