import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '#server/base/root.ts';
import { inMemory, testEnvironment } from './node-tests.ts';

// The quick tests: SQLite only, without `….slow.test.ts` (run by `npm test`) and `….all.test.ts`.
// usage: unit.ts [--watch] [files]
export const UNIT_ENV = { FUZZ_REQUESTS: '5000', TEST_POSTGRES: 'off' };

const ROOMS = [
  'contract',
  'ui',
  'site',
  'dashboard',
  'publisher',
  'server',
  'cli',
  'scripts',
  'test/fixtures',
  'test/fuzz',
];
const FILES = ROOMS.map((room) => `${room}/**/!(*.slow|*.all).test.ts`);

/** For Node. In one process: to start one for each file takes longer than most of them. */
export function unitTests(files: string[] = FILES): string[] {
  return ['--test', '--test-timeout=120000', '--test-isolation=none', '--test-reporter=dot', ...files];
}

if (import.meta.main) {
  const watch = process.argv.includes('--watch') ? ['--watch'] : [];
  const files = process.argv.slice(2).filter((arg) => arg !== '--watch');
  const args = [...watch, ...unitTests(files.length > 0 ? files : undefined)];
  const made = await testEnvironment();
  process.exitCode = await inMemory(async () => {
    const env = { ...UNIT_ENV, ...process.env, ...made };
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env });
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  });
}
