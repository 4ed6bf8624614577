import assert from 'node:assert/strict';
import type { Today } from '#contract/owner/today.ts';
import { noteBackup } from '#server/store/backup-file.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { fillSample } from '#test/fixtures/sample.ts';

const DAY = 86_400_000;

testOnEach(
  'a backup is due a week after the last one, or after the first person came (faults: at once; never again)',
  async (t, open) => {
    const start = Date.now();
    let time = start;
    const now = () => time;
    const store = await open({ now });
    const { port } = await startOwnerApp(t, store, { now });
    const due = async () => {
      const owner = await signedIn(port, store.write, { now: time });
      const { needs } = jsonOf<Today>(await owner.get('/today'));
      return needs.filter(({ is }) => is === 'backup');
    };
    assert.deepEqual(await due(), [], 'with nobody on the list');
    await fillSample(store.write, { now: start });
    // PostgreSQL has programs of its own for it.
    const isDue = store.kind === 'sqlite' ? [{ is: 'backup', days: 7 }] : [];
    assert.deepEqual(await due(), isDue, 'with a list of 60 days');
    await noteBackup(store.write, { at: start, bytes: 1 });
    time = start + 7 * DAY;
    assert.deepEqual(await due(), [], 'a week later');
    time += 1;
    assert.deepEqual(await due(), isDue, 'a moment after that');
  },
);
