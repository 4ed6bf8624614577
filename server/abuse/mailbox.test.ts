import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlias, mailboxOf, ownDomainOf } from './mailbox.ts';

test('aliases lead to their mailbox, other addresses to themselves', () => {
  for (const [key, mailbox, alias] of [
    ['ana+news@example.com', 'ana@example.com', true],
    ['a.na@example.com', 'a.na@example.com', false],
    ['a.n.a+x+y@gmail.com', 'ana@gmail.com', true],
    ['ana@googlemail.com', 'ana@gmail.com', false],
    ['a-n_a.b@pm.me', 'anab@proton.me', true],
    ['ana-shop@yahoo.co.uk', 'ana@yahoo.co.uk', true],
    ['ana-maria@example.com', 'ana-maria@example.com', false],
    ['anything@ana.fastmail.com', 'ana@fastmail.com', true],
    ['+x@example.com', '@example.com', true],
  ] as const) {
    assert.deepEqual([mailboxOf(key), isAlias(key)], [mailbox, alias], key);
  }
});

test('a domain that may be one person’s is known, those of providers are nobody’s own', () => {
  for (const [key, domain] of [
    ['x@example.com', 'example.com'],
    ['x@any.thing.example.com', 'example.com'],
    ['x@example.co.uk', 'example.co.uk'],
    ['x@sub.example.com.pt', 'example.com.pt'],
    ['ana@gmail.com', null],
    ['ana@hotmail.fr', null],
    ['ana@yahoo.com.br', null],
    ['x@ana.fastmail.com', null],
    ['x@yahoo.example.com', 'example.com'],
  ] as const) {
    assert.equal(ownDomainOf(key), domain, key);
  }
});
