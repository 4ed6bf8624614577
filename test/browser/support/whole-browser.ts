import type { LaunchOptions } from '@playwright/test';
import { findChromium } from './chromium.ts';

/**
 * For `test.use`: visitors have a whole browser. It keeps the pages that were left (Playwright switches that off) and
 * looks ahead on a page as far as the line is fast.
 */
export const WHOLE_BROWSER = {
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ): Promise<void> =>
    use({
      ...launchOptions,
      executablePath: findChromium(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
};
