import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIASES_A_DAY, createAliasLimit, mailboxOf } from './aliases.ts';

const DAY = 24 * 60 * 60 * 1000;

test('aliases lead to their mailbox, other addresses to themselves', () => {
  const cases = [
    ['ana+news@example.com', 'ana@example.com'],
    ['a.na@example.com', 'a.na@example.com'],
    ['a.n.a+x+y@gmail.com', 'ana@gmail.com'],
    ['a.n.a@googlemail.com', 'ana@gmail.com'],
    ['+x@example.com', '@example.com'],
  ];
  for (const [key = '', mailbox] of cases) assert.equal(mailboxOf(key), mailbox);
});

test('nobody floods a mailbox by its aliases (fault: each is an address of its own)', () => {
  const clock = { time: 10 * DAY };
  const limit = createAliasLimit(
    () => clock.time,
    (text) => text,
  );
  const take = (key: string) => limit.take(key);
  const aliases = Array.from({ length: 25 }, (_, i) => `ana+${i}@gmail.com`);
  assert.equal(aliases.filter(take).length, ALIASES_A_DAY);
  assert.equal(take('a.na@gmail.com'), false);
  assert.equal(take('a.na@googlemail.com'), false, 'the same mailbox (fault: its two domains are two)');
  // Again, the address itself, and other people.
  for (const key of [
    'ana+0@gmail.com',
    'ana@gmail.com',
    'ana@googlemail.com',
    'eva+1@gmail.com',
    'ana+1@example.com',
  ])
    assert.ok(take(key), key);
  clock.time += DAY;
  assert.ok(take('ana+24@gmail.com'));
});

test('what is remembered has a limit (fault: memory grows with each mailbox)', () => {
  const limit = createAliasLimit(
    () => 0,
    (text) => text,
  );
  for (let i = 0; i < ALIASES_A_DAY; i++) limit.take(`ana+${i}@example.com`);
  assert.equal(limit.take('ana+x@example.com'), false);
  for (let i = 0; i < 50_000; i++) limit.take(`p${i}+x@example.com`);
  assert.ok(limit.take('ana+x@example.com'), 'the oldest were forgotten');
});
