import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountUrlOf } from './smtp-account.ts';

test('a password that is not given stays for the same server, port and encryption alone (catches: another learns it)', () => {
  const former = 'smtp://us:p%2Fw@mail.example:587?name=us.example';
  const account = { server: 'mail.example', port: 587, secure: false, user: 'us' };
  const urlOf = (other: Partial<typeof account>) => accountUrlOf('smtp', { ...account, ...other }, former);
  assert.equal(urlOf({}), former);
  assert.equal(urlOf({ server: 'Mail.Example' }), 'smtp://us:p%2Fw@Mail.Example:587?name=us.example');
  assert.equal(urlOf({ user: 'her' }), 'smtp://her:p%2Fw@mail.example:587?name=us.example');
  assert.equal(urlOf({ server: 'thief.example' }), 'smtp://us@thief.example:587');
  assert.equal(urlOf({ port: 465 }), 'smtp://us@mail.example:465');
  assert.equal(urlOf({ secure: true }), 'smtps://us@mail.example:587');
});
