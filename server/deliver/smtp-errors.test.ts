import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifySmtpError, type SmtpError } from './smtp-errors.ts';

test('what is said of the account fails no mail, what is said of the person does (fault: any 5xx)', () => {
  const outcomeOf = (response: string, host: string) => {
    const error: SmtpError = Object.assign(new Error(response), {
      command: 'DATA',
      response,
      responseCode: Number(response.slice(0, 3)),
    });
    return classifySmtpError(error, { begun: true, recipient: 'ana@example.org', host }).outcome;
  };
  for (const [response, host, outcome] of [
    ['550 5.4.5 Daily user sending limit exceeded', 'smtp.gmail.com', 'retry'],
    ['550 5.1.8 Access denied, bad outbound sender', 'smtp.office365.com', 'retry'],
    ['550 Requested action not taken: mailbox unavailable', 'mail.gmx.net', 'retry'],
    ['550 Requested action not taken: mailbox unavailable', 'mail.example.com', 'failed'],
    ['550 5.1.1 No such user', 'mail.gmx.net', 'failed'],
    ['552 5.2.2 Mailbox full', 'smtp.gmail.com', 'failed'],
  ] as const)
    assert.equal(outcomeOf(response, host), outcome, response);
});
