import { defineConfig } from '@playwright/test';
import { findHeadlessShell } from './support/chromium.ts';

/** By the name of their file, or by the tag in their title. */
const REST = /\.all\.e2e\.ts|@all/;

/** Chromium over the built site, as `npm start` serves it. `npm test` runs the essential ones, `npm run test:all` all. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  projects: [
    { name: 'essential', grepInvert: REST },
    { name: 'rest', grep: REST },
  ],
  // One folder a base port (see support/sites.ts): Playwright empties it at the start.
  outputDir: `../../test-results/browser-${process.env['E2E_PORT'] ?? 4010}`,
  snapshotPathTemplate: '{testDir}/ear/{arg}{ext}',
  globalSetup: './support/sites.ts',
  fullyParallel: true,
  // Two cores: a third of the time a test waits for a clock, a mail or the network.
  workers: 3,
  forbidOnly: true,
  // A browser on a busy machine sometimes fails for reasons of its own; failing twice is ours. The summary lists both.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // A page that moves takes a fifth of a core to draw, without end. Tests of movement, and of the ways of most visitors, ask for it: MOVING.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findHeadlessShell(),
      // As root a browser has no sandbox; it opens nothing but our own pages.
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
