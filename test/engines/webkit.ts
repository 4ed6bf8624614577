import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type Browser, type Engine, NO_ANSWER } from './browser.ts';
import { startProgram } from './program.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const SCREEN = [XVFB, '-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1600x1200x24'];
const SECONDS_TO_ANSWER = 20;
/** MiniBrowser's own bar would keep its window wider than a phone. */
const NARROW_BAR = `headerbar, headerbar *, toolbar, toolbar *, box > entry, box > button {
  padding: 0; margin: 0; border: 0; min-width: 0; min-height: 0; font-size: 1px;
}
image { -gtk-icon-size: 1px; }`;

/** WebKitGTK's own small browser on a screen that nobody sees, by its WebDriver. */
export const webkit: Engine = {
  name: 'WebKit',
  programs: { 'webkit2gtk-driver': DRIVER, xvfb: XVFB },
  async start({ scripts }) {
    await using started = new AsyncDisposableStack();
    const screen = await startProgram(async () => SCREEN);
    started.defer(screen.end);
    const display = `:${await screen.says(/^(\d+)$/)}`;
    const port = await freePort();
    const driver = await startProgram(
      async (folder) => {
        const style = join(folder, 'gtk-3.0/gtk.css');
        await mkdir(dirname(style), { recursive: true });
        await writeFile(style, NARROW_BAR);
        return [DRIVER, `--port=${port}`];
      },
      { DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    );
    started.defer(driver.end);
    const command = await speak(`http://127.0.0.1:${port}`);
    const session = await openSession(command, scripts);
    const ends = started.move();
    return browserOf(
      (method, path, body) => command(method, `/session/${session}${path}`, body),
      () => ends.disposeAsync(),
    );
  },
};

type Command = (method: string, path: string, body?: object) => Promise<unknown>;

async function openSession(command: Command, scripts: boolean): Promise<string> {
  // Beside the library, whose folder is named by machine and version.
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (binary === undefined) throw new Error('MiniBrowser of webkit2gtk-driver was not found');
  const options = { binary, args: ['--automation', `--enable-javascript=${scripts}`] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await command('POST', '/session', { capabilities })) as { sessionId: string };
  return sessionId;
}

function browserOf(command: Command, end: () => Promise<void>): Browser {
  const value = (expression: string) =>
    command('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
  return {
    complaints: [],
    end,
    value,
    open: async (url) => void (await command('POST', '/url', { url })),
    back: async () => void (await command('POST', '/back', {})),
    act: async (actions) => void (await command('POST', '/actions', { actions })),
    forgetCookies: async () => void (await command('DELETE', '/cookie')),
    async picture() {
      return Buffer.from((await command('GET', '/screenshot')) as string, 'base64');
    },
    async resize(width, height) {
      const [barWidth = 0, barHeight = 0] = (await value(
        '[outerWidth - innerWidth, outerHeight - innerHeight]',
      )) as number[];
      const size = { width: width + barWidth, height: height + barHeight };
      await command('POST', '/window/rect', { x: 0, y: 0, ...size });
    },
  };
}

/** Commands and their answers, once the driver listens. */
async function speak(address: string): Promise<Command> {
  const command: Command = async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(SECONDS_TO_ANSWER * 1000),
    }).catch((error: Error) => {
      throw new Error(`WebKit ${NO_ANSWER} to ${method} ${path}: ${error.message}`);
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit, ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  for (const limit = Date.now() + SECONDS_TO_ANSWER * 1000; ;) {
    try {
      await command('GET', '/status');
      return command;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The driver does not say which port it took by itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
