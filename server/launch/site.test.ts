import assert from 'node:assert/strict';
import { LAUNCH_WORDS, open, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { addPeople } from '#server/list/import/store.ts';
import { readAnnouncement } from './announcement.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { countAudience, countAudienceByLanguage } from './recipients.ts';
import { setSite } from './site.ts';

testOnEach(
  'a launch emails all who signed up before the site opened (catches: those who asked for a book later; those imported later)',
  async (_t, openStore) => {
    let now = Date.now();
    const store = await openStore({ now: () => now });
    await readyToLaunch(store, 3);
    await store.write.updateTable('subscription').set({ created_at: now }).execute();
    assert.equal(await countAudience(store.write, { purpose: 'launch', words: LAUNCH_WORDS }), 3);
    now += 1;
    await setSite(store.write, 'live', { by: 'Ana', now });
    now += 1;
    await store.add(subscription('reader', { interest: 'seo' }));
    await store.write.updateTable('subscription').set({ state: 'confirmed', confirmed_at: now }).execute();
    const key = 'listed@example.org';
    await addPeople(store.write, [{ key, address: key, language: 'en', agreedAt: now - 1_000_000 }], {
      nextMail: null,
      now,
    });
    assert.equal(await countAudience(store.write, { purpose: 'launch', words: LAUNCH_WORDS }), 3);
    assert.equal(await countAudience(store.write, { purpose: 'book:seo', words: LAUNCH_WORDS }), 1);
    const byLanguage = await countAudienceByLanguage(store.write, 'launch');
    assert.equal(byLanguage.en + byLanguage.pt, 3);
  },
);

testOnEach(
  'closing the site pauses every announcement that links there (catches: the launch alone)',
  async (_t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 2);
    const now = Date.now();
    await store.write
      .insertInto('interest')
      .values({ subscription_id: 1, product: 'seo', at: now })
      .execute();
    await writeWords(store.write, 'book:seo', LAUNCH_WORDS, { by: 'a test', now });
    for (const purpose of ['launch', 'book:seo'] as const) await open(store.write, purpose, order({ now }));
    await setSite(store.write, 'soon', { by: 'Ana', now });
    for (const purpose of ['launch', 'book:seo'] as const)
      assert.equal((await readAnnouncement(store.write, purpose))?.state, 'paused', purpose);
  },
);
