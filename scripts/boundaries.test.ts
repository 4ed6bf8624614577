import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '#server/base/root.ts';

// A check that passes because it checked nothing is worse than none: violates each boundary once, on purpose,
// in a copy that has only the project's rules.
const house = mkdtempSync(join(tmpdir(), 'embreve-boundaries-'));
after(() => rmSync(house, { recursive: true }));
for (const file of ['.oxlintrc.json', 'tsconfig.base.json', 'package.json'])
  cpSync(join(ROOT, file), join(house, file));
symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));

function plant(file: string, code: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), code);
}

type Finding = { code: string; filename: string };

/** Returns what lint finds in a file or folder. */
function findings(place: string): Finding[] {
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const args = ['--import-plugin', '--format=json', place];
  const { stdout } = spawnSync(oxlint, args, { cwd: house, encoding: 'utf8' });
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
}

/** Returns the rules violated in a file or folder. */
function lint(place: string): string {
  return findings(place)
    .map(({ code }) => code)
    .join();
}

/** Every room of the collector except the one that imports no other. */
const FEATURES = readdirSync(join(ROOT, 'server'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'store')
  .map(({ name }) => name);

const FORBIDDEN: [file: string, code: string][] = [
  ['contract/planted.ts', `import { readFile } from 'node:fs';\nexport const planted = readFile;\n`],
  [
    'contract/planted.ts',
    `import { createApp } from '#server/web/app.ts';\nexport const planted = createApp;\n`,
  ],
  ['ui/Planted.tsx', `import { PATHS } from '#contract/pages.ts';\nexport const planted = PATHS;\n`],
  ['ui/Planted.tsx', `import { page as en } from '../site/text/en/page.ts';\nexport const planted = en;\n`],
  [
    'site/planted.ts',
    `import { readConfig } from '#server/base/config.ts';\nexport const planted = readConfig;\n`,
  ],
  ['site/planted.ts', `import type { Config } from '../server/config.ts';\nexport type Planted = Config;\n`],
  ['site/soon/planted.ts', `export const planted = () => import('node:fs');\n`],
  [
    'dashboard/planted.ts',
    `import { page as en } from '#site/text/en/page.ts';\nexport const planted = en;\n`,
  ],
  [
    'publisher/planted.ts',
    `import { page as en } from '#site/text/en/page.ts';\nexport const planted = en;\n`,
  ],
  [
    'dashboard/planted.ts',
    `import { readConfig } from '#server/base/config.ts';\nexport const p = readConfig;\n`,
  ],
  ['dashboard/planted.ts', `import { render } from '../mails/render.tsx';\nexport const planted = render;\n`],
  [
    'dashboard/today/planted.ts',
    `import { render } from '../../mails/render.tsx';\nexport const p = render;\n`,
  ],
  [
    'site/planted.ts',
    `import { first as en } from '#dashboard/text/en/first.ts';\nexport const planted = en;\n`,
  ],
  [
    'server/planted.ts',
    `import { first as en } from '#dashboard/text/en/first.ts';\nexport const planted = en;\n`,
  ],
  ['test/planted.ts', `import { App } from '#dashboard/App.tsx';\nexport const planted = App;\n`],
  ['mails/Planted.tsx', `import { Logo } from '#ui/Logo.tsx';\nexport const planted = Logo;\n`],
  ['mails/planted.ts', `import { createHash } from 'node:crypto';\nexport const planted = createHash;\n`],
  ['mails/planted.ts', `import { page as en } from '../site/text/en/page.ts';\nexport const planted = en;\n`],
  [
    'site/soon/planted.ts',
    `import { renderMails } from '../../mails/render.tsx';\nexport const planted = renderMails;\n`,
  ],
  ['site/planted.ts', `import { render } from '@react-email/render';\nexport const planted = render;\n`],
  ['server/planted.ts', `import { page as en } from '#site/text/en/page.ts';\nexport const planted = en;\n`],
  [
    'server/deliver/planted.ts',
    `import { renderMails } from '../../mails/render.tsx';\nexport const planted = renderMails;\n`,
  ],
  ['server/planted.ts', `import { command } from '../cli/command.ts';\nexport const planted = command;\n`],
  ...['server/planted.ts', 'server/store/planted.ts', 'cli/planted.ts', 'cli/launch/planted.ts'].map(
    (file): [string, string] => [file, `import { sql } from 'kysely';\nexport const planted = sql;\n`],
  ),
  [
    'cli/planted.ts',
    `import { renderMails } from '../mails/render.tsx';\nexport const planted = renderMails;\n`,
  ],
  [
    'cli/launch/planted.ts',
    `import { renderMails } from '../../mails/render.tsx';\nexport const planted = renderMails;\n`,
  ],
  [
    'server/web/http/planted.ts',
    `import { createApp } from '#server/web/app.ts';\nexport const planted = createApp;\n`,
  ],
  [
    'server/store/planted.ts',
    `import { add } from '#server/list/subscribe.ts';\nexport const planted = add;\n`,
  ],
  // One case per feature, generated: a handwritten list would soon be incomplete.
  ...FEATURES.flatMap((feature): [string, string][] => [
    [
      'server/store/planted.ts',
      `import { planted as p } from '#server/${feature}/x.ts';\nexport const planted = p;\n`,
    ],
    [
      'server/web/http/planted.ts',
      `import { planted as p } from '../${feature}/x.ts';\nexport const planted = p;\n`,
    ],
  ]),
  [
    'scripts/planted.ts',
    `import { renderMails } from '../mails/render.tsx';\nexport const planted = renderMails;\n`,
  ],
  ['scripts/planted.ts', `import { App } from '../site/App.tsx';\nexport const planted = App;\n`],
  ['test/planted.ts', `import { App } from '#site/App.tsx';\nexport const planted = App;\n`],
  ...[
    'contract',
    'ui',
    'site',
    'dashboard',
    'mails',
    'server',
    'server/store',
    'server/web/http',
    'cli',
    'cli/launch',
  ].map((room): [string, string] => [
    `${room}/planted.ts`,
    `import { folderOf } from '#test/fixtures/folder.ts';\nexport const planted = folderOf;\n`,
  ]),
  [
    'server/planted.ts',
    `import { folderOf } from '../test/fixtures/folder.ts';\nexport const planted = folderOf;\n`,
  ],
];

const ALLOWED: [file: string, code: string][] = [
  [
    'dashboard/today/planted.ts',
    `import { Mails } from '../mails/Mails.tsx';\nexport const planted = Mails;\n`,
  ],
  ['dashboard/planted.ts', `import { Logo } from '#ui/Logo.tsx';\nexport const planted = Logo;\n`],
  [
    'test/planted.ts',
    `import { first as en } from '#dashboard/text/en/first.ts';\nexport const planted = en;\n`,
  ],
  [
    'cli/doctor/planted.ts',
    `import { TROUBLE } from '../mails/trouble.ts';\nexport const planted = TROUBLE;\n`,
  ],
  [
    'cli/planted.ts',
    `import { showStatus } from './launch/status.ts';\nexport const planted = showStatus;\n`,
  ],
  [
    'server/store/planted.ts',
    `import { createLog } from '#server/base/log.ts';\nexport const planted = createLog;\n`,
  ],
  ...['server', 'server/store', 'server/web/http', 'cli', 'cli/launch'].map((room): [string, string] => [
    `${room}/planted.test.ts`,
    `import { folderOf } from '#test/fixtures/folder.ts';\nexport const planted = folderOf;\n`,
  ]),
  ['server/planted.ts', `import { sql } from '#kysely';\nexport const planted = sql;\n`],
  [
    'server/web/http/planted.ts',
    `import { PATHS } from '#contract/pages.ts';\nexport const planted = PATHS;\n`,
  ],
];

/** Each file has its own name, so that one lint run covers them all. */
const planted = [...FORBIDDEN, ...ALLOWED].map(([file, code], place) => ({
  file: file.replace(/planted/i, (name) => `${name}-${place}`),
  code,
  isForbidden: place < FORBIDDEN.length,
}));
for (const { file, code } of planted) plant(file, code);
const refused = new Set(
  findings('.')
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ filename }) => filename),
);
for (const { file } of planted) rmSync(join(house, file));

