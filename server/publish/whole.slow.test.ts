import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { COMMANDS, SERVER } from '#test/fixtures/compiled.ts';
import { createCanvas } from '@napi-rs/canvas';
import { buildOwnSite } from '#test/fixtures/own-site.ts';

/** A server as `npm start` runs it, on a store of its own, and the command line beside it. */
async function start(folder: string) {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT: 'off',
    DATABASE_URL: '',
  };
  const child = spawn(process.execPath, [SERVER], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let address = '';
  for await (const line of createInterface(child.stdout)) {
    address = (JSON.parse(line) as { address?: string }).address ?? '';
    if (address !== '') break;
  }
  child.stdout.resume();
  const site = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, 'site', ...args], { env });
    return stdout;
  };
  const titleOf = async () =>
    /<h1[^>]*>([^<]*)/.exec(await (await fetch(`${address}/soon`)).text())?.[1] ?? '';
  return { child, address, site, titleOf };
}

test('a changed word and a picture are shown without a restart while people sign up, and taken back (catches: a lost sign-up; native code beside the list)', async (t) => {
  await buildOwnSite();
  const folder = mkdtempSync(join(tmpdir(), 'embreve-publish-'));
  const { child, address, site, titleOf } = await start(folder);
  t.after(async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
    rmSync(folder, { recursive: true });
  });
  const said = join(folder, 'said');
  const file = join(said, 'content.json');
  const before = await titleOf();
  await site('export', said);
  const content = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const picture = { file: 'vera.png' };
  writeFileSync(join(said, 'vera.png'), createCanvas(640, 800).toBuffer('image/png'));
  content['text.page.soon.title.en'] = 'Soon <here> & "now"';
  content['people'] = [{ name: 'Vera', role: { en: 'Design', pt: 'Desenho' }, portrait: picture }];
  writeFileSync(file, JSON.stringify(content));

  const statuses: Promise<number>[] = [];
  const signingUp = setInterval(() => {
    const body = JSON.stringify({ email: `ana${statuses.length}@example.com`, language: 'en' });
    const headers = { 'content-type': 'application/json' };
    const post = fetch(`${address}/api/subscribe`, { method: 'POST', headers, body });
    statuses.push(post.then(({ status }) => status));
  }, 50);
  t.after(() => clearInterval(signingUp));
  assert.match(await site('import', said, '--publish'), /^Published as version 1/);
  await until(async () => (await titleOf()) === 'Soon &lt;here&gt; &amp; &quot;now&quot;');
  assert.match(await site('undo'), /^Published as version 2/);
  await until(async () => (await titleOf()) === before);
  clearInterval(signingUp);
  const answers = await Promise.all(statuses);
  assert.ok(answers.length > 10);
  assert.deepEqual([...new Set(answers)], [202]);

  const maps = `/proc/${child.pid}/maps`;
  if (existsSync(maps)) assert.doesNotMatch(readFileSync(maps, 'utf8'), /\.node$/m);
});

/** Asks until it is so; a test that hangs is ended by its runner. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(100);
}
