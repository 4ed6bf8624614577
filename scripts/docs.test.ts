import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './build/root.ts';
import { COMMANDS } from '../cli/commands.ts';

const PAGES = globSync(['*.md', 'docs/**/*.md', '.env.example', 'docs/*.service', 'compose.yaml'], {
  cwd: ROOT,
});
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const ROOMS = 'bench|cli|contract|docs|mails|public|scripts|server|site|test|ui';

/** What a page names and is not there: scripts of npm, commands, files. */
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

test('what README, docs and settings name is there (faults: a script, a command, a file, a link that is gone)', () => {
  assert.ok(PAGES.length > 12);
  for (const page of PAGES) assert.deepEqual(missing(page, read(page)), [], page);
  const planted =
    '`npm run polish`, `npm run -s embreve -- launch now`, `site/launch.ts`, [this](docs/none.md)';
  assert.deepEqual(missing('README.md', planted), ['polish', 'launch now', 'docs/none.md', 'site/launch.ts']);
});