for (const { file, code, isForbidden } of planted) {
  test(`lint ${isForbidden ? 'refuses' : 'allows'} in ${file}: ${code.split('\n')[0]}`, () => {
    assert.equal(refused.has(file), isForbidden);
  });
}

test('lint refuses a circle of imports, of types alone too', () => {
  plant('site/first.ts', `import { second } from './second.ts';\nexport const first = () => second;\n`);
  plant('site/second.ts', `import { first } from './first.ts';\nexport const second = () => first;\n`);
  assert.match(lint('site'), /no-cycle/);
  plant('site/first.ts', `import type { Second } from './second.ts';\nexport type First = Second | null;\n`);
  plant('site/second.ts', `import type { First } from './first.ts';\nexport type Second = First[];\n`);
  assert.match(lint('site'), /no-cycle/);
});

test('lint refuses a function of more than 60 lines', () => {
  const body = (lines: number) => `export function planted() {\n${'  globalThis.gc?.();\n'.repeat(lines)}}\n`;
  plant('server/web/planted.ts', body(58));
  assert.doesNotMatch(lint('server/web/planted.ts'), /max-lines-per-function/);
  plant('server/web/planted.ts', body(59));
  assert.match(lint('server/web/planted.ts'), /max-lines-per-function/);
  rmSync(join(house, 'server/web/planted.ts'));
});

const ALIEN_TYPES: [room: string, code: string, error: RegExp][] = [
  ['server', `export const title = document.title;\n`, /Cannot find name 'document'/],
  ['contract', `export const home = process.env;\n`, /Cannot find name 'process'/],
  ['site', `import { readFileSync } from 'node:fs';\nexport const planted = readFileSync;\n`, /node:fs/],
];

for (const [room, code, error] of ALIEN_TYPES) {
  test(`the compiler refuses in ${room}/: ${code.split('\n')[0]}`, () => {
    plant(`${room}/planted.ts`, code);
    cpSync(join(ROOT, room, 'tsconfig.json'), join(house, room, 'tsconfig.json'));
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    assert.match(spawnSync(tsc, ['-p', room], { cwd: house, encoding: 'utf8' }).stdout, error);
  });
}
