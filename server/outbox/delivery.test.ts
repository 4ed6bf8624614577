import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanReply } from './delivery.ts';

test('a reply keeps no address, however the server writes it', () => {
  for (const said of [
    '550 5.1.1 <jo.doe@example.com>: no such user',
    '550 5.1.1 JO.DOE@EXAMPLE.COM... no such user',
    '550 mailbox jo.doe unavailable, ask other@example.org',
    '{"error":"jo.doe%40example.com was refused"}',
    'email=jo.doe@example.com&x=1',
  ]) {
    const reply = cleanReply(said, 'jo.doe@example.com');
    assert.doesNotMatch(reply, /jo\.doe|example|other/i, said);
    assert.match(reply, /<address>/);
  }
});

test('a reply is one line of at most 200 characters', () => {
  const reply = cleanReply(`451-4.7.1 greylisted\r\n451 come\u2028back\0 ${'x'.repeat(500)}`);
  assert.match(reply, /^451-4\.7\.1 greylisted 451 come back x+$/);
  assert.equal(reply.length, 200);
});

test('a short local part does not eat the answer', () => {
  assert.equal(cleanReply('450 4.2.0 busy', '4@example.com'), '450 4.2.0 busy');
});

test('an endless answer does not keep the process busy', () => {
  const started = performance.now();
  cleanReply('a'.repeat(5_000_000), 'a@example.com');
  cleanReply('@'.repeat(5_000_000), 'a@example.com');
  // Quadratic, it would take hours.
  assert.ok(performance.now() - started < 5_000);
});
