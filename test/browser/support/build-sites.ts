import { buildSites } from './sites.ts';

// `npm test` builds the sites of the browser tests while it runs tests without a browser.
await buildSites();
