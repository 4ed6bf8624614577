import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accentsOf } from './accent.ts';
import { contrast } from '#contract/contrast.ts';

test('one accent is read on the ground of both themes, and text on it is too (catches: the value as it came)', () => {
  for (const given of ['#1d6b45', '#ffee00', '#0000ff', '#777777', '#ffffff', '#000000']) {
    const found = accentsOf(given);
    for (const [theme, ground] of [
      ['dark', '#12191b'],
      ['light', '#ece7dd'],
    ] as const) {
      const { accent = '', ink = '' } = found?.[theme] ?? {};
      assert.ok(contrast(accent, ground) >= 4.5, `${given} ${theme} ${accent}`);
      assert.ok(contrast(accent, ink) >= 4.5, `${given} ${theme} ${ink}`);
    }
  }
  assert.equal(accentsOf(null), null);
});

test('an accent that is given for a theme and cannot be read there is refused with its contrast', () => {
  assert.throws(() => accentsOf({ dark: '#1d6b45', light: '#1d6b45' }), {
    problem: { field: 'brand.accent', at: '.dark', code: 'contrast', limit: '2.7' },
  });
});
