import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { measuredIn, scrimsOf, soonScrim } from './scrim.ts';

const picture = { file: `${'0'.repeat(64)}.jpg`, focus: { x: 0.5, y: 0.5 } };
const pictures = { dark: picture, light: null };
const OWN = { ...OWN_FACTS, 'pictures.soon': pictures, 'pictures.band': pictures };
const PLACE = { folder: PROGRAM };
const ACCENTS = {
  dark: { accent: '#111111', ink: '#ffffff', ratio: 5 },
  light: { accent: '#222222', ink: '#ffffff', ratio: 5 },
};

test('our picture has no styles of its own, and one that was not measured has the strongest (catches: none until it is drawn)', async (t) => {
  const unmeasured = measuredIn(folderOf(t), '');
  assert.deepEqual(await scrimsOf(PLACE, OWN_FACTS, null, unmeasured), { soon: '', home: '' });
  const { soon, home } = await scrimsOf(PLACE, OWN, null, unmeasured);
  assert.ok(home.includes('rgb(0 0 0/0.'), home);
  assert.match(
    home,
    /40rem\)\{div\[data-band\]\{mask-image:[^}]*,transparent\)\}/,
    'it ends without an edge',
  );
  const css = soon;
  for (const worst of ['rgb(0 0 0/0.750)', 'rgb(255 255 255/0.790)']) assert.ok(css.includes(worst), worst);
});

test('the language switch takes the ink that is read, in its own accent, or a scrim if none is (catches: always a scrim; never)', async () => {
  const styles = (corner: number, flipped: number) =>
    soonScrim(PLACE, OWN, ACCENTS, async (_picture, readings) =>
      [0, corner, flipped].slice(0, readings.length),
    );
  const switchOf = async (corner: number, flipped: number) => {
    const css = await styles(corner, flipped);
    return { inks: css.match(/--accent:#\d+/g) ?? [], hasScrim: css.includes('radial-gradient') };
  };
  assert.deepEqual(await switchOf(0, 0.5), { inks: [], hasScrim: false });
  assert.deepEqual(await switchOf(0.5, 0), {
    inks: ['--accent:#222222', '--accent:#111111'],
    hasScrim: false,
  });
  assert.deepEqual(await switchOf(0.5, 0.5), { inks: [], hasScrim: true });
});
