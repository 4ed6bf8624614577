import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { books, analytics, evidence, lineOf, site } from './build/site.ts';
import { checkSiteConfig, SiteConfigError } from './build/site-config.ts';
import { ROOT } from './build/root.ts';
import { ourSlips } from './voice.ts';

// Checks only words and settings, ours and those in brand/: loading `site.ts` has reported unreadable ones.
try {
  checkSiteConfig(site, books, analytics, lineOf, evidence);
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const rooms = ['site', 'dashboard', 'mails'].map((room) =>
    spawnSync(compiler, ['--noEmit', '-p', room], {
      cwd: ROOT,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    }),
  );
  const slips = ourSlips();
  for (const slip of slips) console.error(slip);
  if (slips.length > 0 || rooms.some(({ status }) => status !== 0)) process.exitCode = 1;
  else console.log('Words and settings are right.');
} catch (error) {
  if (!(error instanceof SiteConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
