import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifyMessage } from '#server/messages/message.ts';
import { contactOf } from '#test/fixtures/contact.ts';

const NOON = Date.UTC(2026, 4, 1, 12);
test('the key of the form is the key of the message', () => {
  const message = identifyMessage(contactOf({ key: 'aaaa-bbbb-1' }), 'too-fast', NOON);
  assert.deepEqual([message.key, message.suspect], ['aaaa-bbbb-1', 'too-fast']);
});

test('without a key the same words on one day are one message, other words or another day are another', () => {
  const { key } = identifyMessage(contactOf(), null, NOON);
  assert.match(key, /^[A-Za-z0-9-]{8,64}$/);
  assert.equal(identifyMessage(contactOf({ name: ' Anna\r\n' }), null, NOON + 3_600_000).key, key);
  assert.notEqual(identifyMessage(contactOf(), null, NOON + 86_400_000).key, key);
  assert.notEqual(identifyMessage(contactOf({ message: 'Good night.' }), null, NOON).key, key);
});

test('every field a person writes makes another body; its key and language do not', () => {
  const { bodyHash } = identifyMessage(contactOf(), null, NOON);
  const others = {
    name: 'Ana',
    company: 'Cafe',
    email: 'anna@example.org',
    phone: '912345679',
    website: 'example.com',
    message: 'Good morning!',
  };
  const hashes = Object.entries(others).map(
    ([field, text]) => identifyMessage(contactOf({ [field]: text }), null, NOON).bodyHash,
  );
  assert.equal(new Set([bodyHash, ...hashes]).size, 7);
  const again = contactOf({ key: 'aaaa-bbbb-1', language: 'pt', consent: 'a1b2c3d4' });
  assert.equal(identifyMessage(again, 'honeypot', NOON + 86_400_000).bodyHash, bodyHash);
  // Moving words from one field to the next makes a different message.
  assert.notEqual(
    identifyMessage(contactOf({ name: 'A', company: 'BC' }), null, NOON).bodyHash,
    identifyMessage(contactOf({ name: 'AB', company: 'C' }), null, NOON).bodyHash,
  );
});
