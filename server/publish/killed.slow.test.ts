import { test } from 'node:test';
import { publishKilled } from '#test/fixtures/publishing.ts';
import { openTestStore } from '#test/fixtures/store.ts';

test('killed at any moment, publishing leaves the old edition or the new one, whole (faults: an edition before its rendering; a rendering in its place before its end; leftovers stay)', async (t) => {
  await publishKilled(await openTestStore(t), 4);
});
