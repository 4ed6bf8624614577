import { join } from 'node:path';
import type { Config } from '#server/base/config.ts';
import { createForwarder } from '#server/deliver/forward/forward.ts';
import { mailWarnings } from './config-warnings.ts';
import { trialEnvelope, verifySmtp } from '#server/deliver/try-smtp.ts';
import { verifyMailbox } from '#server/deliver/imap.ts';
import { OWN_ENDPOINT } from '#contract/site.ts';
import { type Finding, ok, problemFinding, warning } from '#server/base/finding.ts';

/** Whether the mail server would take our mail; sends none. */
export async function checkMail(config: Config, now: number): Promise<readonly Finding[]> {
  const { mailRoute, dataDir } = config;
  const wrong = mailWarnings(config);
  if (wrong.length > 0 || mailRoute.is === 'none') return wrong;
  // The folder is not tested: that would create it, perhaps as another user than the server's.
  if (mailRoute.is === 'files') return [ok(`emails are saved as files in ${join(dataDir, 'outbox')}`)];
  const verified = await verifySmtp(mailRoute, trialEnvelope(config));
  return [
    verified.ok
      ? ok('the mail server accepts our emails')
      : problemFinding('mail-refused', { text: verified.reason }),
    ...checkAppSecret(config, now),
  ];
}

const MONTH = 30 * 24 * 60 * 60_000;

/** Only its owner knows when a secret of Microsoft's ends. */
function checkAppSecret({ microsoftSecretUntil: until }: Config, now: number): Finding[] {
  return until !== null && Date.parse(until) - now < MONTH ? [warning('app-secret-ends', { until })] : [];
}

/** Whether the form service that submissions are forwarded to answers. Submits nothing. */
export async function checkForward({ forward }: Config): Promise<Finding[]> {
  if (forward === null) return [];
  const verified = await createForwarder(forward, { allowPrivate: false }).verify();
  return [verified.ok ? answers(forward.url) : problemFinding('forward-away', { text: verified.reason })];
}

/** The same for a form service that browsers post to. They may reach it where we cannot: a warning. */
export async function checkEndpoint({ subscribeEndpoint: url }: Config): Promise<Finding[]> {
  if (url === OWN_ENDPOINT) return [];
  const verified = await createForwarder({ url, field: 'email', extra: {} }, { allowPrivate: true }).verify();
  return [verified.ok ? answers(url) : warning('endpoint-away', { text: verified.reason })];
}

/** Whether the mailbox for bounces can be opened. Reads nothing. */
export async function checkReturns({ mailbox }: Config): Promise<Finding[]> {
  if (mailbox === null) return [];
  const verified = await verifyMailbox(mailbox);
  return [
    verified.ok ? ok('the mailbox can be read') : problemFinding('returns-away', { text: verified.reason }),
  ];
}

function answers(url: string): Finding {
  return ok(`${new URL(url).host} answers`);
}
