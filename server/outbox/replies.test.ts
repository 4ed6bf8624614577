import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_REPLIES } from '#test/corpora/account-replies.ts';
import { isAboutRecipient, type Meaning, meaningOf, refusesAddress } from './replies.ts';

/** As receivers say them, and as servers that we send through put them into reports. */
const SAID: Record<Exclude<Meaning, 'limit' | 'rate' | 'sender' | 'login'>, readonly string[]> = {
  'no-mailbox': [
    '550 5.1.1 <address>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.4.1 Recipient address rejected: Access denied. [AB1EUR00FT000.eop-eur00.prod.protection.outlook.com]',
    '550 5.4.1 <address>: Recipient    address rejected: Access denied, folded as in a header',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '550 5.5.0 Requested action not taken: mailbox unavailable.',
    '550-5.2.1 The email account that you tried to reach is inactive. For more https://support.example/?p=policy',
    "554 delivery error: dd This user doesn't have a yahoo.com account (<address>) [0]",
    '554 delivery error: dd Sorry, your message to <address> cannot be delivered. This mailbox is disabled (554.30).',
    '550 <address>: User unknown',
    '550 no such user here',
    '550 <address>: Recipient unknown',
    '553 5.3.0 <address>... No such user here',
    '550 sorry, no mailbox here by that name (#5.1.1)',
    '551 not our customer',
    'host mx.example.org[192.0.2.1] said: 550 Unknown user <address>',
    'host mx.example.org[192.0.2.1] said: 550 <address>: Recipient address rejected. (in reply to RCPT TO command)',
    '542 address@example.org Rejected',
    '551 This mailbox does not exist',
    '552 5.1.1 <address>: no such mailbox',
    '550 Destinatário desconhecido',
    '553 5.1.3 bad address syntax',
  ],
  'no-domain': [
    'Host or domain name not found. Name service error for name=example.org type=A: Host not found 5.4.4',
    "DNS type 'mx' lookup of example.org responded with code NXDOMAIN 4.0.0",
    '550 5.1.2 Host unknown',
    '556 5.1.10 Recipient has null MX',
    '550 5.4.310 DNS domain example.org does not exist',
    'Unrouteable address',
  ],
  full: [
    '552 5.1.1 Boite du destinataire pleine. Recipient overquota.',
    '552 5.2.2 The email account is over quota',
    '550 5.2.2 <address>... Mailbox Full',
    '452 4.2.2 The recipient’s inbox is out of storage space and inactive',
    '552 Requested mail action aborted: exceeded storage allocation',
    '552 5.1.1 <address>',
    '552',
    '550 5.1.1 <address>: user unknown or mailbox is full',
    '550 A caixa de correio está cheia',
  ],
  mailbox: ['450 4.2.0 <address>: busy', '550 5.2.0 filtered', '550 This account is temporarily locked'],
  unavailable: ['550 Requested action not taken: mailbox unavailable'],
  size: ['552 5.3.4 Message size exceeds fixed limit', '552 5.2.3 Message too large'],
  blocked: [
    '550 5.7.1 Service unavailable; client host blocked',
    '550 5.7.1 Recipient not found: access denied',
    '550 5.2.1 Mailbox unavailable. Your IP address is blacklisted',
    '553 5.1.3 https://www.spamhaus.org/query/bl?ip=192.0.2.1',
  ],
  busy: [
    '451 4.7.1 Greylisted, try again later',
    '450 Host or domain name not found, try again',
    '554 5.4.7 Message expired',
    '450 No such user yet',
  ],
  other: ['550 no', '550 We do not like Tuesdays', '571 Refused', '550 Message rejected'],
};
const ABOUT_ONE: readonly Meaning[] = ['no-mailbox', 'no-domain', 'full', 'mailbox', 'unavailable'];

test('each reply is known by what it says (catches: a full mailbox does not exist)', () => {
  for (const [means, replies] of Object.entries(SAID))
    for (const reply of replies) {
      assert.equal(meaningOf(reply), means, reply);
      assert.equal(isAboutRecipient(reply), ABOUT_ONE.includes(means as Meaning), reply);
      const isGone = means === 'no-mailbox' || means === 'no-domain';
      if (reply.startsWith('5')) assert.equal(refusesAddress(reply), isGone, reply);
    }
});

const OF_ACCOUNT: readonly Meaning[] = ['limit', 'rate', 'sender', 'login'];

test('a reply about the account or its sender is nobody’s address (catches: it is the person’s)', () => {
  for (const { code, text, means } of ACCOUNT_REPLIES)
    if (means !== 'other') assert.equal(meaningOf(`${code} ${text}`), means, text);
  for (const [reply, by, means] of [
    ['550 Requested action not taken: mailbox unavailable', 'mail.gmx.net', 'limit'],
    ['550 Requested action not taken: mailbox unavailable', 'smtp.ionos.co.uk', 'limit'],
    ['550 Request failed; Mailbox unavailable', 'smtp.mail.yahoo.com', 'sender'],
    ['550 5.1.8 Domain of sender address does not exist', 'mail.example.com', 'sender'],
    ['554 The sender address does not exist', 'mail.example.com', 'sender'],
    ['535 5.7.8 Password', 'mail.example.com', 'login'],
  ] as const) {
    assert.equal(meaningOf(reply, by), means, reply);
    assert.ok(!refusesAddress(reply), reply);
  }
  for (const reply of SAID['no-mailbox'])
    assert.ok(!OF_ACCOUNT.includes(meaningOf(reply, 'smtp.gmail.com')), reply);
});

test('no reply takes long to read, whatever it is made of', () => {
  for (const piece of ['mailbox ', 'user ', 'sender ', '5.1.1 ', '4.1 ', 'https://a ', 'exceed a '])
    assert.ok(meaningOf(piece.repeat(1_000_000 / piece.length)).length > 0);
});
