import assert from 'node:assert/strict';
import { lastMail } from '#server/outbox/delivery-issues.ts';
import { timelineOf } from '#server/list/timeline.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { countByProvider } from './by-provider.ts';
import { countRecipients } from './recipients.ts';
import { askAbout } from './untold.ts';

const FILE = 'written to outbox/2026-01-02T03-04-05.678Z-launch-1-99d5bbe0.txt';

testOnEach(
  'an email that became a file is nowhere said to be sent (catches: counted as told forever)',
  async (_t, open) => {
    const { read, write } = await open();
    const people = ['ana@a.example', 'rui@b.example'].map((address) => ({
      key: address,
      address,
      language: 'en' as const,
      state: 'confirmed' as const,
      created_at: 1,
    }));
    await write.insertInto('subscription').values(people).execute();
    const { id } = await write
      .insertInto('announcement')
      .values({
        purpose: 'launch',
        state: 'done',
        words: '{}',
        undo_ms: 0,
        wave: 0,
        max_per_minute: 1,
        pace: 1,
        enqueue_cursor: 0,
        created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = { announcement_id: id, state: 'sent' as const, language: 'en' as const };
    const times = { due_at: 2, finished_at: 3, added_at: 2 };
    await write
      .insertInto('announcement_recipient')
      .values([
        { ...row, ...times, subscription_id: 1, reply: FILE },
        { ...row, ...times, subscription_id: 2, reply: '250 2.0.0 OK' },
      ])
      .execute();
    const mail = { kind: 'confirm', state: 'sent' as const, due_at: 1, finished_at: 2, created_at: 1 };
    await write
      .insertInto('outbox')
      .values({ ...mail, subject_id: 1, reply: FILE })
      .execute();
    const nobody = { waiting: 0, started: 0, failed: 0, unknown: 0, skipped: 0 };
    assert.deepEqual(await countRecipients(read, id), { ...nobody, all: 2, sent: 1, files: 1 });
    const providers = await countByProvider(read, id);
    assert.deepEqual(
      providers.map(({ name, sent }) => [name, sent]),
      [['b.example', 1]],
    );
    const launch = { id, armed_at: 2 };
    assert.equal((await askAbout(read, launch, 'ana@a.example')).is, 'file');
    assert.equal((await askAbout(read, launch, 'rui@b.example')).is, 'sent');
    const ana = await timelineOf(read, 1);
    assert.deepEqual(
      ana?.timeline.flatMap((event) => ('end' in event ? [[event.what, event.end]] : [])),
      [
        ['told', 'file'],
        ['mail', 'file'],
      ],
    );
    assert.equal(ana?.purposes[0]?.told, null);
    assert.equal(await lastMail(read, ['confirm']), null);
  },
);
