import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asAddress } from './as-address.ts';

test('an address may be typed as in the address bar of a browser', () => {
  assert.equal(asAddress(' example.com/ '), 'https://example.com');
  assert.equal(asAddress('http://localhost:3000'), 'http://localhost:3000');
  assert.equal(asAddress(''), '');
});
