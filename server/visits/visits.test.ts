import assert from 'node:assert/strict';
import { HOUR } from '#contract/time.ts';
import { createLog } from '#server/base/log.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { countDemand, countVisits, forgetVisits, visitsKnown } from './kept.ts';
import { createVisits, type Visit } from './visits.ts';

const START = 490_000 * HOUR;
const VISIT: Visit = { path: '/soon', language: 'pt', source: 'instagram', closed: false };
const LOG = createLog(
  () => {},
  () => new Date(0),
);

testOnEach(
  'two processes count the same hour, and what they counted is stored when they stop (catches: the second overwrites)',
  async (_, open) => {
    let time = START;
    const stores = [await open(), await open()];
    const both = stores.map(({ write }) => createVisits({ query: write, now: () => time, log: LOG }));
    for (const visits of both) {
      visits.seen(VISIT);
      visits.seen({ ...VISIT, path: '/services', closed: true });
      visits.seen({ ...VISIT, language: 'en' });
    }
    await Promise.all(both.map((visits) => visits.stop()));
    time += HOUR + 5;
    both[0]?.seen(VISIT);
    await both[0]?.stop();
    const [store] = stores;
    assert.ok(store);
    assert.equal(await countVisits(store.read, 0), 5);
    assert.equal(await countVisits(store.read, START / HOUR + 1), 1);
    assert.deepEqual(await countDemand(store.read, 0), [{ path: '/services', n: 2, last: START / HOUR }]);
    assert.deepEqual(await visitsKnown(store.read), { firstHour: START / HOUR, lastAt: START + HOUR + 5 });
    await forgetVisits(store.write, START + HOUR);
    assert.equal(await countVisits(store.read, 0), 1);
  },
);

testOnEach(
  'made-up sources fill neither memory nor store, and no visit is lost (catches: no limit)',
  async (_, open) => {
    const { write, read } = await open();
    const visits = createVisits({ query: write, now: () => START, log: LOG });
    for (let n = 0; n < 5_000; n++) visits.seen({ ...VISIT, source: `source${n}` });
    await visits.stop();
    const rows = await read.selectFrom('visit_hour').select(['source', 'n']).execute();
    assert.equal(rows.length, 51);
    assert.equal(Number(rows.find(({ source }) => source === 'other')?.n), 4_950);
    assert.equal(await countVisits(read, 0), 5_000);
  },
);

testOnEach(
  'a visit that the store does not take waits, and is counted once (catches: it is forgotten)',
  async (_, open) => {
    const { write } = await open();
    let isAway = true;
    const flaky = new Proxy(write, {
      get(target, name: 'insertInto') {
        if (isAway && name === 'insertInto') throw new Error('away');
        return target[name].bind(target);
      },
    });
    const visits = createVisits({ query: flaky, now: () => START, log: LOG });
    visits.seen(VISIT);
    await visits.stop();
    visits.seen(VISIT);
    isAway = false;
    await visits.stop();
    await visits.stop();
    assert.equal(await countVisits(write, 0), 2);
  },
);
