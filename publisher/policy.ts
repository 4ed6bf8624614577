import { createHash } from 'node:crypto';
import type { SiteValues } from '#contract/site.ts';

const TAG_MANAGER = 'https://www.googletagmanager.com';
const ANALYTICS = 'https://*.google-analytics.com https://*.analytics.google.com';

/** `scriptOrigins`: others than Google whose scripts may run. */
export type PolicyValues = Pick<SiteValues, 'gaId' | 'gtmId' | 'subscribeEndpoint'> & {
  scriptOrigins?: string[];
};

/** Whether the pages may load anything of Google. */
export function loadsTags({ gaId, gtmId }: Pick<SiteValues, 'gaId' | 'gtmId'>): boolean {
  return gaId !== null || gtmId !== null;
}

/**
 * The Content-Security-Policy of one document: denies everything except its own inline scripts and styles, by
 * hash; Google's hosts and the owner's extra hosts only if an ID is set; a foreign form service only if one
 * is configured. Hashes, not nonces, so that the document is the same for everybody and cacheable.
 */
export function policyOf(html: string, values: PolicyValues): string {
  const { subscribeEndpoint, scriptOrigins = [] } = values;
  const tags = loadsTags(values);
  const endpoint = subscribeEndpoint.startsWith('/') ? '' : new URL(subscribeEndpoint).origin;
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

/** Of scripts and styles within the document. JSON and kept markup are data, which no policy is asked about. */
function hashes(html: string, tag: 'script' | 'style'): string[] {
  const inline = html.matchAll(
    new RegExp(`<${tag}(?![^>]*(?:\\ssrc=|json|text/html))[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
  );
  const found = [...inline].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return [...new Set(found)];
}
