import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Where Debian puts the one without windows. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** A Chromium of this machine: CHROMIUM_PATH, Playwright's own, or one installed. null when there is none. */
export function chromiumPath(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...WHOLE];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** The same without windows: CHROMIUM_PATH, or Debian's. null when there is none. */
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
 * The same engine without windows and profiles, in which a page opens twice as fast; the whole browser where there is
 * none. It keeps no page that was left, and takes every line for a slow one: see WHOLE_BROWSER.
 */
export function findHeadlessShell(): string {
  return headlessShellPath() ?? findChromium();
}
