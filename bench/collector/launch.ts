import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Purpose } from '#contract/owner/launch.ts';
import { NODE_FLAGS } from '../../scripts/node-flags.mjs';
import { inFolder, mustEnd } from './cleanup.ts';
import { type Add, type Figures, newFigures } from './figures.ts';
import { fillStore } from './fill-store.ts';
import { measureGathering, SUBSCRIBERS_A_SECOND } from './gathering.ts';
import { stop } from './processes.ts';

type Telling = { smtpUrl: string; connections: number; purpose?: Purpose; pauses?: boolean };
export type LaunchTask =
  | ({ what: 'tell'; dataDir: string } & Telling)
  | { what: 'bare'; smtpUrl: string; connections: number; mails: number };
export type Told = { perSecond: number; moreMiB: number; lateMs: number };

/** `mails`: per run; `many`: of the run that measures memory; `people`: how many are queued. */
export const LAUNCH_SIZES = {
  quick: { repeats: 1, mails: 1_000, many: 3_000, people: 100_000 },
  short: { repeats: 3, mails: 3_000, many: 20_000, people: 1_000_000 },
  long: { repeats: 3, mails: 3_000, many: 100_000, people: 1_000_000 },
} as const;

const REPLY_MS = 40;
const CONNECTIONS = [
  { connections: 6, goal: 100 },
  { connections: 20, goal: 280 },
];
const CHILD = new URL('./launch-child.ts', import.meta.url);
const SMTP = new URL('./launch-smtp.ts', import.meta.url);
const MOST_MINUTES = 20;

/** Measures how fast everybody is emailed at the launch, compared with nodemailer's own pool and a newsletter; SQLite. */
export async function measureLaunch(
  dist: string,
  size: (typeof LAUNCH_SIZES)[keyof typeof LAUNCH_SIZES],
  say: (line: string) => void,
): Promise<Figures> {
  const { add, ...found } = newFigures();
  found.notes.push(
    `the mail server answers each message after ${REPLY_MS} ms`,
    `while people are gathered ${SUBSCRIBERS_A_SECOND} subscribe in a second`,
  );
  await inFolder(async (folder) => {
    const smtp = start(SMTP, String(REPLY_MS));
    const smtpUrl = await smtp.said<string>();
    for (const { connections, goal } of CONNECTIONS)
      await measureSpeed({ folder, smtpUrl, connections, goal, size, say, add });
    say(`launch: ${size.many} mails`);
    const many = await tell(join(folder, 'many'), size.many, { smtpUrl, connections: 20 });
    add(`memory while ${size.many} are told, more than at its begin`, 'MiB', [many.moreMiB], { atMost: 40 });
    await smtp.end();
    const gathered = await measureGathering(dist, folder, size, say);
    const seconds = gathered.map((one) => one.seconds);
    add(`${size.people} people are gathered`, 's', seconds, { atMost: 15 });
    const alone = gathered.map(({ aloneMs }) => aloneMs);
    add('subscribe alone, p99', 'ms', alone);
    const ratios = gathered.map(({ aloneMs, meanwhileMs }) => meanwhileMs / aloneMs);
    add('subscribe while they are gathered, p99 / alone', '', ratios, { atMost: 2 });
  });
  return found;
}

type Speed = {
  folder: string;
  smtpUrl: string;
  connections: number;
  goal: number;
  size: { repeats: number; mails: number };
  say: (line: string) => void;
  add: Add;
};

async function measureSpeed({ folder, smtpUrl, connections, goal, size, say, add }: Speed): Promise<void> {
  const [ours, letters, bare, late]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let i = 0; i < size.repeats; i += 1) {
    say(`launch: ${connections} connections, ${i + 1} of ${size.repeats}`);
    const named = join(folder, `${connections}-${i}`);
    ours.push((await tell(named, size.mails, { smtpUrl, connections })).perSecond);
    const letter = { smtpUrl, connections, purpose: 'letter:1' } as const;
    letters.push((await tell(`${named}-letter`, size.mails, letter)).perSecond);
    bare.push((await perform<Told>({ what: 'bare', smtpUrl, connections, mails: size.mails })).perSecond);
    late.push((await tell(`${named}-paused`, size.mails, { smtpUrl, connections, pauses: true })).lateMs);
  }
  const name = `${connections} connections`;
  add(`${name}: told`, 'mails/s', ours, { atLeast: goal });
  add(`${name}: nodemailer's pool alone`, 'mails/s', bare);
  const ratio = (some: number[], to: number[]) => some.map((one, i) => one / (to[i] ?? Number.NaN));
  add(`${name}: told / nodemailer's pool alone`, '', ratio(ours, bare), { atLeast: 0.8 });
  add(`${name}: told by a newsletter / by the launch`, '', ratio(letters, ours), { atLeast: 0.9 });
  add(`${name}: from "pause" to the last started mail`, 'ms', late, { atMost: 1_000 });
}

function tell(dataDir: string, people: number, options: Telling): Promise<Told> {
  fillStore(dataDir, people);
  return perform<Told>({ what: 'tell', dataDir, ...options });
}

async function perform<Result>(task: LaunchTask): Promise<Result> {
  const child = start(CHILD, JSON.stringify(task));
  try {
    return await child.said<Result>();
  } finally {
    await child.end();
  }
}

/** A process that ends without output has failed. */
function start(program: URL, argument: string) {
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(program), argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: MOST_MINUTES * 60_000,
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${argument} ended`)));
  ended.catch(() => {});
  return {
    said: async <Result>() => (await Promise.race([once(child, 'message'), ended]))[0] as Result,
    end: mustEnd(() => stop(child)),
  };
}
