import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BookFiles } from '#contract/books.ts';
import type { SiteConfig } from '#contract/site.ts';
import { type Config, misnamedSettings } from './config.ts';
import { isLoopback, OWN_ENDPOINT } from './setting.ts';

/** What can be used and is most likely not meant so. `text` says what to do. */
export type Oversight = { level: 'warning' | 'problem'; text: string };

export type Brand = { site: Pick<SiteConfig, 'legal'>; books: BookFiles };

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What is logged at the start: where nobody but whoever started it is served, misspelt settings alone. */
export async function oversightsAtStart(config: Config): Promise<Oversight[]> {
  return isPublic(config) ? oversights(config, await loadBrand()) : misnamedSettings().map(warning);
}

/** Whether it serves others than whoever started it: behind a proxy only where its mails go tells. */
export function isPublic({ siteUrl, host, smtpUrl }: Config): boolean {
  const hosts = [new URL(siteUrl).hostname, host, new URL(smtpUrl ?? siteUrl).hostname];
  return !hosts.every(isLoopback);
}

/** `brand`: null where there is none, as in an image. */
export function oversights(config: Config, brand: Brand | null, misnamed = misnamedSettings()): Oversight[] {
  const { siteUrl, smtpUrl, trustedProxies, ownerEmail, rateLimit, secretKeys } = config;
  const mailHost = smtpUrl === null ? null : new URL(smtpUrl).hostname;
  const isLocal = isLoopback(new URL(siteUrl).hostname);
  const careless: [when: boolean | null, text: string, level?: Oversight['level']][] = [
    [
      isLocal && mailHost !== null && !isLoopback(mailHost),
      `SITE_URL is ${siteUrl}, but mails go out by ${mailHost}: their links lead nowhere. Set it to the public address.`,
    ],
    [
      !isLocal && !siteUrl.startsWith('https:'),
      `SITE_URL is ${siteUrl}: addresses would travel unprotected. Make it https.`,
      'problem',
    ],
    [
      !isLocal && mailHost === null,
      'SMTP_URL is not set: mails become files in DATA_DIR/outbox and nobody gets them. Set it.',
    ],
    [
      !isLocal && trustedProxies === 0,
      'TRUSTED_PROXIES is 0: if a proxy stands in front, all visitors count as one and are refused together. Set it to the number of proxies.',
    ],
    [ownerEmail === null, 'OWNER_EMAIL is not set: nobody gets contact messages and alarms. Set it.'],
    [!rateLimit, 'RATE_LIMIT is off: that is for load tests only. Set it to on.'],
    [
      secretKeys && new Set(secretKeys).size < secretKeys.length,
      'SECRET_KEYS holds a key twice. Keep each once.',
    ],
  ];
  return [
    ...careless.filter(([when]) => when).map(([, text, level = 'warning']) => ({ level, text })),
    ...[...(brand === null ? [] : brandOversights(config, brand)), ...misnamed].map(warning),
  ];
}

function warning(text: string): Oversight {
  return { level: 'warning', text };
}

function brandOversights({ subscribeEndpoint }: Config, { site, books }: Brand): string[] {
  if (subscribeEndpoint !== OWN_ENDPOINT) {
    const { host } = new URL(subscribeEndpoint);
    return site.legal.formService === null
      ? [
          `The form posts to ${host}, which the privacy notice does not name. Set legal.formService in site.config.ts.`,
        ]
      : [];
  }
  return Object.values(books)
    .flatMap((files) => Object.values(files ?? {}))
    .filter((path) => !existsSync(resolve(ROOT, path)))
    .map(
      (path) => `The book ${path} of site.config.ts is not there. Put the file back, or write null there.`,
    );
}

/** Of the build, which has the owner's values in it; before the first one, of the sources. */
export async function loadBrand(): Promise<Brand | null> {
  try {
    return JSON.parse(readFileSync(resolve(ROOT, 'dist/.build/site.json'), 'utf8')) as Brand;
  } catch {
    return import('#site.config').catch(() => null);
  }
}
