import puppeteer from 'puppeteer-core';
import { UBLOCK_PACKAGE } from '#test/fixtures/block-lists.ts';
import { type Engine, NO_ANSWER, type Started, withLimit } from './browser.ts';

const PATH = '/usr/bin/firefox-esr';
const SECONDS_TO_START = 60;
/** Enables a mouse, which headless Firefox lacks, and disables Mozilla's own services. */
const PREFERENCES = {
  'services.settings.server': 'data:,',
  'ui.allPointerCapabilities': 6,
  'ui.primaryPointerCapabilities': 6,
};

/** Headless Firefox, by its native WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  programs: { 'firefox-esr': PATH },
  start: ({ scripts }) => startAt('localhost', scripts),
};

/** EasyList hides nothing on `localhost`: here the same servers have this name. */
const BLOCKED_HOST = 'site.example';

/** With uBlock Origin and the lists of its package, which is ready some seconds later. */
export const firefoxWithBlocker: Engine = {
  name: 'Firefox with uBlock Origin',
  programs: { ...firefox.programs, ...UBLOCK_PACKAGE },
  start: ({ scripts }) => startAt(BLOCKED_HOST, scripts, Object.values(UBLOCK_PACKAGE)),
};

/** `host`: what `localhost` is called in the addresses that are opened; `extensions`: their folders. */
async function startAt(host: string, scripts: boolean, extensions: string[] = []): Promise<Started> {
  const program = await puppeteer.launch({
    browser: 'firefox',
    executablePath: PATH,
    extraPrefsFirefox: {
      ...PREFERENCES,
      'javascript.enabled': scripts,
      'network.dns.localDomains': host,
    },
    defaultViewport: null,
    timeout: SECONDS_TO_START * 1000,
  });
  for (const folder of extensions) await program.installExtension(folder);
  const page = await program.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const browser = withLimit('Firefox', {
    open(address) {
      const url = address.replace('//localhost:', `//${host}:`);
      // Right after another page has loaded, or while the blocker reads its lists, Firefox sometimes drops a navigation.
      return page
        .goto(url)
        .catch(() => page.goto(url))
        .catch((error: unknown) => {
          throw new Error(`Firefox ${NO_ANSWER} to open ${url}: ${String(error)}`);
        });
    },
    // goBack() waits for a document, which does not come within a page.
    back: () => page.evaluate(() => history.back()),
    value: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize(width, height) {
      // Puppeteer also rotates the screen, which Firefox 140 lacks; the size is set all the same.
      return page.setViewport({ width, height }).catch((error: Error) => {
        if (!error.message.includes('setScreenOrientationOverride')) throw error;
      });
    },
    picture: () => page.screenshot(),
    forgetCookies: async () => program.deleteCookie(...(await program.cookies())),
    end: () => program.close(),
  });
  return { browser, complaints: async () => complaints };
}
