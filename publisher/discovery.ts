import { LANGUAGES, type Language } from '#contract/language.ts';
import { writtenIn } from '#contract/announcement.ts';
import {
  addressIn,
  caseAddress,
  letterAddress,
  NEWSLETTER_PATH,
  pagesWithout,
  PATHS,
  STAGES,
  WORKER_FILES,
  type Stage,
} from '#contract/pages.ts';
import { toldCases, type SiteConfig, type SiteValues } from '#contract/site.ts';
import type { ShownLetter } from '#contract/shown-letter.ts';
import type { Output } from './output.ts';

/** How long the contact in security.txt is valid, in milliseconds (RFC 9116 advises less than a year). */
const SECURITY_CONTACT_MS = 360 * 24 * 60 * 60 * 1000;

/** Replaces a service worker left by an earlier site: unregisters it and deletes its caches. */
const KILL_SWITCH = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const page of await clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => {});
}
`;

/**
 * Files for search engines, home screens and reporters of security holes. Each stage has its own sitemap;
 * the server serves the current one.
 * @param now milliseconds since 1970.
 */
export function writeDiscovery(
  site: SiteValues,
  letters: readonly ShownLetter[],
  out: Output,
  now: number,
): void {
  const { siteUrl } = site;
  const files = {
    'robots.txt': `User-agent: *\nAllow: /\nSitemap: ${siteUrl}/sitemap.xml\n`,
    '.well-known/security.txt': securityText(site, siteUrl, now),
    ...Object.fromEntries(WORKER_FILES.map((name) => [name, KILL_SWITCH])),
    'manifest.webmanifest': JSON.stringify(webManifest(site)),
    ...Object.fromEntries(
      STAGES.map((stage) => [`.build/pages/sitemap.${stage}.xml`, siteMap(site, letters, stage)]),
    ),
  };
  for (const [name, content] of Object.entries(files)) out.write(name, content);
}

function securityText({ legal }: SiteConfig, siteUrl: string, now: number): string {
  const expires = new Date(now + SECURITY_CONTACT_MS).toISOString();
  return [
    `Contact: mailto:${legal.email}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

function webManifest({ brand }: SiteConfig): object {
  const { name, ground } = brand;
  return {
    name,
    short_name: name,
    start_url: PATHS.home,
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}

/** Each page in each of its languages, with translations (https://www.sitemaps.org, and Google's `xhtml:link`). */
function siteMap(site: SiteValues, letters: readonly ShownLetter[], stage: Stage): string {
  const pages =
    stage === 'soon'
      ? [PATHS.soon]
      : [
          ...pagesWithout(site.hidden).map((page) => PATHS[page]),
          ...(site.newsletter === null ? [] : [NEWSLETTER_PATH]),
        ];
  const others =
    stage === 'soon'
      ? []
      : [
          ...toldCases(site).map(({ slug, languages }) => ({ path: caseAddress(slug), languages })),
          ...letters.map(({ slug, words }) => ({ path: letterAddress(slug), languages: writtenIn(words) })),
        ];
  const all = [...pages.map((path) => ({ path, languages: LANGUAGES })), ...others];
  const addressOf = (path: string, language: Language) => site.siteUrl + addressIn(path, language);
  const urls = all.flatMap(({ path, languages }) =>
    languages.map((language) => {
      const alternates = languages.map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${addressOf(path, other)}"/>`,
      );
      return `<url><loc>${addressOf(path, language)}</loc>${alternates.join('')}</url>`;
    }),
  );
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>${urls.join('')}</urlset>\n`;
}
