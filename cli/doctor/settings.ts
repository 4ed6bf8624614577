import { type Config, ENV_FILE, unknownSettings } from '#server/config.ts';
import { isLoopback } from '#server/setting.ts';
import { about, type Finding } from './finding.ts';

/** What can be used and may still be an oversight. */
export function checkSettings(config: Config, envFile: string = ENV_FILE): Finding[] {
  const { ok, warning, problem } = about('settings');
  const { siteUrl, smtpUrl, ownerEmail, rateLimit, trustedProxies, secretKeys } = config;
  const local = isLoopback(new URL(siteUrl).hostname);
  const secure = siteUrl.startsWith('https:');
  const found: Finding[] = [];
  if (!local && !secure) {
    found.push(problem(`SITE_URL is ${siteUrl}: addresses would travel unprotected. Make it https.`));
  }
  if (!local && smtpUrl === null) {
    found.push(
      warning('SMTP_URL is not set: mails become files in DATA_DIR/outbox and nobody gets them. Set it.'),
    );
  }
  if (!local && trustedProxies === 0) {
    found.push(
      warning(
        'TRUSTED_PROXIES is 0: if a proxy stands in front, all visitors count as one and are refused together. Set it to the number of proxies.',
      ),
    );
  }
  if (ownerEmail === null) {
    found.push(warning('OWNER_EMAIL is not set: nobody gets contact messages and alarms. Set it.'));
  }
  if (!rateLimit) found.push(warning('RATE_LIMIT is off: that is for load tests only. Set it to on.'));
  if (secretKeys && new Set(secretKeys).size < secretKeys.length) {
    found.push(warning('SECRET_KEYS holds a key twice. Keep each once.'));
  }
  for (const name of unknownSettings(envFile)) {
    found.push(warning(`${name} in ${envFile} is no setting. Is it misspelt? .env.example names all.`));
  }
  return found.length > 0 ? found : [ok('can be used')];
}
