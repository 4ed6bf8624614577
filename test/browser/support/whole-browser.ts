import type { LaunchOptions } from '@playwright/test';
import { findChromium } from './chromium.ts';

/**
 * For `test.use`: a full browser. It has a back/forward cache (which Playwright disables), and prefetches on
 * a page according to the speed of the connection.
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
