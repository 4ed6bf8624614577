import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#contract/content/facts.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import type { Unwell } from '#contract/owner/doctor.ts';
import { OWN_ENDPOINT } from '#contract/site.ts';
import { type Config } from '#server/base/config.ts';
import { misnamedSettings } from '#server/base/env-file.ts';
import { warning, problemFinding } from '#server/base/finding.ts';
import { hostOf, hostUrls } from '#server/base/host-urls.ts';
import { isLoopback } from '#server/base/setting.ts';
import { shownContent } from './shown-content.ts';
import { existingPart } from '#server/store/durable-file.ts';

/** The warnings logged at startup: only misspelt settings if the server is not public. */
export function warningsAtStart(config: Config, dist: string): Unwell[] {
  const careless = isPublicSite(config)
    ? configWarnings(config, factsOf(shownContent(dist)))
    : misnamedSettings();
  return [...careless, ...mailWarnings(config), ...databaseWarnings(config), ...diskWarnings(config)];
}

/** Whether others than the operator use the server. Behind a proxy only the mail server's host shows it. */
export function isPublicSite({ siteUrl, host, smtpUrl }: Config): boolean {
  const hosts = [new URL(siteUrl).hostname, host, new URL(smtpUrl ?? siteUrl).hostname];
  return !hosts.every(isLoopback);
}

/** Why nobody gets the mails. As files they are meant to stay on the operator's own machine. */
export function mailWarnings({ mailRoute, siteUrl, dataDir }: Config): Unwell[] {
  if (mailRoute.is === 'none')
    return [mailRoute.why === 'unset' ? warning('no-mail-server') : problemFinding('mail-sealed')];
  return mailRoute.is === 'files' && !isLoopback(new URL(siteUrl).hostname)
    ? [warning('mails-files', { folder: join(dataDir, 'outbox') })]
    : [];
}

/** The list must not be readable on the way to a database on another machine, nor by somebody who says to be it. */
export function databaseWarnings({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Unwell[] {
  const open = [databaseUrl, databaseDirectUrl]
    .flatMap((url) => (url === null ? [] : hostUrls(url)))
    .map((url) => new URL(url))
    .filter((url) => !isChecked(url))
    .map((url) => hostOf(url).replace(/:\d+$/, ''));
  return [...new Set(open.filter(isElsewhere))].map((host) => warning('database-open', { host }));
}

/** File systems that end with a machine's memory or with a container: tmpfs, ramfs, overlay (statfs(2)). */
const PASSING = [0x01021994, 0x858458f6, 0x794c7630];

/** The list must outlive its process. */
export function diskWarnings(
  { databaseUrl, siteUrl, dataDir }: Pick<Config, 'databaseUrl' | 'siteUrl' | 'dataDir'>,
  typeOf = (folder: string) => statfsSync(folder).type,
): Unwell[] {
  if (databaseUrl !== null || isLoopback(new URL(siteUrl).hostname)) return [];
  return PASSING.includes(typeOf(existingPart(dataDir)))
    ? [warning('disk-passing', { folder: dataDir })]
    : [];
}

/** A socket, this machine, and names without a dot, which only a network of containers has, are not. */
function isElsewhere(host: string): boolean {
  return /[.:]/.test(host) && !host.startsWith('/') && !isLoopback(host);
}

/** As pg understands it. */
function isChecked({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode');
  if (mode === null) return ['true', '1'].includes(searchParams.get('ssl') ?? '');
  return mode.startsWith('verify-') || (mode === 'require' && searchParams.get('uselibpqcompat') !== 'true');
}

/** Settings that are valid but most likely not intended. */
export function configWarnings(config: Config, facts: Facts, misnamed = misnamedSettings()): Unwell[] {
  const { siteUrl, smtpUrl, trustedProxies, rateLimit, secretKeys } = config;
  const mailHost = smtpUrl === null ? null : new URL(smtpUrl).hostname;
  const isLocal = isLoopback(new URL(siteUrl).hostname);
  const found: Unwell[] = [];
  if (isLocal && mailHost !== null && !isLoopback(mailHost))
    found.push(warning('links-local', { siteUrl, host: mailHost }));
  if (!isLocal && !siteUrl.startsWith('https:')) found.push(problemFinding('unprotected', { siteUrl }));
  if (!isLocal && trustedProxies === 0) found.push(warning('no-proxies'));
  if (!rateLimit) found.push(warning('no-limit'));
  if (secretKeys && new Set(secretKeys).size < secretKeys.length) found.push(warning('key-twice'));
  return [...found, ...serviceWarnings(config, facts), ...misnamed];
}

/** The privacy notice must name the service that the form posts to. */
function serviceWarnings({ subscribeEndpoint }: Config, { 'legal.formService': service }: Facts): Unwell[] {
  return subscribeEndpoint === OWN_ENDPOINT || service !== null
    ? []
    : [warning('form-unnamed', { host: new URL(subscribeEndpoint).host })];
}
