import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { folderOf } from '#test/fixtures/folder.ts';
import { writeInto } from './output.ts';

const PAGE = '.build/pages/page.html';
const text = (word: string) => `<p>${word}</p>`.repeat(100);

test('a file that an earlier rendering has compressed is taken from there if its content is the same, and only then (catches: by its name; compressed each time)', async (t) => {
  const [earlier, same, other] = [folderOf(t), folderOf(t), folderOf(t)];
  async function render(folder: string, previous: string | null, content: string) {
    const out = writeInto(folder, previous);
    out.write(PAGE, content);
    out.write('robots.txt', 'x');
    await out.end();
  }
  await render(earlier, null, text('one'));
  // Nobody would make these bytes again.
  for (const form of ['br', 'gz']) writeFileSync(join(earlier, `${PAGE}.${form}`), `made before as ${form}`);
  await render(same, earlier, text('one'));
  assert.equal(readFileSync(join(same, `${PAGE}.br`), 'utf8'), 'made before as br');
  assert.equal(readFileSync(join(same, `${PAGE}.gz`), 'utf8'), 'made before as gz');
  assert.equal(existsSync(join(same, 'robots.txt.br')), false, 'it is not smaller');
  await render(other, earlier, text('two'));
  assert.equal(brotliDecompressSync(readFileSync(join(other, `${PAGE}.br`))).toString(), text('two'));
  assert.equal(gunzipSync(readFileSync(join(other, `${PAGE}.gz`))).toString(), text('two'));
});
