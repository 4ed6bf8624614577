import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BuiltBook } from '#contract/books.ts';
import { createOpenGuard } from '#server/abuse/guard.ts';
import { createApp, type App, type AppDeps } from '#server/web/app.ts';
import { createLog } from '#server/log.ts';
import { createRequestIds } from '#server/web/http/request-id.ts';
import { loadBuild } from '#server/web/pages/build.ts';
import { writeFixtureBuild } from '#server/web/pages/fixture.ts';
import { createSite } from '#server/web/pages/site.ts';
import type { Database } from '#server/store/database.ts';
import { openStore, type StoreOptions } from '#server/open-store.ts';
import { createSubscribeStore } from '#server/list/store.ts';
import type { Preview } from '#server/stage/preview.ts';
import type { AddOutcome, NewSubscription, SubscribeStore } from '#server/list/subscription.ts';

export type TestApp = { app: App; port: number; log: string[] };

/** Nobody may look. */
const NO_PREVIEW: Preview = { now: () => 0, endOf: () => null, isAllowed: () => false };

/** A listening app over a fixture build. Errors it logs fail the test, unless `log` is emptied before its end. */
export async function startApp(t: TestContext, deps: Partial<AppDeps> = {}): Promise<TestApp> {
  const siteUrl = deps.siteUrl ?? 'http://localhost:3000';
  const log: string[] = [];
  const app = await createApp({
    siteUrl,
    site: createSite(readFixtureBuild(t), siteUrl, () => 'soon', NO_PREVIEW),
    store: { add: () => Promise.resolve('stored') },
    messages: { add: () => Promise.resolve('stored') },
    books: [],
    links: { show: noStore, act: noStore },
    guard: createOpenGuard(),
    onAccepted: () => {},
    now: () => 0,
    canStore: () => Promise.resolve(true),
    diskState: () => Promise.resolve('fine'),
    eventLoopDelay: () => 0,
    random: () => 0,
    idOf: createRequestIds(randomUUID),
    onAnswered: () => {},
    log: createLog(
      (line) => log.push(line),
      () => new Date(0),
    ),
    ...deps,
  });
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    await app.stop(0);
    // Why a post was answered with 503 is no fault of the test.
    assert.deepEqual(
      log.filter((line) => !line.includes('"why":')),
      [],
    );
  });
  return { app, port: (app.server.address() as AddressInfo).port, log };
}

/** What the pages behind links do where there is no store to ask. */
function noStore(): Promise<void> {
  return Promise.reject(new Error('this app has no store'));
}

export function readFixtureBuild(t: TestContext, books?: BuiltBook[]) {
  const fixture = writeFixtureBuild(books);
  t.after(fixture.remove);
  return loadBuild(fixture.dist);
}

export type TestStore = Omit<Database, 'add'> & SubscribeStore & { dataDir: string; database: Database };

/** The real store, in a folder of its own unless told otherwise. */
export async function openTestStore(t: TestContext, options: Partial<StoreOptions> = {}): Promise<TestStore> {
  const dataDir = options.dataDir ?? folderOf(t);
  const now = options.now ?? (() => 0);
  const opened = await openStore({
    databaseUrl: null,
    consentTexts: [],
    // What ends after its test finds the folder gone.
    onFatal: ({ message }) => assert.ok(!existsSync(dataDir), message),
    onSetAside: (fault) => assert.fail(fault),
    ...options,
    dataDir,
    now,
  });
  assert.ok(opened.ok, opened.ok ? '' : opened.refusal.message);
  t.after(() => opened.database.close());
  const follow = { doubleOptIn: true, forward: false };
  const store = createSubscribeStore(opened.database, follow, now, options.books);
  return { ...opened.database, ...store, database: opened.database, dataDir };
}

/** A folder that goes away with the test. */
export function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-data-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export type Asked = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
export type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** One request on a connection of its own. The path is sent as it is; `fetch` would tidy it. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Bytes on a bare connection; resolves with all that came back once the server closes it. */
export function askRaw(
  port: number,
  ...chunks: (string | Buffer)[]
): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  for (const chunk of chunks) socket.write(chunk);
  let received = '';
  socket.on('data', (data) => (received += data.toString('latin1')));
  const answer = new Promise<string>((resolve) => {
    // A server that closes while we still send resets the connection; what it said first is what counts.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
  return { socket, answer };
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

export function postJson(
  port: number,
  fields: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const body = JSON.stringify(fields);
  return ask(port, '/api/subscribe', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
}

export function postForm(
  port: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  return ask(port, '/api/subscribe', { method: 'POST', headers: { ...FORM_TYPE, ...headers }, body });
}

/** A store that keeps what it is given and answers as told. */
export function recordingStore(outcome: AddOutcome = 'stored') {
  const added: NewSubscription[] = [];
  function add(subscription: NewSubscription): Promise<AddOutcome> {
    added.push(subscription);
    return Promise.resolve(outcome);
  }
  return { added, add };
}
