import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from '@playwright/test';
import { ROOT } from '#server/base/root.ts';
import { findHeadlessShell } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';
import { addLanguage } from '../support/third-language.ts';

// A language that nobody speaks, in a copy: three folders and a row, and nothing else is edited.
const copy = mkdtempSync(join(tmpdir(), 'third-language-'));
after(() => rmSync(copy, { recursive: true, force: true }));

const ROOMS = ['site', 'dashboard', 'mails', 'publisher', 'server', 'scripts', 'test'];
const PARTS = [
  ...ROOMS,
  ...'bench contract ui cli package.json package-lock.json tsconfig.base.json'.split(' '),
];

/** Its words differ from the English ones where this test looks. */
const SAID = {
  'site/text/xx/page.ts': ['Coming soon', 'Xoming xoon'],
  'dashboard/text/xx/signin.ts': ["title: 'Sign in'", "title: 'Xign in'"],
  'mails/text/xx/mails.ts': ['please confirm your address', 'xlease xonfirm'],
} as const;

before(() => {
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  addLanguage(copy, 'xx', 'en');
  for (const [file, [english, said]] of Object.entries(SAID)) {
    const text = readFileSync(join(copy, file), 'utf8');
    assert.ok(text.includes(english), file);
    writeFileSync(join(copy, file), text.replace(english, said));
  }
});

function run(command: string, args: string[]): void {
  const env = { PATH: process.env['PATH'], SITE_URL: 'http://localhost' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

test('a language is three folders and a row: program and tests compile (catches: a table of two languages elsewhere)', () => {
  for (const room of ROOMS) run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', room]);
});

test('its pages, dashboard and emails are served, and who signs up in it is on the list (catches: English instead)', async (t) => {
  run(process.execPath, ['scripts/build.ts']);
  const mails = readFileSync(join(copy, 'dist/.build/mails.json'), 'utf8');
  assert.ok(mails.includes('xlease xonfirm'));
  const server = await startServer(join(copy, 'dist'), 'soon', {}, join(copy, 'server/main.ts'));
  t.after(server.stop);
  const browser = await chromium.launch({
    executablePath: findHeadlessShell(),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`${server.address}/soon?lang=xx`);
  assert.equal(await page.locator('html').getAttribute('lang'), 'xx');
  assert.equal(await page.locator('h1').innerText(), 'Xoming xoon');
  await page.getByRole('textbox').fill('ana@example.com');
  const answer = page.waitForResponse(/api\/subscribe/);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  assert.equal((await answer).status(), 202);
  // The button leads through all three.
  for (const next of ['en', 'pt', 'xx']) {
    await page.locator('button[name=lang]').click();
    await page.locator(`html[lang=${next}]`).waitFor();
  }
  await page.goto(`${server.address}/dashboard`);
  await page.locator('html[lang=xx] h1', { hasText: 'Xign in' }).waitFor();
});
