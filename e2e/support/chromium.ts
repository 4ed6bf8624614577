import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium of this machine: CHROMIUM_PATH, Playwright's own, or one installed. null when there is none. */
export function chromiumPath(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...INSTALLED];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

export function findChromium(): string {
  const path = chromiumPath();
  if (path === null)
    throw new Error('No Chromium was found. Run npm test, which installs one, or set CHROMIUM_PATH.');
  return path;
}
