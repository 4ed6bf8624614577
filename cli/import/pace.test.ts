import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import { PUT_OFF_AT_MOST_MS, spread, spreadAlone } from '#server/outbox/send-rate.ts';
import { importCommand } from './import.ts';

testOnEach(
  'two imports at once send 200 confirmation mails an hour together (catches: each looks once what is due)',
  async (_t, open) => {
    const store = await open();
    const settings = await settingsOf(store);
    const files = ['a', 'b'].map((name) => {
      const file = join(store.dataDir, `${name}.csv`);
      const list = Array.from({ length: 1200 }, (_, n) => `${name.repeat(60)}${n}@example.com`);
      writeFileSync(file, `email\n${list.join('\n')}`);
      return file;
    });
    const done = await Promise.all(files.map((file) => perform(importCommand, [file], settings)));
    for (const { code, said } of done) assert.deepEqual([code, said[0]], [0, '1200 added']);
    const due = await store.write.selectFrom('outbox').select('due_at').orderBy('due_at').execute();
    assert.equal(due.length, 2400);
    for (const [place, { due_at }] of due.entries()) {
      const sameHour = due[place + 200];
      if (sameHour) assert.ok(sameHour.due_at - due_at >= HOUR, 'more than 200 in an hour');
    }
  },
);

testOnEach(
  'a process that gives out times waits for the one at it (catches: both look before either has stored)',
  async (_t, open) => {
    const { write, kind } = await open();
    const store = () =>
      write.transaction().execute(async (trx) => {
        const next = await spreadAlone(trx, kind, 'confirm', NOW);
        await pause(200);
        const due = next();
        const row = { kind: 'confirm' as const, due_at: due, created_at: due };
        await trx.insertInto('outbox').values(row).execute();
        return row.due_at;
      });
    const [first, second] = (await Promise.all([store(), store()])).toSorted();
    assert.deepEqual([first, second], [NOW, NOW + HOUR / 200]);
  },
);

testOnEach(
  'of a list that takes more than a year nobody is mailed at once (catches: the tail seems to be of a wrong clock)',
  async (_t, open) => {
    const { write } = await open();
    const due = NOW + PUT_OFF_AT_MOST_MS - 25 * HOUR;
    await write.insertInto('outbox').values({ kind: 'confirm', due_at: due, created_at: due }).execute();
    const next = await spread(write, 'confirm', NOW);
    const times = Array.from({ length: 6_000 }, next);
    assert.ok(times.every((time) => time > due && time < NOW + PUT_OFF_AT_MOST_MS));
  },
);
