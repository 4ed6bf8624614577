import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NO_LIMITS, launchOf, order, readyToLaunch, sumsOf, open } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { beginSending } from './announcement.ts';
import { readOutlook } from './outlook.ts';
import { planOf } from './plan.ts';
import { enqueuePart } from './recipients.ts';

const PEOPLE = 200;
const WAVE = 50;
const A_MINUTE = 60;
const LIMITS = { ...NO_LIMITS, mailsAMinute: A_MINUTE };

async function lastAt(store: TestStore, now: number): Promise<number | null> {
  const outlook = await readOutlook(store.write, await launchOf(store), await sumsOf(store), {
    limits: LIMITS,
    now,
  });
  return 'lastAt' in outlook ? outlook.lastAt : null;
}

testOnEach(
  'the outlook names the same hour for the last mail as the plan (catches: it forgets the look after the first wave)',
  async (_t, openStore) => {
    const store = await openStore();
    const now = Date.now();
    await readyToLaunch(store, PEOPLE);
    await open(store.write, 'launch', order({ now, wave: WAVE, maxPerMinute: A_MINUTE }));
    const { id } = await launchOf(store);
    while (await enqueuePart(store, await launchOf(store)));
    await beginSending(store.write, id, now);
    const plan = planOf({
      people: PEOPLE,
      opensAt: now,
      undoMs: 0,
      wave: WAVE,
      limits: LIMITS,
    });
    const planned = plan.at(-1)?.at;
    assert.equal(await lastAt(store, now), planned);
    // Half of the wave has been sent in half of its time.
    const half = store.write
      .selectFrom('subscription')
      .select('id')
      .orderBy('id')
      .limit(WAVE / 2);
    await store.write
      .updateTable('announcement_recipient')
      .set({ state: 'sent', started_at: now, finished_at: now })
      .where(
        'subscription_id',
        'in',
        (await half.execute()).map((row) => row.id),
      )
      .execute();
    assert.equal(await lastAt(store, now + (WAVE / 2 / A_MINUTE) * 60_000), planned);
  },
);
