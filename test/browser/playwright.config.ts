import { defineConfig } from '@playwright/test';
import { findHeadlessShell } from './support/chromium.ts';

/** Matches the file name, or the tag in the title. */
const REST = /\.all\.e2e\.ts|@all/;

/** Chromium on the built site, as `npm start` serves it. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  projects: [
    { name: 'essential', grepInvert: REST },
    { name: 'rest', grep: REST },
  ],
  // One folder per base port (see support/sites.ts): Playwright empties it at the start.
  outputDir: `../../test-results/browser-${process.env['E2E_PORT'] ?? 4010}`,
  snapshotPathTemplate: '{testDir}/ear/{arg}{ext}',
  globalSetup: './support/sites.ts',
  fullyParallel: true,
  // Two cores: for a third of its time a test waits for a clock, a mail or the network.
  workers: 3,
  forbidOnly: true,
  // On a busy machine a browser sometimes fails by itself; two failures are ours. The summary lists both.
  retries: 1,
  // They end what hangs: no test passes because of its pace, and a busy machine takes five times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // Animation takes a fifth of a core, without end. Tests of motion and common journeys enable it: MOVING.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findHeadlessShell(),
      // A browser run as root has no sandbox; it opens only our own pages.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
