import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Debian's path of the headless shell. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The path of a Chromium: CHROMIUM_PATH, Playwright's own, or an installed one; null if there is none. */
export function chromiumPath(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...WHOLE];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** The path of the headless shell: CHROMIUM_PATH, or Debian's; null if there is none. */
export function headlessShellPath(): string | null {
  return [process.env['CHROMIUM_PATH'], SHELL].find((path) => path && existsSync(path)) ?? null;
}

export function findChromium(): string {
  const path = chromiumPath();
  if (path === null)
    throw new Error('No Chromium was found. Run npm test, which installs one, or set CHROMIUM_PATH.');
  return path;
}

/**
 * The headless shell, in which a page opens twice as fast; a full browser if there is none. The shell has no
 * back/forward cache, and takes every connection for a slow one: see WHOLE_BROWSER.
 */
export function findHeadlessShell(): string {
  return headlessShellPath() ?? findChromium();
}
