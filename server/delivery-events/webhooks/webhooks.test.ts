import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  brevoPost,
  mailgunPost,
  NOW,
  type Post,
  postmarkPost,
  read,
  resendPost,
  sesPost,
  snsPost,
} from '#test/fixtures/webhooks.ts';
import type { Bounce, DeliveryEvent } from '../delivery-event.ts';

const ID = '<launch.3-17.1a2b3c4d@example.com>';
const TO = 'ana@example.org';

const bounced = { bounceType: 'Permanent', bounceSubType: 'General' };
const jane = (rest: object) => ({ bouncedRecipients: [{ emailAddress: TO, action: 'failed', ...rest }] });
const status = { 'attempt-no': 1, code: 550, message: '5.1.1 no such user', 'enhanced-code': '5.1.1' };
const ours = { recipient: TO, message: { headers: { 'message-id': ID.slice(1, -1) } } };

type Expected = DeliveryEvent['kind'] | Bounce | null;
const SAID: [provider: string, what: string, post: Post, expected: Expected][] = [
  [
    'ses',
    'Bounce',
    sesPost(
      'Bounce',
      { ...bounced, ...jane({ status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' }) },
      ID,
    ),
    'no-such-address',
  ],
  ['ses', 'Bounce without a DSN', sesPost('Bounce', { ...bounced, ...jane({}) }, ID), 'no-such-address'],
  ['ses', 'Bounce of policy', sesPost('Bounce', { ...bounced, ...jane({ status: '5.7.1' }) }, ID), 'refused'],
  [
    'ses',
    'Transient',
    sesPost('Bounce', { bounceType: 'Transient', ...jane({ status: '5.2.2' }) }, ID),
    'refused',
  ],
  [
    'ses',
    'DeliveryDelay',
    sesPost('DeliveryDelay', { delayedRecipients: [{ emailAddress: TO, status: '4.4.1' }] }, ID),
    'delayed',
  ],
  [
    'ses',
    'Complaint',
    sesPost(
      'Complaint',
      { complainedRecipients: [{ emailAddress: TO }], complaintFeedbackType: 'abuse' },
      ID,
    ),
    'complained',
  ],
  ['ses', 'Delivery', sesPost('Delivery', { recipients: [TO], smtpResponse: '250 ok' }, ID), 'delivered'],
  [
    'ses',
    'a topic that was set up',
    snsPost({ Subject: 'Amazon SES', Message: 'Successfully validated SNS topic' }),
    null,
  ],
  ['ses', 'Open', sesPost('Open', { ipAddress: '192.0.2.1' }, ID), null],
  [
    'postmark',
    'HardBounce',
    postmarkPost({
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      Email: TO,
      Details: 'smtp;550 5.1.1 unknown',
    }),
    'no-such-address',
  ],
  [
    'postmark',
    'HardBounce of policy',
    postmarkPost({ RecordType: 'Bounce', Type: 'HardBounce', Email: TO, Details: '554 5.7.1 not you' }),
    'refused',
  ],
  [
    'postmark',
    'SoftBounce',
    postmarkPost({ RecordType: 'Bounce', Type: 'SoftBounce', Email: TO, Description: 'full' }),
    'refused',
  ],
  ['postmark', 'Transient', postmarkPost({ RecordType: 'Bounce', Type: 'Transient', Email: TO }), 'delayed'],
  [
    'postmark',
    'AutoResponder',
    postmarkPost({ RecordType: 'Bounce', Type: 'AutoResponder', Email: TO }),
    null,
  ],
  [
    'postmark',
    'SpamComplaint',
    postmarkPost({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: TO }),
    'complained',
  ],
  [
    'postmark',
    'Delivery',
    postmarkPost({ RecordType: 'Delivery', Recipient: TO, DeliveredAt: '2026-11-23T11:59:59Z' }),
    'delivered',
  ],
  ['postmark', 'Open', postmarkPost({ RecordType: 'Open', Recipient: TO }), null],
  [
    'mailgun',
    'failed',
    mailgunPost({
      ...ours,
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': status,
    }),
    'no-such-address',
  ],
  [
    'mailgun',
    'suppressed',
    mailgunPost({
      ...ours,
      event: 'failed',
      severity: 'permanent',
      reason: 'suppress-bounce',
      'delivery-status': { code: 605, description: 'Not delivering to previously bounced address' },
    }),
    'no-such-address',
  ],
  [
    'mailgun',
    'too old',
    mailgunPost({
      ...ours,
      event: 'failed',
      severity: 'permanent',
      reason: 'old',
      'delivery-status': { code: 602 },
    }),
    'refused',
  ],
  [
    'mailgun',
    'temporary',
    mailgunPost({
      ...ours,
      event: 'failed',
      severity: 'temporary',
      reason: 'generic',
      'delivery-status': { code: 452 },
    }),
    'delayed',
  ],
  ['mailgun', 'complained', mailgunPost({ ...ours, event: 'complained' }), 'complained'],
  ['mailgun', 'delivered', mailgunPost({ ...ours, event: 'delivered' }), 'delivered'],
  ['mailgun', 'clicked', mailgunPost({ ...ours, event: 'clicked' }), null],
  [
    'brevo',
    'hard_bounce',
    brevoPost({
      event: 'hard_bounce',
      email: TO,
      'message-id': '<1@relay>',
      ts_event: NOW / 1000 - 1,
      reason: '550 5.1.1 unknown',
    }),
    'no-such-address',
  ],
  ['brevo', 'soft_bounce', brevoPost({ event: 'soft_bounce', email: TO, reason: 'mailbox full' }), 'refused'],
  ['brevo', 'deferred', brevoPost({ event: 'deferred', email: TO }), 'delayed'],
  ['brevo', 'spam', brevoPost({ event: 'spam', email: TO }), 'complained'],
  [
    'brevo',
    'delivered',
    brevoPost([
      { event: 'opened', email: TO },
      { event: 'delivered', email: TO },
    ]),
    'delivered',
  ],
  ['brevo', 'request', brevoPost({ event: 'request', email: TO }), null],
  [
    'resend',
    'email.bounced',
    resendPost('email.bounced', {
      to: [TO],
      bounce: { type: 'Permanent', subType: 'Suppressed', message: 'on the suppression list' },
    }),
    'no-such-address',
  ],
  [
    'resend',
    'Transient',
    resendPost('email.bounced', { to: [TO], bounce: { type: 'Transient', subType: 'MailboxFull' } }),
    'refused',
  ],
  ['resend', 'email.delivery_delayed', resendPost('email.delivery_delayed', { to: [TO] }), 'delayed'],
  ['resend', 'email.complained', resendPost('email.complained', { to: [TO] }), 'complained'],
  ['resend', 'email.delivered', resendPost('email.delivered', { to: [TO] }), 'delivered'],
  ['resend', 'email.opened', resendPost('email.opened', { to: [TO] }), null],
];

for (const [provider, what, post, expected] of SAID) {
  test(`${provider}: ${what} is ${expected ?? 'nothing'}`, async () => {
    const said = await read(provider, post);
    assert.ok(said.is === 'events', said.is);
    const [one] = said.events;
    assert.equal(said.events.length, expected === null ? 0 : 1);
    if (one === undefined) return;
    assert.equal(one.kind === 'bounced' ? one.how : one.kind, expected);
    assert.equal(one.recipient, TO);
    // Only these two keep our Message-ID.
    const named = provider === 'ses' || provider === 'mailgun';
    assert.equal(one.messageId?.replace(/[<>]/g, '') ?? null, named ? ID.slice(1, -1) : null);
    assert.ok(one.at <= NOW && one.at >= NOW - 2_000, String(one.at));
  });
}

test('a mail whose headers Amazon leaves out is meant by its address', async () => {
  const said = await read('ses', sesPost('Delivery', { recipients: [TO] }, null));
  assert.ok(said.is === 'events');
  assert.deepEqual(said.events[0]?.messageId, null);
});
