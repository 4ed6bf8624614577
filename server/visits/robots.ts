/**
 * Programs that say what they are: search engines, what makes a preview of a link, checks of whether a site is up, and the
 * tools and libraries people write their own with. Not apps with a browser in them, nor the phones of Cubot.
 */
export const ROBOT =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|archiver|preview|embedly|facebookexternalhit|meta-external|whatsapp|vkshare|mediapartners|google-|googleother|feedfetcher|monitor|uptime|pingdom|statuscake|lighthouse|pagespeed|ptst|headless|phantomjs|curl|wget|httpie|python|aiohttp|httpx|go-http|okhttp|java\/|apache-http|libwww|axios|node-fetch|undici|got \(|postman|claude|bytespider|perplexity|chatgpt/i;

/** Headers by which a browser says that nobody has asked for the page yet. */
export const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
