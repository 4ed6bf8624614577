import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Builder, Key, type WebDriver } from 'selenium-webdriver';
import { type Engine, NO_ANSWER, withLimit } from './browser.ts';
import { startProgram } from './program.ts';
import { comesTrue } from './visitor.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const SCREEN = [XVFB, '-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1600x1200x24'];
const SECONDS_TO_START = 60;
const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE };
/** MiniBrowser's toolbar would keep its window wider than a phone. */
const NARROW_BAR = `headerbar, headerbar *, toolbar, toolbar *, box > entry, box > button {
  padding: 0; margin: 0; border: 0; min-width: 0; min-height: 0; font-size: 1px;
}
image { -gtk-icon-size: 1px; }`;

/** WebKitGTK's MiniBrowser on a virtual screen, by its WebDriver. */
export const webkit: Engine = {
  name: 'WebKit',
  programs: { 'webkit2gtk-driver': DRIVER, xvfb: XVFB },
  async start({ scripts }) {
    await using started = new AsyncDisposableStack();
    const screen = await startProgram(async () => SCREEN);
    started.defer(screen.end);
    const display = `:${await screen.says(/^(\d+)$/)}`;
    const port = await freePort();
    const program = await startProgram(
      async (folder) => {
        const style = join(folder, 'gtk-3.0/gtk.css');
        await mkdir(dirname(style), { recursive: true });
        await writeFile(style, NARROW_BAR);
        return [DRIVER, `--port=${port}`];
      },
      { DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    );
    started.defer(program.end);
    const driver = await openSession(`http://127.0.0.1:${port}`, scripts);
    const ends = started.move();
    const browser = withLimit('WebKit', {
      async open(url) {
        await driver.get(url).catch((error: unknown) => {
          // Its driver sometimes loses a navigation; to a page that does not load it fails again.
          throw new Error(`WebKit ${NO_ANSWER} to open: ${String(error)}`, { cause: error });
        });
        await driver.executeScript(noteComplaints);
      },
      back: () => driver.navigate().back(),
      value: (expression) => driver.executeScript(`return ${expression}`),
      click: (x, y) => driver.actions().move({ x, y, duration: 0 }).click().perform(),
      type: (text) => driver.actions().sendKeys(text.replaceAll('\n', Key.ENTER)).perform(),
      press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
      async resize(width, height) {
        const [barWidth = 0, barHeight = 0] = await driver.executeScript<number[]>(
          'return [outerWidth - innerWidth, outerHeight - innerHeight]',
        );
        const size = { width: width + barWidth, height: height + barHeight };
        await driver
          .manage()
          .window()
          .setRect({ x: 0, y: 0, ...size });
      },
      picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      forgetCookies: () => driver.manage().deleteAllCookies(),
      end: () => ends.disposeAsync(),
    });
    const complaints = () => driver.executeScript<string[]>('return window.complaints ?? []');
    return { browser, complaints };
  },
};

/** Runs in the page: its driver reports no console. */
function noteComplaints(): void {
  const complaints: unknown[] = ((globalThis as { complaints?: unknown[] }).complaints = []);
  const note = (...texts: unknown[]) => void complaints.push(texts.map(String).join(' '));
  Object.assign(console, { error: note, warn: note });
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
}

/** Opens a session once the driver listens. */
async function openSession(server: string, scripts: boolean): Promise<WebDriver> {
  // Beside the library, in a folder named by architecture and version.
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (binary === undefined) throw new Error('MiniBrowser of webkit2gtk-driver was not found');
  const options = { binary, args: ['--automation', `--enable-javascript=${scripts}`] };
  const isListening = () =>
    fetch(`${server}/status`).then(
      () => true,
      () => false,
    );
  if (!(await comesTrue(isListening, SECONDS_TO_START))) throw new Error('the driver did not start in time');
  return new Builder()
    .usingServer(server)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    .build();
}

/** The driver does not report a port that it chose itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
