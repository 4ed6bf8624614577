import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '#server/base/root.ts';
import { inMemory, testEnvironment } from './node-tests.ts';
import { UNIT_ENV, unitTests } from './unit.ts';

/** `server` also covers `cli`, and `test` also covers `bench`: shared imports are read once. */
const ROOMS = ['contract', 'ui', 'site', 'dashboard', 'mails', 'publisher', 'server', 'scripts', 'test'];
const TESTS = 'unit tests';
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

/** Steps run in parallel, each to its end; the names of failed ones are printed last. */
const all: [name: string, command: string[]][] = [
  ...ROOMS.map((room): [string, string[]] => [`types of ${room}`, [bin('tsc'), '--noEmit', '-p', room]]),
  ['lint', [bin('oxlint')]],
  ['format', [bin('oxfmt'), '--check']],
  [TESTS, [process.execPath, ...unitTests()]],
];
// `npm test` runs the tests itself.
const steps = process.argv.includes('--without-tests') ? all.filter(([name]) => name !== TESTS) : all;

const started = performance.now();

function run(
  [name, [command = '', ...args]]: [string, string[]],
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
      if (code !== 0) console.error(`\n${name}\n${output}`);
      resolve(code === 0 ? null : name);
    });
  });
}

if (process.argv.includes('--words')) {
  await import('./words.ts');
  process.exit();
}
console.log(`Checking ${steps.length} things ...`);
const made = await testEnvironment();
const ended = await inMemory(() => {
  const env = { ...UNIT_ENV, ...process.env, ...made };
  return Promise.all(steps.map((step) => run(step, env)));
});
const failed = ended.filter((name) => name !== null);
console.log(failed.length === 0 ? `All ${steps.length} checks passed.` : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
