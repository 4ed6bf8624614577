import assert from 'node:assert/strict';
import type { PauseReason } from '#contract/owner/launch.ts';
import { loadBuild } from '#server/base/build.ts';
import type { Mail } from '#server/deliver/message.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { createLog } from '#server/base/log.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { readyToLaunch } from '#test/fixtures/launch.ts';
import { workerOf } from '#test/fixtures/outbox.ts';
import { createAlarmMail } from './alarm-mail.ts';
import { createAlarms } from './alarms.ts';

const NOW = Date.parse('2026-11-21T12:30:00Z');

testOnEach(
  'an announcement that has paused itself is reported once each time, in the owner’s words; one that the owner paused is not',
  async (_t, open) => {
    const store = await open();
    const { write: query } = store;
    const alarms = createAlarms({
      query,
      kinds: KINDS,
      now: () => NOW,
      space: () => Promise.resolve(null),
      copies: () => null,
      sealed: () => [],
      log: createLog(
        () => {},
        () => new Date(0),
      ),
      onQueued: () => {},
    });
    const told = () => query.selectFrom('outbox').select('dedup_key').orderBy('id').execute();
    await readyToLaunch(store, 0);
    const pauseFor = async (reason: PauseReason & { at: number }) => {
      await query
        .updateTable('announcement')
        .set({ state: 'paused', reason: JSON.stringify(reason) })
        .execute();
      await alarms.runOnce();
    };
    await pauseFor({ why: 'owner', at: 1 });
    assert.deepEqual(await told(), []);
    await pauseFor({ why: 'locked-out', reply: '535 wrong password', at: 2 });
    await alarms.runOnce();
    await pauseFor({ why: 'locked-out', reply: '535 wrong password', at: 3 });
    assert.deepEqual(await told(), [
      { dedup_key: 'alarm-paused:launch:2' },
      { dedup_key: 'alarm-paused:launch:3' },
    ]);
    const sent: Mail[] = [];
    const { dist, remove } = writeFixtureBuild();
    const build = loadBuild(dist);
    const alarm = createAlarmMail({
      query,
      mailer: {
        send: async (mail) => (sent.push(mail), { outcome: 'sent', reply: '' }),
        close: async () => {},
      },
      site: () => build,
      siteUrl: 'https://example.com',
      mailFrom: 'hello@example.com',
      ownerReader: async () => ({ email: 'owner@example.com', language: 'pt' }),
    });
    remove();
    await workerOf(store, () => NOW, { alarm }).worker.runOnce();
    assert.equal(sent.length, 2);
    assert.match(sent[0]?.text ?? '', /why: Não nos deixa enviar\./);
  },
);
