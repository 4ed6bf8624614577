import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { makeBroken } from './broken.ts';
import { openConnection, type Answer, type Connection } from './connection.ts';
import { createRandom } from './random.ts';
import type { FuzzRequest } from './request.ts';
import { makeWellFramed } from './well-framed.ts';

/** Runs in a worker thread: a hanging server must not block its watcher. */
export type AttackData = { port: number; seed: number; requests: number };
/** `done`: requests so far, at each tenth; at the end counts by status and some failures in full. */
export type AttackReport =
  | { type: 'progress'; done: number }
  | { type: 'end'; statuses: Record<string, number>; accepted: number; unanswered: number; wrong: string[] };

/** Above 250 concurrent posts the server sheds messages, broken or not (http/shedding.ts). */
const CONNECTIONS = 12;
/** Well-framed requests on a connection before the broken one that closes it. */
const PIPELINED = 19;
/** Milliseconds of silence until the client stops sending, and until the server counts as hung. */
const QUIET = 20;
const HUNG = 20_000;
const SECURITY_HEADERS = [
  'Content-Security-Policy',
  'X-Content-Type-Options: nosniff',
  'X-Frame-Options: DENY',
  'Referrer-Policy',
  'Permissions-Policy',
];

const { port, seed, requests } = workerData as AttackData;
const statuses: Record<string, number> = {};
const wrong: string[] = [];
let [next, done, accepted, unanswered] = [0, 0, 0, 0];

function tell(report: AttackReport): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  parentPort?.postMessage(report);
}

function count(sent: number): void {
  const tenth = Math.floor((10 * done) / requests);
  done += sent;
  if (Math.floor((10 * done) / requests) > tenth) tell({ type: 'progress', done });
}

function complain(what: string, { kind, bytes }: Omit<FuzzRequest, 'head'>, answer?: Answer): void {
  const sent = JSON.stringify(bytes.subarray(0, 400).toString('latin1'));
  if (wrong.length < 10)
    wrong.push(`${what}\n  kind: ${kind}\n  sent: ${sent}\n  answer: ${answer?.head ?? 'none'}`);
}

/** Exits the process: a test cannot while its thread is blocked. */
async function waitFor(connection: Connection, sent: FuzzRequest | Omit<FuzzRequest, 'head'>): Promise<void> {
  const before = connection.answers.length;
  await connection.wait(HUNG);
  if (connection.closed || connection.answers.length > before) return;
  writeSync(
    2,
    `Hung for ${HUNG} ms. FUZZ_SEED=${seed} ${sent.kind}: ${JSON.stringify(sent.bytes.toString('latin1'))}\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}

function judge(request: Omit<FuzzRequest, 'head'>, answer: Answer): void {
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  const { expected } = request;
  if (answer.status === 202) accepted++;
  if (!(answer.status >= 200 && answer.status < 500)) complain('answered badly', request, answer);
  if (expected === 'accepted' && answer.status !== 202)
    complain('a good request was refused', request, answer);
  if (expected === 'refused' && answer.status < 400) complain('a bad request was taken', request, answer);
  const missing = SECURITY_HEADERS.find((header) => !answer.head.includes(`\r\n${header}`));
  if (missing !== undefined) complain(`no ${missing}`, request, answer);
  const location = /\r\nLocation: (.*)/.exec(answer.head)?.[1];
  // A second slash, or what browsers treat as one, would lead to another site.
  if (location !== undefined && !/^\/(?![/\\])/.test(location))
    complain('led to another site', request, answer);
}

/** Sends the requests over one connection, the rest over more if the server closes it after an answer. */
async function pipeline(pending: FuzzRequest[]): Promise<Connection> {
  const connection = openConnection(port, (answer) => pending[answer]?.head ?? false);
  connection.write(Buffer.concat(pending.map(({ bytes }) => bytes)));
  while (!connection.closed && connection.answers.length < pending.length) {
    await waitFor(connection, pending[connection.answers.length] ?? assertPending());
  }
  connection.answers.forEach((answer, i) => judge(pending[i] ?? assertPending(), answer));
  const left = pending.slice(connection.answers.length);
  if (left.length === 0) return connection;
  if (connection.answers.length > 0) return pipeline(left);
  unanswered++;
  complain('closed without an answer', left[0] ?? assertPending());
  return pipeline(left.slice(1));
}

function assertPending(): never {
  throw new Error('more answers than requests');
}

async function attack(first: number): Promise<void> {
  const indexes = Array.from({ length: PIPELINED }, (_, i) => first + i);
  const wellFramed = indexes.map((index) => makeWellFramed(createRandom(seed + index), index));
  const broken = makeBroken(createRandom(seed + first + PIPELINED), first + PIPELINED);
  let connection = await pipeline(wellFramed);
  if (connection.closed) connection = openConnection(port, () => false);
  const answered = connection.answers.length;
  connection.write(broken.bytes);
  await connection.wait(QUIET);
  connection.end();
  while (!connection.closed) await waitFor(connection, broken);
  for (const answer of connection.answers.slice(answered)) judge(broken, answer);
  count(PIPELINED + 1);
}

async function lane(): Promise<void> {
  while (next < requests && wrong.length < 10) {
    const first = next;
    next += PIPELINED + 1;
    await attack(first);
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, lane));
tell({ type: 'end', statuses, accepted, unanswered, wrong });
