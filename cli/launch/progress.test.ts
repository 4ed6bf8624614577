import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMoved, lineOf, type Look } from './progress.ts';

const MINUTE = 60_000;
const NOBODY = { all: 4812, waiting: 4812, started: 0, sent: 0, files: 0, failed: 0, unknown: 0, skipped: 0 };

function look(at: number, sums: Partial<Look['sums']> = {}, rest: Partial<Look> = {}): Look {
  const announcement = { state: 'sending' as const, undo_until: 0, sending_at: 0, sender_until: 1 };
  return { at, sums: { ...NOBODY, ...sums }, ...announcement, ...rest };
}

test('before the mails a clock runs down', () => {
  const undo = look(1_000, {}, { state: 'undo', undo_until: 10 * MINUTE });
  assert.equal(lineOf(undo, undo, 0), 'The first emails are sent in 9:59.');
});

test('while they leave: how many of how many, what went wrong, how long it takes at this pace', () => {
  const [first, later] = [look(0), look(2 * MINUTE, { waiting: 3516, sent: 1284, failed: 12 })];
  const said = '1,284 of 4,812 sent · 12 not delivered · about 6 minutes left at this pace';
  assert.equal(lineOf(later, first, later.at), said);
  assert.equal(lineOf(first, first, 0), '0 of 4,812 sent', 'no pace is known yet');
});

test('where no server is at work it says what to do (fault: the same number for ever)', () => {
  const silent = 'No server is sending emails. Start the server.';
  assert.equal(lineOf(look(16_000), look(0), 0), silent);
  assert.notEqual(lineOf(look(14_000), look(0), 0), silent);
  const undo = look(MINUTE + 16_000, {}, { state: 'undo', undo_until: MINUTE });
  assert.equal(lineOf(undo, undo, undo.at), silent);
  assert.ok(hasMoved(look(0), look(4_000, {}, { sender_until: 2 })), 'it says that it is there');
  assert.ok(!hasMoved(look(0), look(4_000)));
});
