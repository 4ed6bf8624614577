import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readCopyStatus } from '#server/copies/status.ts';
import { inFolder } from './cleanup.ts';
import { newFigures, type Figures } from './figures.ts';
import { fillStore } from './fill-store.ts';
import { childrenOf, cpuSeconds, load, REAL, residentMegabytes, startServer } from './processes.ts';
import { firstAt, portOf, subscriber, visit } from './visitors.ts';

export const COPIES_SIZES = {
  quick: { rounds: 1, seconds: 5, people: 10_000, signUps: 5 },
  short: { rounds: 5, seconds: 20, people: 1_000_000, signUps: 40 },
  long: { rounds: 15, seconds: 30, people: 1_000_000, signUps: 60 },
} as const;

const A_SECOND = 200;
const WARM_SECONDS = 10;
const LOOK_MS = 100;
const COMMANDS = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

/** Copies to a folder while people subscribe; then restores a large copy. SQLite. */
export async function measureCopies(
  { rounds, seconds, people, signUps }: (typeof COPIES_SIZES)[keyof typeof COPIES_SIZES],
  say: (line: string) => void,
): Promise<Figures> {
  const { add, ...found } = newFigures();
  const identity = await generateX25519Identity();
  const key = await identityToRecipient(identity);
  found.notes.push(`${A_SECOND} subscribe in a second; copies go to a folder of the same disk`);
  await inFolder(async (folder) => {
    const to = join(folder, 'elsewhere');
    mkdirSync(to);
    const copying = { COPY_TO: to, COPY_KEY: key };
    const pairs: Record<'without' | 'beside', Awaited<ReturnType<typeof subscribed>>>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      say(`copies: ${round + 1} of ${rounds}`);
      const without = await subscribed(join(folder, `without-${round}`), {}, seconds);
      pairs.push({ without, beside: await subscribed(join(folder, `with-${round}`), copying, seconds) });
    }
    const each = (of: (pair: (typeof pairs)[number]) => number) => pairs.map(of);
    const ratio = each(({ without, beside }) => beside.p99Ms / without.p99Ms);
    const more = each(({ without, beside }) => beside.megabytes - without.megabytes);
    add('subscribe while copying, p99 / without', '', ratio, { atMost: 1.2 });
    add('memory of the collector while copying', 'MiB more', more, { atMost: 3 });
    const ofSender = each(({ beside }) => beside.ofSender);
    add('memory of the process that sends', 'MiB', ofSender, { atMost: 90 });
    const share = each(({ beside }) => beside.share * 100);
    add('processor of the process that sends', '% of a core', share, { atMost: 4 });
    say(`copies: ${people} people are restored`);
    const { posted, restored } = await restoring(folder, { identity, key }, { people, signUps });
    add(`restore of ${people} people and ${posted} sign-ups`, 's', [restored], { atMost: 120 });
  });
  return found;
}

/** People subscribe to a server of their own. `share`: of a core, for the process that sends. */
async function subscribed(dataDir: string, settings: Record<string, string>, seconds: number) {
  const server = await startServer(REAL, null, dataDir, settings);
  const post = (lasting: number) =>
    visit({ port: portOf(server), rate: A_SECOND, seconds: lasting, visit: subscriber });
  await post(WARM_SECONDS);
  const [sender] = childrenOf(server.pid);
  const before = sender === undefined ? 0 : cpuSeconds(sender);
  const visited = await post(seconds);
  const found = {
    p99Ms: firstAt(visited, 0.99),
    megabytes: residentMegabytes(server.pid),
    ofSender: sender === undefined ? 0 : residentMegabytes(sender),
    share: sender === undefined ? 0 : (cpuSeconds(sender) - before) / seconds,
  };
  await server.stop();
  return found;
}

/** A server with many people is killed; a command restores its copy. */
async function restoring(
  folder: string,
  { identity, key }: { identity: string; key: string },
  { people, signUps }: { people: number; signUps: number },
): Promise<{ posted: number; restored: number }> {
  const dataDir = join(folder, 'large');
  const to = join(folder, 'large-elsewhere');
  const keyFile = join(folder, 'key.txt');
  mkdirSync(to);
  writeFileSync(keyFile, identity);
  fillStore(dataDir, people);
  const server = await startServer(REAL, null, dataDir, { COPY_TO: to, COPY_KEY: key });
  await copied(dataDir);
  const script = new URL('./subscribe.lua', import.meta.url);
  const posting = { connections: 50, seconds: signUps, script };
  const { requests } = await load(`${server.address}/api/subscribe`, server.pid, posting);
  await copied(dataDir);
  // Its folder is lost, and with it the key that signed the copy.
  await server.stop();
  const begun = performance.now();
  execFileSync(process.execPath, [COMMANDS, 'restore', '--from', to, '--key', keyFile, '--unsigned'], {
    env: { ...process.env, DATA_DIR: join(folder, 'restored') },
    stdio: 'ignore',
  });
  return { posted: requests, restored: (performance.now() - begun) / 1_000 };
}

/** Until the copy holds what was there at the call. */
async function copied(dataDir: string): Promise<void> {
  const now = Date.now();
  while ((readCopyStatus(dataDir)?.until ?? 0) < now) await wait(LOOK_MS);
}
