import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStarted } from '#server/launch/recipient-update.ts';
import { findStartedMail } from '#server/outbox/delivery-update.ts';
import { openExplained } from '#test/fixtures/query-plans.ts';

test('a mail is found by its person, however many there are (catches: SQLite walks through all of its kind)', async () => {
  const { query, plans } = openExplained();
  const when = { person: 7, from: 1, until: 2 };
  await findStarted(query, when);
  await findStarted(query, { person: 7, announcement: 1 });
  await findStartedMail(query, { ...when, kinds: ['confirm', 'book'] });
  await findStartedMail(query, { id: 7, kind: 'confirm' });
  const rows = plans.map(({ plan }) => plan.split('; ').find((step) => /outbox|_recipient/.test(step)));
  assert.deepEqual(rows, [
    'SEARCH announcement_recipient USING PRIMARY KEY (announcement_id=? AND subscription_id=?)',
    'SEARCH announcement_recipient USING PRIMARY KEY (announcement_id=? AND subscription_id=?)',
    'SEARCH outbox USING INDEX outbox_subject (subject_id=?)',
    'SEARCH outbox USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});
