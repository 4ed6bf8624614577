import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import type { Stage } from '#contract/pages.ts';
import { readConfig } from '#server/config.ts';
import { buildIfChanged } from '../../../scripts/build.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { findChromium } from '../support/chromium.ts';
import { compareFolders } from './compare.ts';
import { startServer } from '../support/server.ts';
import { checkOut, hashOf, nameOfFiles, type Checkout } from './revision.ts';
import { inWords, sheetOf } from './sheet.ts';
import { shootPages } from './shoot.ts';

/*
 * usage: npm run visual [-- --against REVISION] [-- --into FOLDER]
 *
 * Pictures every page in every language, theme and width into visual/HASH. With --against another revision is built
 * and pictured beside it, and the pictures that differ are named and shown side by side in visual/HASH-against-HASH.html.
 */
const { values } = parseArgs({
  options: { against: { type: 'string' }, into: { type: 'string', default: join(ROOT, 'visual') } },
});
const into = resolve(values.into);

/** The names of the pictures of one revision, in the folder of its name. */
async function shoot(browser: Browser, checkout: Checkout, name: string): Promise<string[]> {
  const folder = join(into, name);
  await rm(folder, { recursive: true, force: true });
  const start = (stage: Stage) => startServer(checkout.root, checkout.dist, stage);
  await using servers = new AsyncDisposableStack();
  const soon = servers.adopt(await start('soon'), ({ stop }) => stop());
  const live = servers.adopt(await start('live'), ({ stop }) => stop());
  const files = await shootPages(browser, { soon: soon.address, live: live.address }, folder);
  console.log(`${files.length} pictures in ${folder}`);
  return files;
}

async function shootRevision(browser: Browser, hash: string): Promise<string[]> {
  const checkout = await checkOut(hash);
  try {
    return await shoot(browser, checkout, hash);
  } finally {
    await checkout.remove();
  }
}

const other = values.against === undefined ? null : await hashOf(values.against);
const dist = join(ROOT, 'test-results/visual-site');
await buildIfChanged(readConfig({}), dist);
const browser = await chromium.launch({
  executablePath: findChromium(),
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const name = await nameOfFiles();
  const after = await shoot(browser, { root: ROOT, dist }, name);
  if (other !== null) {
    const before = other === name ? after : await shootRevision(browser, other);
    const names = { before: other, after: name };
    const folders = { before: join(into, other), after: join(into, name) };
    const differences = await compareFolders(await browser.newPage(), folders, { before, after });
    for (const difference of differences) console.log(inWords(difference, names));
    const sheet = join(into, `${name}-against-${other}.html`);
    await writeFile(sheet, sheetOf(differences, names));
    console.log(`${differences.length} of ${after.length} pictures differ: ${sheet}`);
  }
} finally {
  await browser.close();
}
