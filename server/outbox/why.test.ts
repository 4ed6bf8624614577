import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CRASHED } from './delivery.ts';
import { HELD } from './delivery-issues.ts';
import { whyOf } from './why.ts';

const SAID = {
  noMailbox: [
    '550 5.1.1 <address>: Recipient address rejected: User unknown in local recipient table',
    '550-5.1.1 The email account that you tried to reach does not exist.',
    '550 No such user here',
    '554 delivery error: This user does not exist',
    '550 5.2.1 The email account that you tried to reach is disabled.',
  ],
  full: [
    '552 5.2.2 The email account is over quota',
    '452 4.2.2 Mailbox full',
    '552 Message storage exceeded',
  ],
  noDomain: ['550 5.1.2 Host unknown', '556 5.1.10 Recipient has null MX', '550 Domain not found'],
  blocked: [
    '550 5.7.1 Message rejected due to DMARC policy',
    '550-5.7.26 This mail is unauthenticated',
    '550 5.7.1 Recipient not found: access denied',
    '554 Your IP is blocked by our blacklist',
  ],
  size: ['552 5.3.4 Message size exceeds fixed limit', '552 5.2.3 Message too large'],
  time: [
    '451 4.7.1 Greylisted, try again later',
    '554 5.4.7 Message expired',
    'the mail server does not answer in time (Connection timeout)',
    '421 4.3.2 Service not available',
  ],
  other: ['550 We do not like Tuesdays', '571 Refused'],
} as const;

test('replies of mail servers are put plainly, and unknown ones are quoted (catches: a full mailbox does not exist)', () => {
  for (const [why, replies] of Object.entries(SAID))
    for (const reply of replies) assert.equal(whyOf('failed', reply), why, reply);
  assert.equal(whyOf('unknown', CRASHED), 'crash');
  assert.equal(whyOf('unknown', 'the mail server closed the connection'), 'broke');
  assert.equal(whyOf('held', HELD.restored), 'restored');
  assert.equal(whyOf('held', HELD.noOwner), 'noOwner');
});
