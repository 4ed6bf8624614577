import { feedFile } from '#contract/documents.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { FEED_PATH, letterAddress, NEWSLETTER_PATH } from '#contract/pages.ts';
import type { Feed } from '#contract/shown-letter.ts';
import type { SiteValues } from '#contract/site.ts';
import type { Output } from './output.ts';

/** Writes the newsletters of each language as Atom (RFC 4287), if there is a newsletter. */
export function writeFeeds(site: SiteValues, feedIn: (language: Language) => Feed, out: Output): void {
  if (site.newsletter === null) return;
  for (const language of LANGUAGES) out.write(feedFile(language), feedXml(site, feedIn(language), language));
}

function feedXml({ siteUrl, brand }: SiteValues, { title, entries }: Feed, language: Language): string {
  /** Whatever language an address without one means. */
  const at = (path: string) => `${siteUrl}${path}?lang=${language}`;
  const time = (ms: number) => new Date(ms).toISOString();
  const all = entries.map(
    (one) => `<entry><title>${escaped(one.title)}</title><id>${at(letterAddress(one.slug))}</id>
<link href="${at(letterAddress(one.slug))}"/><updated>${time(one.at)}</updated><published>${time(one.at)}</published>
<summary>${escaped(one.summary)}</summary><content type="html">${escaped(one.html)}</content></entry>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><title>${escaped(title)}</title>
<id>${at(NEWSLETTER_PATH)}</id><link href="${at(NEWSLETTER_PATH)}"/><link rel="self" type="application/atom+xml" href="${at(FEED_PATH)}"/>
<updated>${time(entries[0]?.at ?? 0)}</updated><author><name>${escaped(brand.name)}</name></author>
${all.join('')}</feed>
`;
}

/** Without the signs that XML cannot hold. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
