import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { createForwarder } from '#server/deliver/forward/forward.ts';
import { verifySmtp } from '#server/deliver/smtp.ts';
import { OWN_ENDPOINT } from '#server/setting.ts';
import { about, type Finding } from './finding.ts';

/** Connects, encrypts and signs in to the mail server; sends nothing. */
export async function checkMail({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): Promise<Finding> {
  const { ok, problem } = about('mail');
  // The folder is not tried: it would be made, perhaps as another user than the server's.
  if (smtpUrl === null) return ok(`mails become files in ${join(dataDir, 'outbox')}`);
  const verified = await verifySmtp(smtpUrl);
  return verified.ok
    ? ok('the mail server takes mails from us')
    : problem(`${verified.reason}. Check SMTP_URL.`);
}

/** Whether anything answers where the collector passes submissions on to. Submits nothing. */
export async function checkForward({ forward }: Pick<Config, 'forward'>): Promise<Finding[]> {
  if (forward === null) return [];
  const { ok, problem } = about('forward');
  const verified = await createForwarder(forward, { allowPrivate: false }).verify();
  const host = new URL(forward.url).host;
  return [verified.ok ? ok(`${host} answers`) : problem(`${verified.reason}. Check FORWARD_URL.`)];
}

/** The same for a form service that browsers post to. They may reach what this machine does not: only a warning. */
export async function checkEndpoint({
  subscribeEndpoint: url,
}: Pick<Config, 'subscribeEndpoint'>): Promise<Finding[]> {
  if (url === OWN_ENDPOINT) return [];
  const { ok, warning } = about('endpoint');
  const verified = await createForwarder({ url, field: 'email', extra: {} }, { allowPrivate: true }).verify();
  const host = new URL(url).host;
  return [verified.ok ? ok(`${host} answers`) : warning(`${verified.reason}. Check SUBSCRIBE_ENDPOINT.`)];
}
