import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { writeField } from '#server/content/draft.ts';
import { editionNumber } from '#server/content/editions.ts';
import '#test/fixtures/content.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { publishDraft } from './publish.ts';
import { DIST, shownDist } from './renderings.ts';

test('on a full disk the old site stays, and the message says what is full (catches: half a site kept; an error without words)', async (t) => {
  let disk = '';
  // First: the folder of the store cannot be removed before.
  t.after(() => spawnSync('umount', ['-l', disk]));
  const { read, write, dataDir } = await openTestStore(t);
  disk = join(dataDir, 'site');
  mkdirSync(disk);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'embreve-test', disk]).status !== 0)
    return t.skip('no right to mount a small disk: a full one is NOT tested');
  await writeField(write, { field: 'text.home.title.en', value: 'Full', revision: 0, owner: null }, 0);
  const deps = { read, write, dataDir, settings: siteSettings(readConfig({})), now: () => 0 };
  const said = 'The disk of DATA_DIR is full.';
  assert.deepEqual(await publishDraft(deps, null), { is: 'failed', why: 'full', said });
  assert.equal(await editionNumber(read), 0);
  assert.equal(shownDist(dataDir), DIST);
  assert.deepEqual(
    readdirSync(disk).filter((name) => name.includes('.')),
    [],
  );
});
