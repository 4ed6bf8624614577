import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Engine, NO_ANSWER } from './browser.ts';
import { startProgram } from './program.ts';

const PATH = '/usr/bin/firefox-esr';
const SECONDS_TO_ANSWER = 20;
/** A mouse, which it sees none of without windows, and nothing of Mozilla's own. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.allPointerCapabilities': 6,
  'ui.primaryPointerCapabilities': 6,
};

/** Firefox without windows, by WebDriver BiDi, which it speaks itself. */
export const firefox: Engine = {
  name: 'Firefox',
  programs: { 'firefox-esr': PATH },
  async start({ scripts }) {
    const program = await startProgram(async (folder) => {
      const preferences = Object.entries({ ...PREFERENCES, 'javascript.enabled': scripts });
      const lines = preferences.map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
      await writeFile(join(folder, 'user.js'), lines.join('\n'));
      return [PATH, '--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0'];
    });
    try {
      return await connect(await program.says(/BiDi listening on (\S+)/), program.end);
    } catch (error) {
      await program.end();
      throw error;
    }
  },
};

type Answer = {
  id?: number;
  type: string;
  method?: string;
  result?: unknown;
  message?: string;
  params?: Entry;
};
type Entry = { level?: string; text?: string };
type Command = (method: string, params: object) => Promise<unknown>;

async function connect(address: string, end: () => Promise<void>): Promise<Browser> {
  const complaints: string[] = [];
  const command = await speak(`${address}/session`, ({ level, text = '' }) => {
    if (level === 'error' || level === 'warn') complaints.push(text);
  });
  await command('session.new', { capabilities: {} });
  await command('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await command('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  return {
    complaints,
    end,
    async open(url) {
      const navigate = () => command('browsingContext.navigate', { context, url, wait: 'complete' });
      // Right after another page has loaded Firefox sometimes drops the next address.
      await navigate().catch((error: Error) => {
        if (!error.message.includes('NS_BINDING_ABORTED')) throw error;
        return navigate();
      });
    },
    back: async () => void (await command('browsingContext.traverseHistory', { context, delta: -1 })),
    act: async (actions) => void (await command('input.performActions', { context, actions })),
    forgetCookies: async () => void (await command('storage.deleteCookies', {})),
    async resize(width, height) {
      await command('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async picture() {
      const shot = (await command('browsingContext.captureScreenshot', { context })) as { data: string };
      return Buffer.from(shot.data, 'base64');
    },
    async value(expression) {
      const parameters = { target: { context }, awaitPromise: false };
      const asText = { ...parameters, expression: `JSON.stringify(${expression}) ?? 'null'` };
      const answer = (await command('script.evaluate', asText)) as Evaluated;
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result?.value ?? 'null');
    },
  };
}

type Evaluated = { result?: { value: string }; exceptionDetails?: { text: string } };

/** Commands and their answers, over one socket. */
async function speak(address: string, note: (entry: Entry) => void): Promise<Command> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Firefox took no connection at ${address}`)));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else if (answer.method === 'log.entryAdded' && answer.params) note(answer.params);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const late = () => reject(new Error(`Firefox ${NO_ANSWER} to ${method} in ${SECONDS_TO_ANSWER} s`));
      const timer = setTimeout(late, SECONDS_TO_ANSWER * 1000);
      waiting.set(id, ({ type, result, message }) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (type === 'success') resolve(result);
        else reject(new Error(`Firefox, ${method} ${JSON.stringify(params)}: ${message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
