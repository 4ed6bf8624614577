import assert from 'node:assert/strict';
import { test } from 'node:test';
import { first as en } from '../text/en/first.ts';
import { rest as restEn } from '../text/en/rest.ts';
import { wordsOf } from '../words.ts';
import { sayReply } from './say-refused.ts';

test('only what a mail server has said is quoted as its reply (catches: why there is none, too)', () => {
  const words = wordsOf('en', { ...en, ...restEn });
  assert.equal(sayReply(words, '550 5.4.5 No'), 'The mail server replied: “550 5.4.5 No”.');
  for (const own of [
    'the mail server does not answer in time',
    'the mail server refuses user or password (535 no)',
  ])
    assert.equal(sayReply(words, own), `Details: “${own}”.`);
});
