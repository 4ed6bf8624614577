/** Matches hosts, and what people write into their links. */
const KNOWN: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Instagram', /instagram|^ig$/],
  ['Facebook', /facebook|^fb(\.me)?$/],
  ['LinkedIn', /linkedin|^lnkd\.in$/],
  ['Google', /(^|\.)google(\.|$)/],
  ['Bing', /(^|\.)bing(\.|$)/],
  ['DuckDuckGo', /duckduckgo/],
  ['YouTube', /youtube|^youtu\.be$/],
  ['TikTok', /tiktok/],
  ['X', /^t\.co$|twitter|^x(\.com)?$/],
  ['WhatsApp', /whatsapp|^wa\.me$/],
  ['Pinterest', /pinterest/],
  ['Reddit', /reddit/],
];

/** Returns a readable source: `l.instagram.com` and `ig` are Instagram, `www.example.org` is example.org. */
export function nameOfSource(source: string): string {
  return KNOWN.find(([, pattern]) => pattern.test(source))?.[0] ?? source.replace(/^www\./, '');
}
