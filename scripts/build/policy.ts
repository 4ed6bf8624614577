import { createHash } from 'node:crypto';
import type { Analytics } from '#contract/site.ts';
import type { Config } from '#server/config.ts';

const TAG_MANAGER = 'https://www.googletagmanager.com';
const ANALYTICS = 'https://*.google-analytics.com https://*.analytics.google.com';

/**
 * The Content-Security-Policy of one document: denies everything except its own inline scripts and styles, by
 * hash; Google's hosts and the owner's extra hosts only if an ID is set; a foreign form service only if one
 * is configured. Hashes, not nonces, so that the document is the same for everybody and cacheable.
 */
export function policyOf(html: string, config: Config & Partial<Analytics>): string {
  const { scriptOrigins = [] } = config;
  const tags = config.gaId !== null || config.gtmId !== null;
  const endpoint = config.subscribeEndpoint.startsWith('/') ? '' : new URL(config.subscribeEndpoint).origin;
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(html, 'script'), ...(tags ? [TAG_MANAGER, ...scriptOrigins] : [])],
    'style-src': ["'self'", ...hashes(html, 'style')],
    'img-src': ["'self'", ...(tags ? [TAG_MANAGER, 'https://*.google-analytics.com', ...scriptOrigins] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", endpoint, ...(tags ? [TAG_MANAGER, ANALYTICS, ...scriptOrigins] : [])],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", endpoint],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter((source) => source !== '')].join(' '))
    .join('; ');
}

function hashes(html: string, tag: 'script' | 'style'): string[] {
  const inline = html.matchAll(
    new RegExp(`<${tag}(?![^>]*(?:\\ssrc=|ld\\+json))[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
  );
  const found = [...inline].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return [...new Set(found)];
}
