import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { contrast } from '../../mail-colours.ts';
import { accentsOf } from './accent.ts';
import { logoProblems } from './logo.ts';

test('one accent is read on the ground of both themes, and what stands on it too (fault: the value as it came)', () => {
  for (const accent of ['#1d6b45', '#ffee00', '#0000ff', '#777777', '#ffffff', '#000000']) {
    const found = accentsOf({ accent });
    for (const [theme, ground] of [
      ['dark', '#12191b'],
      ['light', '#ece7dd'],
    ] as const) {
      const { accent: colour = '', ink = '' } = found?.[theme] ?? {};
      assert.ok(contrast(colour, ground) >= 4.5, `${accent} ${theme} ${colour}`);
      assert.ok(contrast(colour, ink) >= 4.5, `${accent} ${theme} ${ink}`);
    }
  }
  assert.equal(accentsOf({ accent: null }), null);
});

test('an accent that is given for a theme and cannot be read there is refused in words', () => {
  assert.throws(
    () => accentsOf({ accent: { dark: '#1d6b45', light: '#1d6b45' } }),
    /look\.accent\.dark, #1d6b45, is too faint .* Make it lighter/,
  );
  assert.throws(() => accentsOf({ accent: 'green' }), /look\.accent must be a colour like/);
});

test('a logo that could run or load something is refused (faults: scripts, handlers, other servers, a wrong theme alone)', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'logo-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (theme: string, inner: string) =>
    writeFileSync(
      join(folder, `logo-on-${theme}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3">${inner}</svg>`,
    );
  write('dark', '<path d="M0 0H9"/>');
  assert.match(logoProblems(folder).join(), /other theme needs one too, logo-on-light\.svg/);
  write('light', '<path d="M0 0H9" fill="url(#a)"/><linearGradient id="a"/>');
  assert.deepEqual(logoProblems(folder), []);
  for (const inner of [
    '<script>1</script>',
    '<g onload="x()"/>',
    '<image href="https://a.example/x"/>',
    '<style>@import "x"</style>',
    '<path fill="url(https://a.example)"/>',
    '<a xlink:href="javascript:1"/>',
    ' '.repeat(21_000),
  ]) {
    write('light', inner);
    assert.equal(logoProblems(folder).length, 1, inner.slice(0, 40));
  }
});
