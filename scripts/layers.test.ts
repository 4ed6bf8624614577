import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '#server/base/root.ts';

/**
 * The rooms of the collector from the lowest up. Each may import only from the lines above its own: so there
 * are no cycles, and lower rooms can be read without higher ones.
 */
const LAYERS = [
  ['base'],
  ['store'],
  ['outbox'],
  ['deliver', 'stage', 'abuse', 'content', 'copies'],
  ['publish', 'settings', 'mail-account'],
  ['messages', 'owners', 'visits'],
  ['list'],
  ['books'],
  ['launch'],
  ['alarms'],
  ['weekly-summary'],
  ['kinds'],
  ['retention', 'delivery-events'],
  ['doctor'],
  ['web'],
  ['metrics'],
  ['app'],
  ['main'],
];

/** Rooms that may contain SQL. */
const SQL_ROOMS = [
  'list',
  'messages',
  'outbox',
  'launch',
  'stage',
  'store',
  'alarms',
  'metrics',
  'owners',
  'visits',
  'content',
];
const SQL =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(?:`|<|\.)|\.prepare\(/;
const ENVIRONMENT = /\bprocess\.env\b/;
const READ_ENVIRONMENT = ['server/base/env-file.ts', 'server/main.ts', 'cli/main.ts'];
/** Only the store knows the write buffer between the answer and the tables. */
const WRITE_BUFFER = /\bwrite[-_]?buffer\b|rowsInBuffer/i;

type Sources = Map<string, string>;
type Rule = { name: string; broken: (file: string, code: string) => string[] };

const RULES: Rule[] = [
  { name: 'arrows lead downward', broken: upwardImports },
  {
    name: 'SQL is in its rooms',
    broken: (file, code) => (SQL_ROOMS.includes(roomOf(file) ?? '') ? [] : (SQL.exec(code) ?? [])),
  },
  {
    name: 'only env-file and main read the environment',
    broken: (file, code) => (READ_ENVIRONMENT.includes(file) ? [] : (ENVIRONMENT.exec(code) ?? [])),
  },
  {
    name: 'what is not named in an import is a URL, never a path',
    broken: (_file, code) =>
      [...code.matchAll(/\bimport\((?!['"`])[^;]*/g)].flatMap(([call]) =>
        call.includes('.href') ? [] : [call],
      ),
  },
  {
    name: 'the write buffer is known to the store alone',
    broken: (file, code) => (roomOf(file) === 'store' ? [] : (WRITE_BUFFER.exec(code) ?? [])),
  },
];

/** `server/list/find.ts` belongs to `list`, `server/base/log.ts` is `log`; null outside the server. */
function roomOf(file: string): string | null {
  return /^server\/([^/.]+)/.exec(file)?.[1] ?? null;
}

function layerOf(room: string): number {
  const layer = LAYERS.findIndex((rooms) => rooms.includes(room));
  assert.notEqual(layer, -1, `${room} has no layer: write it into LAYERS`);
  return layer;
}

function upwardImports(file: string, code: string): string[] {
  const own = roomOf(file);
  if (own === null) return [];
  return importsIn(file, code).filter((imported) => {
    const other = roomOf(imported);
    return other !== null && other !== own && layerOf(other) >= layerOf(own);
  });
}

/** Includes type imports, which are dependencies too. */
function importsIn(file: string, code: string): string[] {
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('#server/')) return [name.slice(1)];
    return name.startsWith('.') ? [posix.join(dirname(file), name)] : [];
  });
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

function readSources(): Sources {
  const files = globSync('{server,cli}/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(ROOT, file), 'utf8')]));
}

function brokenIn(sources: Sources, { broken }: Rule): Map<string, string[]> {
  const found = [...sources].map(([file, code]) => [file, broken(file, withoutComments(code))] as const);
  return new Map(found.filter(([, places]) => places.length > 0));
}

for (const rule of RULES) {
  test(`${rule.name}`, () => {
    const broken = [...brokenIn(readSources(), rule)];
    assert.deepEqual(
      broken.map(([file, places]) => `${file}: ${places.join()}`),
      [],
    );
  });
}

const PLANTED: [rule: string, file: string, code: string][] = [
  ['arrows lead downward', 'server/store/planted.ts', `import { add } from '#server/list/store.ts';`],
  ['arrows lead downward', 'server/outbox/planted.ts', `import type { Kept } from '../list/find.ts';`],
  ['arrows lead downward', 'server/web/planted.ts', `const a = await import('#server/metrics/server.ts');`],
  ['arrows lead downward', 'server/base/planted.ts', `import { find } from '#server/list/find.ts';`],
  ['SQL is in its rooms', 'cli/planted.ts', `query.selectFrom('subscription')`],
  ['SQL is in its rooms', 'server/web/planted.ts', 'sql`SELECT 1`.execute(query)'],
  ['SQL is in its rooms', 'server/deliver/planted.ts', `database.prepare('SELECT 1')`],
  [
    'only env-file and main read the environment',
    'server/web/planted.ts',
    `const port = process.env['PORT'];`,
  ],
  [
    'the write buffer is known to the store alone',
    'cli/planted.ts',
    `import { rowsInBuffer } from '#server/store/write-buffer.ts';`,
  ],
  ['the write buffer is known to the store alone', 'server/list/planted.ts', `store.writeBuffer.clear()`],
];

for (const [name, file, code] of PLANTED) {
  test(`the rule that ${name} sees in ${file}: ${code}`, () => {
    const rule = RULES.find((one) => one.name === name) ?? assert.fail(name);
    assert.deepEqual([...brokenIn(new Map([[file, code]]), rule).keys()], [file]);
  });
}

test('a circle of rooms breaks the rule, wherever it is planted (catches: list and outbox import each other)', () => {
  const rule = RULES[0] ?? assert.fail();
  const circle = new Map([
    ['server/outbox/planted.ts', `import { find } from '#server/list/find.ts';`],
    ['server/list/planted.ts', `import { createQueue } from '#server/outbox/queue.ts';`],
  ]);
  assert.deepEqual([...brokenIn(circle, rule).keys()], ['server/outbox/planted.ts']);
});

test('comments break no rule', () => {
  const comment = `// It was sql\`…\` once.\n/** See process.env and the inbox. */\nexport {};`;
  for (const rule of RULES)
    assert.equal(brokenIn(new Map([['server/web/planted.ts', comment]]), rule).size, 0);
});
