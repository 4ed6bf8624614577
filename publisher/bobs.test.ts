import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OUR_ACCENT } from '#contract/content/accent.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { ROOT } from '#server/base/root.ts';
import { accentsOf } from './accent.ts';
import { bobsIn, withBobs } from './bobs.ts';
import { PLANES } from './pictures/bob.ts';

const TEAL = accentsOf('#0f9d8a');
const names = (...given: Parameters<typeof bobsIn>) => bobsIn(...given).map(({ name }) => name);

test('with our accent nothing is drawn, and with another each of our pictures has its bob (catches: ours redrawn; a still left out)', () => {
  assert.deepEqual(names(OWN_FACTS, null), []);
  assert.deepEqual(names(OWN_FACTS, accentsOf(OUR_ACCENT)), []);
  const bobs = bobsIn(OWN_FACTS, TEAL);
  // In each theme four stills of /soon, three each of Home and About, and three of a swing in both shapes.
  assert.equal(bobs.length, 2 * (4 + 3 + 3 + 6));
  for (const { planes } of bobs)
    assert.ok(existsSync(join(ROOT, 'publisher/pictures', PLANES, `${planes}.avif`)), planes);
  const light = { dark: OUR_ACCENT.dark, light: '#0b7466' };
  assert.ok(names(OWN_FACTS, accentsOf(light)).every((name) => name.includes('light')));
});

test('no bob is drawn over a picture of the owner (catches: in the middle of their sky)', () => {
  const picture = { file: `${'0'.repeat(64)}.jpg`, focus: { x: 0.5, y: 0.5 } };
  const facts = { ...OWN_FACTS, 'pictures.soon': { dark: picture, light: null } };
  assert.deepEqual(
    names(facts, TEAL).filter((name) => !/^(?:band|about)-/.test(name)),
    [],
  );
});

test('styles lay a bob over its still, in every way that one is named (catches: in its place; over each format)', () => {
  const css =
    '.a{color:red;background-image:url(/static/media/bg-wide-dark-1920.Ab-1.avif)}' +
    '.b{background-image:url(/static/media/band-dark-640.x.webp);background-image:image-set(url("/static/media/band-dark-640.y.avif")type("image/avif"),url("/static/media/band-dark-640.x.webp")type("image/webp"))}' +
    '.c{background-image:none!important}';
  const over = new Map([
    ['bg-wide-dark-1920', '/one.avif'],
    ['band-dark-640', '/two.avif'],
  ]);
  const laid = withBobs(css, over);
  assert.equal(laid.replaceAll(/url\(\/(?:one|two)\.avif\),/g, ''), css);
  assert.equal(laid.match(/background-image:url\(\/two\.avif\),/g)?.length, 2);
  assert.ok(laid.includes('background-image:url(/one.avif),url(/static/media/bg-wide-dark-1920.'));
  assert.equal(withBobs(css, new Map()), css);
});
