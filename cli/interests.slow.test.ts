import assert from 'node:assert/strict';
import { verbsOf } from '#test/fixtures/subscription.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { interestsExport } from './exports.ts';

testOnEach(
  'a person who waits for a book is listed with it; unsubscribed people and suspected bots are not (catches: all are)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(person('ana@example.com', { interest: 'seo' }));
    await store.add(person('ana@example.com', { interest: 'ads' }));
    await store.add(person('eva@example.com', { interest: 'seo', language: 'pt' }));
    await store.add(person('rui@example.com', { interest: 'seo' }));
    await store.add(person('bot@example.com', { interest: 'ads', suspect: 'honeypot' }));
    await store.add(person('none@example.com'));
    await store.write
      .updateTable('subscription')
      .set({ state: 'suppressed', left_at: NOW })
      .where('key', '=', 'rui@example.com')
      .execute();

    const output = join(store.dataDir, 'list.csv');
    async function exported(...args: string[]): Promise<string[]> {
      const settings = await settingsOf(store);
      const done = await perform(interestsExport, [...args, '--output', output, '--force'], settings);
      assert.deepEqual(done, { code: 0, said: [], warned: [] });
      return readFileSync(output, 'utf8').slice(1).trimEnd().split('\r\n').slice(1);
    }
    const time = '2026-07-01T12:00:00.000Z';
    assert.deepEqual(await exported(), [
      `ana@example.com,en,ads,pending,${time}`,
      `ana@example.com,en,seo,pending,${time}`,
      `eva@example.com,pt,seo,pending,${time}`,
    ]);
    assert.deepEqual(await exported('--product', 'ads'), [`ana@example.com,en,ads,pending,${time}`]);
    const slipped = await perform(interestsExport, ['--product', 'add'], await settingsOf(store));
    assert.deepEqual(slipped.warned, ['Nobody has asked about “add”. Asked about: ads, seo.']);
  },
);

testOnEach(
  'an unsubscribed person stays away though the form was sent again, until they confirm (catches: listed as pending)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    const verbs = verbsOf(store, () => NOW);
    const ana = person('ana@example.com', { interest: 'seo' });
    await store.add(ana);
    const { id } = (await verbs.findByKey(ana.key)) ?? { id: 0 };
    await verbs.confirm(id);
    await verbs.leave(id);
    await store.add(ana);
    const output = join(store.dataDir, 'list.csv');
    async function exported(): Promise<string[]> {
      await perform(interestsExport, ['--output', output, '--force'], await settingsOf(store));
      return readFileSync(output, 'utf8').slice(1).trimEnd().split('\r\n').slice(1);
    }
    assert.deepEqual(await exported(), []);
    await verbs.confirm(id);
    assert.deepEqual(await exported(), ['ana@example.com,en,seo,confirmed,2026-07-01T12:00:00.000Z']);
  },
);
