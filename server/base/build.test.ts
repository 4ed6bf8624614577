import assert from 'node:assert/strict';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BuildError, loadBuild } from './build.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';

test('a build is read with the compressed forms of each file', (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const { files, manifest } = loadBuild(dist);
  assert.equal(manifest.documents.length, 61);
  const script = files.get('static/js/app.0a1b2c3d.chunk.js');
  assert.ok(script?.br && script.gzip && script.br.length < script.identity.length);
  assert.equal(files.get('robots.txt')?.br, null);
  assert.deepEqual(
    [...files.keys()].filter((path) => /\.(br|gz)$|^\.build\/(?!pages\/)/.test(path)),
    [],
  );
});

test('a build’s files for static hosts alone are not read', (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const { files } = loadBuild(dist);
  const read = [...files.keys()].filter((path) => files.get(path)?.identity.includes('static hosts alone'));
  assert.deepEqual(read, []);
  assert.ok(files.has('robots.txt'));
});

test('a folder without a build is refused in words', () => {
  assert.throws(() => loadBuild('/does/not/exist'), {
    name: 'BuildError',
    message: '/does/not/exist holds no built site. Run: npm run build',
  });
});

test('a build that lacks a page is refused', (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  rmSync(join(dist, '.build/pages/soon.failed.pt.html'));
  assert.throws(() => loadBuild(dist), /lacks \.build\/pages\/soon\.failed\.pt\.html\. Run/);
});

test('a build with a broken manifest is refused', (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  for (const text of ['', '{', '{}', '{"documents":[]}', 'null']) {
    writeFileSync(join(dist, '.build/manifest.json'), text);
    assert.throws(() => loadBuild(dist), BuildError, text);
  }
});

test('a folder too large for memory is refused before it is read', (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  writeFileSync(join(dist, 'video.mp4'), '');
  truncateSync(join(dist, 'video.mp4'), 65 * 1024 * 1024);
  assert.throws(() => loadBuild(dist), /larger than 64 MiB/);
});
