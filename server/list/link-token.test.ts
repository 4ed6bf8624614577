import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TOKEN_STATES } from '#contract/pages.ts';
import { createSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { createLinkToken, lifetimeOf, readLinkToken, type LinkPurpose } from './link-token.ts';

const OLD = 'old-key-old-key-old-key-old-key-old';
const NEW = 'new-key-new-key-new-key-new-key-new';
const secrets = createSecrets([OLD]);
/** Where the sealed key begins. */
const OWNER_AT = 59;
const INVALID = { ok: false, code: 'invalid' };
const PURPOSES = [...TOKEN_STATES, 'book-seo', 'book-x-2'] as const satisfies LinkPurpose[];
const purposes = fc.constantFrom(...PURPOSES);
const subscriptions = fc.integer({ min: 1, max: 2 ** 48 - 1 });
const times = fc.integer({ min: 1, max: Date.UTC(2100) });
const keys = fc.string({ minLength: 1 });
const links = fc.record({ purpose: purposes, subscription: subscriptions, key: keys, expiresAt: times });

/** Returns what a link opens if its number belongs to `key`. */
function opened(of: Secrets, purpose: LinkPurpose, token: string, key: string, now: number): object {
  const read = readLinkToken(of, purpose, token, now);
  if (!read.ok) return read;
  return read.key === key ? { ok: true, subscription: read.subscription } : INVALID;
}

test('a link is good for its subscription until its last millisecond, also with the clock set back', () => {
  fc.assert(
    fc.property(links, fc.nat({ max: Date.UTC(2100) }), (link, now) => {
      const token = createLinkToken(secrets, link);
      assert.match(token, /^[\w-]{1,119}$/);
      const right = { ok: true, subscription: link.subscription };
      const late = { ok: false, code: 'expired' };
      assert.deepEqual(
        opened(secrets, link.purpose, token, link.key, now),
        now < link.expiresAt ? right : late,
      );
      assert.deepEqual(opened(secrets, link.purpose, token, link.key, link.expiresAt - 1), right);
      assert.deepEqual(opened(secrets, link.purpose, token, link.key, link.expiresAt), late);
    }),
  );
});

test('a link for one purpose is good for no other', () => {
  fc.assert(
    fc.property(links, purposes, (link, other) => {
      fc.pre(other !== link.purpose);
      assert.deepEqual(readLinkToken(secrets, other, createLinkToken(secrets, link), 0), INVALID);
    }),
  );
});

test('a link is valid for one person, not for another who has their number later (catches: the address is not asked)', () => {
  fc.assert(
    fc.property(links, keys, (link, other) => {
      fc.pre(other !== link.key);
      const token = createLinkToken(secrets, link);
      assert.deepEqual(opened(secrets, link.purpose, token, other, 0), INVALID);
      // Halves of two valid links do not combine into a valid one.
      const subscription = link.subscription === 1 ? 2 : link.subscription - 1;
      const theirs = createLinkToken(secrets, { ...link, subscription, key: other });
      const mixed = theirs.slice(0, OWNER_AT) + token.slice(OWNER_AT);
      for (const key of [other, link.key]) {
        assert.deepEqual(opened(secrets, link.purpose, mixed, key, 0), INVALID);
      }
    }),
  );
});

test('any one character changed, added or lost invalidates a link', () => {
  fc.assert(
    fc.property(links, fc.nat({ max: 101 }), fc.string({ maxLength: 2, unit: 'binary' }), (link, at, put) => {
      const token = createLinkToken(secrets, link);
      const changed = token.slice(0, at) + put + token.slice(at + 1);
      fc.pre(changed !== token);
      assert.deepEqual(opened(secrets, link.purpose, changed, link.key, 0), INVALID);
    }),
    { numRuns: 1000 },
  );
});

test('no other letter stands for the same link (catches: base64 read leniently)', () => {
  // With spare bits at its end, and starting with - and _ only, which base64 writes as + and /.
  const token = createLinkToken(secrets, {
    purpose: 'me',
    subscription: 0xfbefbefbefbe,
    key: 'joe@example.com',
    expiresAt: 0xffffffffffff,
  });
  assert.match(token, /^-{8}_{8}/);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=';
  for (let at = 0; at < token.length; at += 1) {
    for (const letter of letters) {
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      const right = changed === token ? { ok: true, subscription: 0xfbefbefbefbe } : INVALID;
      assert.deepEqual(opened(secrets, 'me', changed, 'joe@example.com', 0), right, changed);
    }
  }
});

test('whatever else comes as a token is invalid, fast, and never throws', () => {
  const odd = [
    '',
    '=',
    'A'.repeat(102),
    'A'.repeat(10_000),
    '%00'.repeat(3000),
    '\ud800',
    '../../etc/passwd',
    '\n',
  ];
  for (const text of odd) assert.deepEqual(readLinkToken(secrets, 'me', text, 0), INVALID);
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), purposes, (text, purpose) => {
      assert.deepEqual(readLinkToken(secrets, purpose, text, 0), INVALID);
    }),
  );
});

test('nobody reads the address from a link, which holds it (catches: encoded, not sealed)', () => {
  const key = 'somebody@example.com';
  fc.assert(
    fc.property(links, (link) => {
      const token = createLinkToken(secrets, { ...link, key });
      for (let at = 0; at < token.length; at += 1) {
        const bytes = Buffer.from(token.slice(at), 'base64url').toString('latin1');
        assert.doesNotMatch(bytes, /somebody|example/i);
      }
      const read = readLinkToken(secrets, link.purpose, token, 0);
      assert.ok(read.ok && read.key === key);
      assert.deepEqual(readLinkToken(createSecrets([NEW]), link.purpose, token, 0), INVALID);
      assert.equal(
        createLinkToken(secrets, { ...link, key }),
        token,
        'a mail that is sent again is the same',
      );
    }),
  );
});

test('the longest address fits into a link', () => {
  const link = { purpose: 'me', subscription: 1, key: 'é'.repeat(254), expiresAt: 1 } as const;
  const read = readLinkToken(secrets, 'me', createLinkToken(secrets, link), 0);
  assert.ok(read.ok && read.key === link.key);
});

test('links survive one rotation of the key, for all of their lifetime', () => {
  const sentAt = Date.UTC(2026, 0);
  for (const purpose of PURPOSES) {
    const expiresAt = sentAt + lifetimeOf(purpose);
    const token = createLinkToken(secrets, { purpose, subscription: 7, key: 'jo@example.com', expiresAt });
    const rotated = createSecrets([NEW, OLD]);
    assert.deepEqual(opened(rotated, purpose, token, 'jo@example.com', expiresAt - 1), {
      ok: true,
      subscription: 7,
    });
    assert.deepEqual(readLinkToken(createSecrets([NEW]), purpose, token, sentAt), INVALID);
  }
});
