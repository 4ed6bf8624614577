import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { NO_CEPH, startCeph } from '#test/fixtures/ceph.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { PIECE } from './pieces.ts';
import { openTarget, tryTarget } from './open-target.ts';

test(
  'a storage that others wrote, Ceph, takes, lists in pages, gives back and deletes what it is sent, with our secret alone (catches: a wrong secret is taken; a byte after the last is asked for)',
  { skip: NO_CEPH },
  async (t) => {
    const settings = await startCeph(t);
    const folder = folderOf(t);
    assert.equal((await tryTarget({ ...settings, secret: 'wrong'.repeat(8) }, folder))?.code, 'not-taken');
    assert.equal((await tryTarget({ ...settings, to: 's3://another' }, folder))?.code, 'not-there');
    assert.equal(await tryTarget(settings, folder), null);
    const target = await openTarget(settings);
    const file = join(folder, 'sealed');
    // One of a single request, one that ends with a piece, one with a byte more.
    for (const size of [70_000, 2 * PIECE, 2 * PIECE + 1]) {
      const sealed = randomBytes(size);
      writeFileSync(file, sealed);
      await target.put(`large/${size}`, file);
      assert.ok((await buffer(await target.get(`large/${size}`))).equals(sealed), String(size));
    }
    writeFileSync(file, 'sealed');
    const names = Array.from({ length: 1100 }, (_, n) => `old/${n}`);
    for (let n = 0; n < names.length; n += 50)
      await Promise.all(names.slice(n, n + 50).map((name) => target.put(name, file)));
    const listed = new Map<string, number>();
    for await (const { name, bytes } of target.list('old/')) listed.set(name, bytes);
    assert.deepEqual([listed.size, listed.get('old/1099')], [1100, 6]);
    await target.remove([...names, 'old/none']);
    const left: string[] = [];
    for await (const { name } of target.list()) left.push(name);
    assert.deepEqual(left, ['large/16777216', 'large/16777217', 'large/70000']);
    await assert.rejects(async () => buffer(await target.get('old/1')), { code: 'not-there' });
  },
);
