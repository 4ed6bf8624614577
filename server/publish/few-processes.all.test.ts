import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PROGRAM } from '#test/fixtures/content.ts';
import { renderOrderIn } from '#test/fixtures/render-order.ts';

const RUN = fileURLToPath(new URL('./run-publisher.ts', import.meta.url));
/** Nobody else's. */
const USER = '64999';

const skip = process.getuid?.() !== 0 && 'to take another user takes root: too few processes are NOT tested';

test(
  'a publisher that may not start its threads ends as a failure that says so (catches: late or aborted, without a reason)',
  { skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'embreve-few-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const order = renderOrderIn(folder, PROGRAM);
    for (const one of [folder, order.files, order.drawn, order.out]) chmodSync(one, 0o777);
    const code = `const { runPublisher } = await import(${JSON.stringify(RUN)});
    const end = await runPublisher(${JSON.stringify(order)}, (answer) => answer, { patience: 3_000 });
    console.log(JSON.stringify(end));
    process.exit();`;
    const limited = ['--reuid', USER, '--clear-groups', 'prlimit', '--nproc=12', process.execPath];
    const { stdout } = await promisify(execFile)('setpriv', [
      ...limited,
      '--input-type=module',
      '--eval',
      code,
    ]);
    assert.match(stdout, /"is":"failed".*could not start its threads/);
  },
);
