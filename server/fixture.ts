import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createApp, type App, type AppDeps } from '#server/app.ts';
import { createLog } from '#server/http/log.ts';
import { loadBuild } from '#server/pages/build.ts';
import { writeFixtureBuild } from '#server/pages/fixture.ts';
import { createSite } from '#server/pages/site.ts';
import type { AddOutcome, NewSubscription } from '#server/subscribe/subscription.ts';
import { openSubscribeStore, type SqliteSubscribeStore } from '#server/subscribe/store.ts';

export type TestApp = { app: App; port: number; log: string[] };

/** A listening app over a fixture build. Errors it logs fail the test, unless `log` is emptied before its end. */
export async function startApp(t: TestContext, deps: Partial<AppDeps> = {}): Promise<TestApp> {
  const siteUrl = deps.siteUrl ?? 'http://localhost:3000';
  const log: string[] = [];
  const app = await createApp({
    siteUrl,
    site: createSite(readFixtureBuild(t), siteUrl),
    store: { add: () => Promise.resolve('stored') },
    canStore: () => Promise.resolve(true),
    log: createLog(
      (line) => log.push(line),
      () => new Date(0),
    ),
    ...deps,
  });
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    await app.stop(0);
    assert.deepEqual(log, []);
  });
  return { app, port: (app.server.address() as AddressInfo).port, log };
}

export function readFixtureBuild(t: TestContext) {
  const fixture = writeFixtureBuild();
  t.after(fixture.remove);
  return loadBuild(fixture.dist);
}

/** The real store in a folder of its own. */
export async function openStore(t: TestContext): Promise<SqliteSubscribeStore & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-data-'));
  const opened = await openSubscribeStore({
    dataDir,
    consentTexts: [],
    now: () => 0,
    onFatal: ({ message }) => assert.fail(message),
  });
  assert.ok(opened.ok);
  t.after(async () => {
    await opened.store.close();
    rmSync(dataDir, { recursive: true });
  });
  return { ...opened.store, dataDir };
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
