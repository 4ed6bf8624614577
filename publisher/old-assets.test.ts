import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepOldAssets } from './old-assets.ts';

test('what an open page may still load is kept, the picture of a newsletter that was taken down is not (catches: it stays for 30 days)', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-old-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [previous, next] = [join(folder, 'previous'), join(folder, 'next')];
  const paths = ['home.1.js', 'media/photo.1.webp', 'media/letter.1.jpg'].map((name) => join('static', name));
  mkdirSync(join(previous, 'static/media'), { recursive: true });
  for (const path of paths) writeFileSync(join(previous, path), 'x');
  await keepOldAssets(previous, next);
  assert.deepEqual(
    paths.map((path) => existsSync(join(next, path))),
    [true, true, false],
  );
});
