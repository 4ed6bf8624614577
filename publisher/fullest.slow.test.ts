import assert from 'node:assert/strict';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { fullestLists } from '#test/fixtures/fullest-lists.ts';
import { renderOrderIn } from '#test/fixtures/render-order.ts';
import { renderSite } from './render.ts';

const MOST = 13_000;

test('with the fullest lists each page arrives in 13,000 bytes (catches: a hash for each drawing of a picture; styles of other pages)', async (t) => {
  const order = renderOrderIn(folderOf(t), PROGRAM);
  assert.deepEqual(await renderSite({ ...order, content: await fullestLists(order.files) }), []);
  const pages = globSync('*.idle.*.html.br', { cwd: join(order.out, '.build/pages') });
  assert.ok(pages.length >= 14);
  for (const page of pages) {
    const { size } = statSync(join(order.out, '.build/pages', page));
    assert.ok(size <= MOST, `${page}: ${size}`);
    t.diagnostic(`${page}: ${size}`);
  }
});
