import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { noteOpening } from '#server/stage/opening.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { retention } from './retention.ts';

const DAY = 24 * 3_600_000;

testOnEach(
  'says how many go when, and changes nothing (faults: people who came later are counted; it deletes)',
  async (t, open) => {
    const { dist, remove } = writeFixtureBuild();
    t.after(remove);
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time });
    const { write } = store;
    for (const name of ['ana', 'eva', 'rui']) await store.add(person(`${name}@example.com`));
    const settings = await settingsOf(store);
    const saidAt = async (time: number) => {
      const { code, said } = await perform(retention, ['--dry-run', '--dist', dist], settings, time);
      assert.equal(code, 0);
      return said.join('\n');
    };
    assert.match(await saidAt(NOW), /not live yet/);
    await noteOpening(write, 'live', NOW + DAY);
    clock.time = NOW + 100 * DAY;
    await store.add(person('rui@example.com'));
    await store.add(person('zoe@example.com'));
    assert.match(await saidAt(clock.time), /^2 addresses and 0 messages .* on 2027-06-28\b/m);
    assert.match(await saidAt(NOW + 400 * DAY), /^2 addresses and 0 messages .* within the hour\b/m);
    assert.match(await saidAt(NOW + 470 * DAY), /^4 addresses and 0 messages .* within the hour\b/m);
    const { n } = await write
      .selectFrom('subscription')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 4);
  },
);
