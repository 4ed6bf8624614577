import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '#server/base/root.ts';

const RAW = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(|z-index:\s*-?\d/gi;

function rawValues(css: string): string[] {
  return css.match(RAW) ?? [];
}

test('colours and layers are defined in the tokens alone', () => {
  const files = globSync('{ui,site,dashboard}/**/*.css', { cwd: ROOT }).filter(
    (file) => !file.endsWith('tokens.css'),
  );
  assert.ok(files.length > 10);
  const found = files.flatMap((file) =>
    rawValues(readFileSync(join(ROOT, file), 'utf8')).map((raw) => `${file}: ${raw}`),
  );
  assert.deepEqual(found, []);
});

test('a raw colour and a raw layer would be found', () => {
  assert.deepEqual(rawValues('.a { color: #Fff; z-index: 3; background: rgb(0 0 0) }'), [
    '#Fff',
    'z-index: 3',
    'rgb(',
  ]);
});
