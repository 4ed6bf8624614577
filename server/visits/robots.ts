/**
 * User agents of declared bots: search engines, link previews, uptime checks, and the tools and libraries
 * people write their own with. Not apps with an embedded browser, nor Cubot phones.
 */
export const ROBOT =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|archiver|preview|embedly|facebookexternalhit|meta-external|whatsapp|vkshare|mediapartners|google-|googleother|feedfetcher|monitor|uptime|pingdom|statuscake|lighthouse|pagespeed|ptst|headless|phantomjs|curl|wget|httpie|python|aiohttp|httpx|go-http|okhttp|java\/|apache-http|libwww|axios|node-fetch|undici|got \(|postman|claude|bytespider|perplexity|chatgpt/i;

/** Headers of a browser's prefetch: nobody has opened the page yet. */
export const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
