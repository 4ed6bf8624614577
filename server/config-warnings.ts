import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BookFiles } from '#contract/books.ts';
import type { Unwell } from '#contract/owner/doctor.ts';
import type { SiteConfig } from '#contract/site.ts';
import { type Config, misnamedSettings } from './config.ts';
import { warning, problem } from './finding.ts';
import { isLoopback, OWN_ENDPOINT } from './setting.ts';

export type Brand = { site: Pick<SiteConfig, 'legal'>; books: BookFiles };

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The warnings logged at startup: only misspelt settings if the server is not public. */
export async function warningsAtStart(config: Config): Promise<Unwell[]> {
  return isPublic(config) ? configWarnings(config, await loadBrand()) : misnamedSettings();
}

/** Whether others than the operator use the server. Behind a proxy only the mail server's host shows it. */
export function isPublic({ siteUrl, host, smtpUrl }: Config): boolean {
  const hosts = [new URL(siteUrl).hostname, host, new URL(smtpUrl ?? siteUrl).hostname];
  return !hosts.every(isLoopback);
}

/** Settings that are valid but most likely not intended. `brand`: null if there is none, as in an image. */
export function configWarnings(config: Config, brand: Brand | null, misnamed = misnamedSettings()): Unwell[] {
  const { siteUrl, smtpUrl, trustedProxies, ownerEmail, rateLimit, secretKeys } = config;
  const mailHost = smtpUrl === null ? null : new URL(smtpUrl).hostname;
  const isLocal = isLoopback(new URL(siteUrl).hostname);
  const found: Unwell[] = [];
  if (isLocal && mailHost !== null && !isLoopback(mailHost))
    found.push(warning('links-local', { siteUrl, host: mailHost }));
  if (!isLocal && !siteUrl.startsWith('https:')) found.push(problem('unprotected', { siteUrl }));
  if (!isLocal && mailHost === null) found.push(warning('no-mail-server'));
  if (!isLocal && trustedProxies === 0) found.push(warning('no-proxies'));
  if (ownerEmail === null) found.push(warning('no-owner'));
  if (!rateLimit) found.push(warning('no-limit'));
  if (secretKeys && new Set(secretKeys).size < secretKeys.length) found.push(warning('key-twice'));
  return [...found, ...(brand === null ? [] : brandWarnings(config, brand)), ...misnamed];
}

function brandWarnings({ subscribeEndpoint }: Config, { site, books }: Brand): Unwell[] {
  if (subscribeEndpoint !== OWN_ENDPOINT)
    return site.legal.formService === null
      ? [warning('form-unnamed', { host: new URL(subscribeEndpoint).host })]
      : [];
  return Object.values(books)
    .flatMap((files) => Object.values(files ?? {}))
    .filter((file) => !existsSync(resolve(ROOT, file)))
    .map((file) => warning('book-missing', { file }));
}

/** Read from the build, which has the owner's values in it; before the first build, from the sources. */
export async function loadBrand(): Promise<Brand | null> {
  try {
    return JSON.parse(readFileSync(resolve(ROOT, 'dist/.build/site.json'), 'utf8')) as Brand;
  } catch {
    return import('#site.config').catch(() => null);
  }
}
