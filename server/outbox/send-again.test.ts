import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import { sql } from '#kysely';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { START, standing } from '#test/fixtures/outbox.ts';
import { retry } from './send-again.ts';
import { countIssues } from './delivery-issues.ts';

testOnEach(
  'all that was refused is tried again in one press, and nothing that may have arrived (catches: somebody gets it twice)',
  async (_t, open) => {
    const { write } = await open();
    const row = (subject: number, how: 'failed' | 'unknown' | 'held') => ({
      kind: 'confirm',
      subject_id: subject,
      ...standing(how),
      due_at: START,
      created_at: START,
    });
    await write
      .insertInto('outbox')
      // The second person gets only the newer one.
      .values([row(1, 'failed'), row(2, 'failed'), row(2, 'failed'), row(3, 'unknown'), row(4, 'held')])
      .execute();
    const first = await retry(write, KINDS, null, START);
    assert.deepEqual([first.sent.length, first.older.length], [2, 1]);
    assert.deepEqual(await countIssues(write), { held: 1, failed: 0, unknown: 1 });
    // Repeated, by another owner say: nothing is sent twice.
    assert.deepEqual((await retry(write, KINDS, null, START)).sent, []);
  },
);

testOnEach(
  'a retry for another transaction is counted once (catches: what was undone counts, too)',
  async (_t, open) => {
    const { kind, write } = await open();
    // SQLite has one writer, which nobody disturbs.
    if (kind === 'sqlite') return;
    const row = { kind: 'confirm', subject_id: 1, ...standing('failed'), due_at: START, created_at: START };
    await write.insertInto('outbox').values(row).execute();
    await sql`CREATE SEQUENCE ended`.execute(write);
    await sql`CREATE FUNCTION end_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('ended') = 1 THEN RAISE EXCEPTION 'planted' USING ERRCODE = '40001'; END IF;
      RETURN NULL;
    END $$`.execute(write);
    await sql`CREATE CONSTRAINT TRIGGER end_it AFTER UPDATE ON outbox DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_it()`.execute(write);
    assert.equal((await retry(write, KINDS, null, START)).sent.length, 1);
  },
);
