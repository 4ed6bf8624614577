import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createCollector, type Collector } from '#server/collector.ts';
import { readConfig } from '#server/config.ts';
import { ask, FORM_TYPE, postJson, type Answered } from '#server/fixture.ts';
import { createLog } from '#server/log.ts';
import { loadMails } from '#server/deliver/templates.ts';
import { loadBuild } from '#server/web/pages/build.ts';
import { writeFixtureBuild } from '#server/web/pages/fixture.ts';

type Started = { collector: Collector; port: number; dataDir: string; log: string[] };

/** The collector as `npm start` wires it, with a clock of its own and the limit on. `steadyNow`: where `now` is to leap. */
export async function startCollector(
  t: TestContext,
  env: Record<string, string> = {},
  now: () => number = Date.now,
  steadyNow: () => number = now,
): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-collector-'));
  const fixture = writeFixtureBuild();
  const log: string[] = [];
  const created = await createCollector(readConfig({ DATA_DIR: dataDir, ...env }), {
    build: loadBuild(fixture.dist),
    templates: loadMails(fixture.dist),
    log: createLog(
      (line) => log.push(line),
      () => new Date(0),
    ),
    now,
    steadyNow,
    random: () => 0.5,
    onFatal: ({ message }) => assert.fail(message),
  });
  assert.ok(created.ok, created.ok ? '' : created.message);
  const { collector } = created;
  await new Promise<void>((resolve) => collector.app.server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    // First: without its folder it would take its store for stolen.
    await collector.stop(0);
    fixture.remove();
    rmSync(dataDir, { recursive: true });
  });
  collector.start();
  return { collector, port: (collector.app.server.address() as AddressInfo).port, dataDir, log };
}

/** As the page's script does it: a token first, old enough when it is used. */
export async function subscribe(
  port: number,
  clock: { time: number },
  email: string,
  words: { language: string; consent: string } = { language: 'pt', consent: 'v1fixture' },
): Promise<Answered> {
  const { token } = JSON.parse((await ask(port, '/api/form-token')).body.toString()) as { token: string };
  clock.time += 3_000;
  return postJson(port, { email, ...words, token, topic: '' });
}

export async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The addresses of the links in a mail of the fixture build, whose lines are `name: value`. */
export function linksIn(mail: string): { confirm: string; leave: string; data: string } {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const link = (name: string) => {
    const found = new RegExp(`${name}: (http\\S+)`).exec(text)?.[1] ?? assert.fail(`${name} in ${text}`);
    const { pathname, search } = new URL(found);
    return pathname + search;
  };
  return { confirm: link('confirmUrl'), leave: link('unsubscribeUrl'), data: link('dataUrl') };
}

export const press = (port: number, path: string, body = '') =>
  ask(port, path, { method: 'POST', headers: { ...FORM_TYPE, accept: 'text/html' }, body });

export function firstMailFile(dataDir: string): string | undefined {
  const folder = join(dataDir, 'outbox');
  const [name] = listOrNothing(folder).filter((file) => file.endsWith('.txt'));
  return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8');
}

export function listOrNothing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
