import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { readConfig } from '#server/base/config.ts';
import { buildIfChanged } from '../../../scripts/build.ts';
import { ROOT } from '#server/base/root.ts';
import { findChromium } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';
import { shootPages } from './shoot.ts';

// usage: npm run visual [-- --into FOLDER]
// Takes screenshots of every page in every language, theme and width into visual/.
const { values } = parseArgs({ options: { into: { type: 'string', default: join(ROOT, 'visual') } } });
const into = resolve(values.into);

const dist = join(ROOT, 'test-results/visual-site');
await buildIfChanged(readConfig({}), dist);
await using ends = new AsyncDisposableStack();
const soon = ends.adopt(await startServer(dist, 'soon'), ({ stop }) => stop());
const live = ends.adopt(await startServer(dist, 'live'), ({ stop }) => stop());
const browser = ends.adopt(
  await chromium.launch({ executablePath: findChromium(), chromiumSandbox: process.getuid?.() !== 0 }),
  (started) => started.close(),
);
await rm(into, { recursive: true, force: true });
const count = await shootPages(browser, { soon: soon.address, live: live.address }, into);
console.log(`${count} pictures in ${into}`);
