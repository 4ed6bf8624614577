import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '#server/base/root.ts';
import { COMMANDS } from '../cli/commands.ts';
import { withFacts } from './facts-table.ts';

const PAGES = globSync(['*.md', 'docs/**/*.md', '.env.example', 'docs/*.service', 'compose.yaml'], {
  cwd: ROOT,
});
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const ROOMS = 'bench|cli|contract|docs|mails|public|scripts|server|site|test|ui';

/** The npm scripts, commands and files that a document names but that do not exist. */
function missing(page: string, text: string): string[] {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name.trim());
  const names = COMMANDS.map(({ name }) => name);
  return [
    ...all(/npm run (?:-s )?(\w+)/g).filter((name) => scripts[name] === undefined),
    ...all(
      /(?:npm run (?:-s )?embreve --|cli\/main\.ts|^embreve|`embreve) ((?:[a-z][a-z-]*)(?: [a-z]+)?)/gm,
    ).filter((words) => !names.some((name) => words === name || words.startsWith(`${name} `))),
    ...all(/\]\(([^):#]+)\)/g).filter((file) => !existsSync(join(ROOT, dirname(page), file))),
    ...all(new RegExp(`\`((?:${ROOMS})/[\\w./-]*)\``, 'g')).filter(
      (file) => !['', '.ts', '.tsx'].some((ending) => existsSync(join(ROOT, file + ending))),
    ),
  ];
}

test('all that README, docs and settings name is there (catches: a script, a command, a file, a link that is gone)', () => {
  assert.ok(PAGES.length > 12);
  for (const page of PAGES) assert.deepEqual(missing(page, read(page)), [], page);
  const planted =
    '`npm run polish`, `npm run -s embreve -- launch now`, `site/launch.ts`, [this](docs/none.md)';
  assert.deepEqual(missing('README.md', planted), ['polish', 'launch now', 'docs/none.md', 'site/launch.ts']);
});

test('docs/content.md describes each fact as it is checked now (otherwise: npm run api)', () => {
  const document = read('docs/content.md');
  assert.equal(withFacts(document), document);
});

test('docs/where.md names every file that a change like its example touches (catches: a file that is forgotten, one too many)', () => {
  const sources = globSync('{cli,contract,dashboard,docs,mails,publisher,scripts,server,site,ui}/**/*.*', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.{json,webp,woff2,avif}', 'docs/where.md'],
  }).map((file) => ({ file: file.replaceAll('\\', '/'), text: read(file) }));
  const rows = [...read('docs/where.md').matchAll(/^\| [^|`]+ \| ((?:`[\w.-]+`(?:, )?)+) \| (.+) \|$/gm)];
  assert.ok(rows.length > 1);
  for (const [, words = '', said = ''] of rows) {
    const named = [...said.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file = '']) => file);
    const any = words.replaceAll('`', '').replaceAll('.', '\\.').replaceAll(', ', '|');
    const naming = sources.filter(({ text }) => new RegExp(`(?<![\\w-])(?:${any})(?![\\w-])`).test(text));
    assert.deepEqual(named.sort(), naming.map(({ file }) => file).sort(), words);
  }
});

test('each code that a test carries is named in docs/scenarios.md, and none besides (catches: one that is listed nowhere)', () => {
  const files = globSync('{cli,contract,scripts,server,site,test,ui}/**/*.test.ts', { cwd: ROOT });
  const carried = new Set(
    files.flatMap((file) => [...read(file).matchAll(/\(([DMS]\d+)[,;)]/g)].map(([, code = '']) => code)),
  );
  const named = [...read('docs/scenarios.md').matchAll(/^\| ([DMS]\d+) \|/gm)].map(([, code = '']) => code);
  assert.ok(named.length > 15);
  assert.deepEqual([...carried].sort(), named.sort());
});

test('the newest version of CHANGELOG.md is that of package.json', () => {
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? [];
  assert.equal((JSON.parse(read('package.json')) as { version: string }).version, newest);
});
