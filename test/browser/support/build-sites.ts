import { buildSites } from './sites.ts';

// `npm test` builds the sites of the browser tests beside the tests that need no browser.
await buildSites();
