import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { SERVER } from '#test/fixtures/compiled.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';

/** Prints on stderr the package of every loaded module, once. */
const WATCH = `import { registerHooks } from 'node:module';
const seen = new Set();
registerHooks({
  load(url, context, next) {
    const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name && !seen.has(name)) process.stderr.write(name + '\\n');
    seen.add(name);
    return next(url, context);
  },
});`;

/** Heavy packages, needed only for a setting or a request. */
const SELDOM = [
  '@bradenmacdonald/s3-lite-client',
  'age-encryption',
  'csv-parse',
  'imapflow',
  'libphonenumber-js',
  'nodemailer',
  'pg',
  'prom-client',
  'rate-limiter-flexible',
  'temporal-polyfill',
  'valibot',
];

test('an idle collector holds no package that it seldom needs; the first message brings the numbering plans (catches: import at the top)', async (t) => {
  const fixture = writeFixtureBuild();
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-data-'));
  const hook = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const child = spawn(process.execPath, ['--import', hook, SERVER, fixture.dist], {
    env: { PORT: '0', DATA_DIR: dataDir },
    stdio: 'pipe',
  });
  const exit = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
    fixture.remove();
    rmSync(dataDir, { recursive: true });
  });
  const loaded: string[] = [];
  const plans = Promise.withResolvers<void>();
  createInterface(child.stderr).on('line', (name) => {
    loaded.push(name);
    if (name === 'libphonenumber-js') plans.resolve();
  });
  let origin = '';
  for await (const line of createInterface(child.stdout)) {
    const { msg, address } = JSON.parse(line) as Record<string, string>;
    if (msg === 'listening') origin = address ?? '';
    if (origin) break;
  }
  assert.equal((await fetch(`${origin}/soon`)).status, 200);
  assert.deepEqual(
    SELDOM.filter((name) => loaded.includes(name)),
    [],
  );
  const message = {
    name: 'Anna',
    company: 'Café',
    email: 'anna@example.com',
    phone: '912 345 678',
    message: 'Hello',
  };
  const posted = await fetch(`${origin}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  assert.equal(posted.status, 202);
  await plans.promise;
});
