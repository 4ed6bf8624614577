import type { AccountMeans } from '#contract/owner/delivery.ts';

/** Where a mail server refuses the account that sends. */
type Step = 'login' | 'sender' | 'recipient' | 'message';

export type AccountReply = {
  by: string;
  at: Step;
  code: number;
  text: string;
  means: AccountMeans;
  /** Hours until it takes mails again. */
  hours: number;
};

const at =
  (step: Step, means: AccountMeans, hours: number) =>
  (by: string, reply: string): AccountReply => ({
    by,
    at: step,
    code: Number(reply.slice(0, 3)),
    text: reply.slice(4),
    means,
    hours,
  });

/** What mail providers say of the account itself, as collected from their documents and from forums. */
export const ACCOUNT_REPLIES: readonly AccountReply[] = [
  ...(
    [
      [
        'Gmail',
        '550 5.4.5 Daily user sending limit exceeded. For more information go to https://support.google.com/a/answer/166852 - gsmtp',
      ],
      ['Microsoft 365', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException'],
      [
        'Microsoft 365',
        '550 5.7.232 Your message can’t be sent because your trial tenant has exceeded its daily limit',
      ],
      ['GoDaddy', '552 Message would take you over your relay quota of 500 Current quota used: 487'],
      ['Migadu', '554 5.7.1 Reached address outgoing limits for <address>'],
      ['vmail.me', '554 5.7.1 <DATA>: Data command rejected: only 10 messages per day'],
      ['Zoho', '550 5.4.6 Unusual sending activity detected. Please try after sometime'],
      ['Amazon SES', '454 Throttling failure: Daily message quota exceeded'],
      ['SendGrid', '451 You’ve exceeded your messaging limits'],
      [
        'Mailgun',
        '421 Domain example.com is not allowed to send: recipient limit exceeded, try again after Sun, 05 Oct 2025 19:22:44 UTC',
      ],
    ] as const
  ).map(([by, reply]) => at('message', 'limit', 24)(by, reply)),
  ...(
    [
      [
        'cPanel',
        '550 Domain example.com has exceeded the max emails per hour (123/100 (123%)) allowed. Message discarded.',
      ],
      ['HestiaCP', '550 Email account a@example.com is sending too many emails - rate overlimit = 83.6 / 1h'],
      ['Postfix', '450 4.7.1 <user@example.com>: Sender address rejected: sorry, max 2 requests per hour.'],
      ['Postfix', '554 5.7.1 <address>: Recipient address rejected: Quota exceeded'],
      ['Aliyun', '550 send spam mail rejected: exceeded hour limit'],
      [
        'Purelymail',
        '450 4.3.2 Please wait to send more emails, or contact support for a rate limit increase.',
      ],
      ['mailcow', '451 4.7.1 Ratelimit "mailcow" exceeded'],
    ] as const
  ).map(([by, reply]) => at('recipient', 'limit', 1)(by, reply)),
  // The words of a missing mailbox: only that everybody gets them says what they mean.
  at('recipient', 'other', 0.5)('GMX', '550 Requested action not taken: mailbox unavailable'),
  at('message', 'other', 30)('Yahoo', '550 Request failed; Mailbox unavailable'),
  at('recipient', 'other', 3)('unknown', '550 5.1.1 No such user here'),
  at('message', 'other', 3)('Yahoo', '554 Message not allowed - [299]'),
  at('message', 'other', 3)('IONOS', '554 Transaction failed Reject due to policy restrictions.'),
  at('recipient', 'other', 3)('unknown', '550 5.7.1 Not today'),
  ...(
    [
      ['Microsoft 365', '554 5.2.252 SendAsDenied; a@example.com not allowed to send as b@example.com'],
      ['Microsoft 365', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
      ['Microsoft 365', '550 5.1.8 Access denied, bad outbound sender.'],
      ['Zoho', '553 Relaying disallowed as "a@example.com"'],
      ['iCloud', '550 5.7.0 From address is not one of your addresses'],
      ['SendGrid', '550 The from address does not match a verified Sender Identity.'],
      [
        'Mailgun',
        '421 Domain sandbox.mailgun.org is not allowed to send: Sandbox subdomains are for test purposes only.',
      ],
      ['Brevo', '502 5.7.0 Your SMTP account is not yet activated. Please contact us'],
      ['Postal', '530 From/Sender name is not valid'],
    ] as const
  ).map(([by, reply]) => at('message', 'sender', 30)(by, reply)),
  at(
    'recipient',
    'sender',
    30,
  )('Hostinger', '553 5.7.1 <a@example.com>: Sender address rejected: not owned by user b@example.com'),
  at('sender', 'sender', 30)('Yandex', '553 5.7.1 Sender address rejected: not owned by auth user.'),
  at('sender', 'login', 3)('Amazon SES', '530 Authentication required'),
  at('sender', 'login', 3)('Microsoft 365', '530 5.7.57 Client not authenticated to send mail.'),
  ...(
    [
      [
        'Gmail',
        '534 5.7.9 Application-specific password required. https://support.google.com/mail/?p=InvalidSecondFactor - gsmtp',
      ],
      [
        'Microsoft 365',
        '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
      ],
      ['Microsoft 365', '535 5.7.3 Authentication unsuccessful'],
      ['OVH', '535 Echec lors de l’authentification'],
      ['Amazon SES', '535 Authentication Credentials Invalid'],
      ['Brevo', '535 5.7.0 Invalid login or password'],
    ] as const
  ).map(([by, reply]) => at('login', 'login', 3)(by, reply)),
  ...(
    [
      ['Microsoft 365', '432 4.3.2 Concurrent connections limit exceeded.'],
      ['Amazon SES', '454 Throttling failure: Maximum sending rate exceeded'],
      ['Mailtrap', '550 5.7.0 Requested action not taken: too many emails per second'],
      ['Gmail', '450 4.2.1 Peak SMTP relay limit exceeded for customer.'],
    ] as const
  ).map(([by, reply]) => at('message', 'rate', 0.1)(by, reply)),
];
