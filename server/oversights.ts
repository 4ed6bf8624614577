import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BookFiles } from '#contract/books.ts';
import type { SiteConfig } from '#contract/site.ts';
import { type Config, unknownSettings } from './config.ts';
import { isLoopback, OWN_ENDPOINT } from './setting.ts';

/** What can be used and is most likely not meant so. `text` says what to do. */
export type Oversight = { level: 'warning' | 'problem'; text: string };

export type Brand = { site: Pick<SiteConfig, 'legal'>; books: BookFiles };

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Whether it serves others than whoever started it: behind a proxy only where its mails go tells. */
export function isPublic({ siteUrl, host, smtpUrl }: Config): boolean {
  const hosts = [new URL(siteUrl).hostname, host, new URL(smtpUrl ?? siteUrl).hostname];
  return !hosts.every(isLoopback);
}

/** `brand`: null where there is none, as in an image. */
export function oversights(config: Config, brand: Brand | null, unknown = unknownSettings()): Oversight[] {
  return [...settingsOversights(config), ...brandOversights(config, brand), ...misnamed(unknown)];
}

export function misnamed(unknown = unknownSettings()): Oversight[] {
  return unknown.map(({ name, place, like }) =>
    warning(
      `${name} in ${place} is no setting. ${like === null ? '.env.example names all.' : `Did you mean ${like}?`}`,
    ),
  );
}

const warning = (text: string): Oversight => ({ level: 'warning', text });

function settingsOversights(config: Config): Oversight[] {
  const { siteUrl, smtpUrl, trustedProxies, ownerEmail, rateLimit, secretKeys } = config;
  const mailHost = smtpUrl === null ? null : new URL(smtpUrl).hostname;
  const isLocal = isLoopback(new URL(siteUrl).hostname);
  const found: [when: boolean | null, text: string, level?: Oversight['level']][] = [
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
  return found.filter(([when]) => when).map(([, text, level = 'warning']) => ({ level, text }));
}

function brandOversights({ subscribeEndpoint }: Config, brand: Brand | null): Oversight[] {
  if (brand === null) return [];
  if (subscribeEndpoint !== OWN_ENDPOINT) {
    if (brand.site.legal.formService !== null) return [];
    return [
      warning(
        `The form posts to ${new URL(subscribeEndpoint).host}, which the privacy notice does not name. Set legal.formService in site.config.ts.`,
      ),
    ];
  }
  return Object.values(brand.books)
    .flatMap((files) => Object.values(files ?? {}))
    .filter((path) => !existsSync(resolve(ROOT, path)))
    .map((path) =>
      warning(`The book ${path} of site.config.ts is not there. Put the file back, or write null there.`),
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
