import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#server/base/config.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask } from '#test/fixtures/requests.ts';
import { FORCED_AFTER_MS } from '#server/base/stop-on-signal.ts';
import { ROOT } from '#server/base/root.ts';
import { NODE_FLAGS } from './node-flags.mjs';

// No container or service manager runs here: these tests check that the files name only things that exist.
// image.all.test.ts builds and runs the image.
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCKERFILE = read('Dockerfile');
const COMPOSE = read('compose.yaml');
const SERVICE = read('docs/embreve.service');

const SETTINGS = new Set(
  [...read('.env.example').matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name = '']) => name),
);
/** Node's own variables, those of the database image, and the build's. */
const OF_OTHERS = new Set([
  'MALLOC_ARENA_MAX',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'COMMIT',
]);

/** How Dockerfile, compose file and unit file name a setting. */
const NAMED = [
  /^ARG (\w+)$/gm,
  /(?:^ENV |^Environment=| )([A-Z\d_]+)=/gm,
  /^ +([A-Z\d_]+): /gm,
  /\$\{?([A-Z\d_]+)/g,
];

function unknownSettings(text: string): string[] {
  const named = NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return named.filter((name) => !SETTINGS.has(name) && !OF_OTHERS.has(name));
}

test('image, compose file and unit name settings that there are (catches: one nobody reads)', () => {
  assert.ok(SETTINGS.size > 20);
  for (const text of [DOCKERFILE, COMPOSE, SERVICE]) assert.deepEqual(unknownSettings(text), []);
  for (const planted of [
    'ENV SITE_ADDRESS=x',
    'ARG GA_IDS',
    '    DATA_FOLDER: /data',
    'x: ${SITE_ADDRESS:-}',
    'Environment=DIR_DATA=/x',
  ])
    assert.equal(unknownSettings(planted).length, 1, planted);
});

test('the image starts the package with the flags of npm start (catches: one of them left out)', () => {
  const command = ['node', ...NODE_FLAGS, 'node_modules/embreve/server/main.mjs'];
  assert.ok(DOCKERFILE.includes(`CMD ${JSON.stringify(command).replaceAll(',', ', ')}`));
});

test('all of them speak of one port, and it is the standard one', () => {
  const { port } = readConfig({});
  assert.match(DOCKERFILE, new RegExp(`^EXPOSE ${port}$`, 'm'));
  assert.match(DOCKERFILE, new RegExp(` PORT=${port} `));
  assert.match(COMPOSE, new RegExp(`'127\\.0\\.0\\.1:${port}:${port}'`));
  assert.match(COMPOSE, new RegExp(`reverse_proxy collector-1:${port} collector-2:${port} `));
  assert.equal(
    COMPOSE.match(/^ +PORT: \d+$/gm)?.every((line) => line.endsWith(` ${port}`)),
    true,
  );
});

test('each health check asks where it is answered', async (t) => {
  const { port } = await startApp(t);
  const asked = [...`${DOCKERFILE}${COMPOSE}`.matchAll(/(?:PORT\}|health_uri )(\/\w+)/g)].map(
    ([, path = '']) => path,
  );
  assert.deepEqual(asked, ['/readyz', '/readyz']);
  for (const path of asked) assert.equal((await ask(port, path)).status, 200);
});

test('the image runs the Node that is pinned, and not as root', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const majors = new Set(Object.values(optionalDependencies).map((version) => version.split('.')[0]));
  assert.equal(majors.size, 1);
  const bases = [...DOCKERFILE.matchAll(/^FROM node:(\d+)-slim/gm)].map(([, major]) => major);
  assert.deepEqual(bases, [...majors, ...majors]);
  const users = DOCKERFILE.split(/^FROM /m)
    .slice(1)
    .map((stage) => /^USER (\w+)$/m.exec(stage)?.[1]);
  assert.deepEqual(users, ['node', 'node']);
});

test('the image is made from no secrets', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.env', 'data', '.git', 'node_modules', 'dist'])
    assert.ok(ignored.includes(name), name);
  for (const line of read('.gitignore')
    .split('\n')
    .filter((name) => /^(data|\.env|dist)/.test(name)))
    assert.ok(
      ignored.some((name) => line.replace(/\/$/, '').startsWith(name.replace(/\.?\*$/, ''))),
      line,
    );
});

test('the unit starts what there is, and waits as long as the server takes to stop', () => {
  // The package's, and that of a clone.
  const starts = [...SERVICE.matchAll(/ExecStart=\S+ (.*)$/gm)].map(([, words = '']) => words.split(' '));
  assert.equal(starts.length, 2);
  for (const file of starts.flat().filter((word) => word !== 'start'))
    assert.ok(existsSync(join(ROOT, file.replace('node_modules/embreve/', ''))), file);
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(SERVICE)?.[1]) * 1000 > FORCED_AFTER_MS);
  assert.ok(Number(/stop_grace_period: (\d+)s/.exec(COMPOSE)?.[1]) * 1000 > FORCED_AFTER_MS);
});

test("the socket is the service's own, at the address that holds when nothing is set", () => {
  const { host, port } = readConfig({});
  assert.equal(/^ListenStream=(.*)$/m.exec(read('docs/embreve.socket'))?.[1], `${host}:${port}`);
  for (const line of ['Requires=embreve.socket', 'After=network-online.target embreve.socket'])
    assert.ok(SERVICE.includes(`\n${line}\n`), line);
});

test('a container or unit may write to where the list is, and to what is rendered (catches: one of several has no place for its site)', () => {
  assert.match(DOCKERFILE, / DATA_DIR=\/data /);
  // Some platforms refuse an image that names its volume.
  assert.doesNotMatch(DOCKERFILE, /^VOLUME/m);
  assert.match(COMPOSE, /volumes: \['data:\/data'\]/);
  const [wanted, mounted] = [/DATA_DIR: \/data$/gm, /volumes: \['(?:data:)?\/data'\]/g].map(
    (one) => COMPOSE.match(one)?.length,
  );
  assert.equal(mounted, wanted);
  assert.match(SERVICE, /^StateDirectory=embreve$/m);
  assert.match(SERVICE, /DATA_DIR=\/var\/lib\/embreve/);
});
