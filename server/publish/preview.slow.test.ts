import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { FINGERPRINT_FILE } from '#publisher/program.ts';
import { isRunning } from '#publisher/place.ts';
import type { PreviewJob } from '#publisher/preview.ts';
import { until } from '#test/fixtures/collector.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { createPreviews, type Previewed, type PreviewRenderer } from './preview.ts';

/** Takes the program's place: runs the code that a job brings, which may call `answer`. */
const STAND_IN = `
  import fs from 'node:fs';
  import { createInterface } from 'node:readline';
  const answer = (html) => console.log(JSON.stringify({ html, marks: [] }));
  for await (const line of createInterface({ input: process.stdin }))
    new Function('answer', 'process', 'fs', JSON.parse(line).over.code)(answer, process, fs);`;

const jobOf = (code: string): PreviewJob => ({
  content: {},
  over: { code },
  shows: { page: 'home', state: 'idle' },
  language: 'en',
  settings: siteSettings(readConfig({})),
  now: 0,
});
const ANSWERS = jobOf("answer('Page');");

/** Milliseconds, also on a busy machine; and of a preview that nobody waits for. */
const PATIENCE = 20_000;
const SOON = 1_500;

function previewsOf(t: TestContext, patience = PATIENCE): PreviewRenderer & { program: string } {
  const folder = folderOf(t);
  const program = join(folder, 'program');
  mkdirSync(join(program, 'publisher'), { recursive: true });
  writeFileSync(join(program, FINGERPRINT_FILE), 'one');
  writeFileSync(join(program, 'publisher/previews.mjs'), STAND_IN);
  const previews = createPreviews(folder, { program, patience });
  t.after(() => {
    const pid = previews.pid();
    if (pid !== null) process.kill(pid, 'SIGKILL');
  });
  return { ...previews, program };
}

const shortly = (previewed: Previewed) =>
  previewed.is === 'failed'
    ? `${previewed.why} ${previewed.said}`
    : previewed.is === 'drawn'
      ? previewed.made.html
      : previewed.is;

async function pidAfterPreview(previews: PreviewRenderer): Promise<number> {
  assert.equal(shortly(await previews.draw('1', ANSWERS)), 'Page');
  return previews.pid() ?? assert.fail('no process');
}

const ENDS: [name: string, code: string, patience: number, end: RegExp][] = [
  ['hangs', '', SOON, /^late /],
  ['works forever', 'for (;;);', SOON, /^late /],
  ['closes its output and stays', 'fs.closeSync(1);', SOON, /^ended late/],
  [
    'fills its heap',
    'const all = []; for (;;) all.push(new Array(1e5).fill(0.5));',
    PATIENCE,
    /^ended .*heap/s,
  ],
  [
    'fills the memory beside its heap',
    'const all = []; for (;;) all.push(Buffer.alloc(2 ** 27, 1));',
    PATIENCE,
    /^ended /,
  ],
  ['crashes', "throw new Error('no such page');", PATIENCE, /^ended 1 .*no such page/s],
  ['ends', 'process.exit(0);', PATIENCE, /^ended 0/],
  ['answers nonsense', "process.stdout.write('[{\\n');", PATIENCE, /^answer \[\{$/],
  ['answers something else', "process.stdout.write('{}\\n');", PATIENCE, /^answer \{\}$/],
  [
    'does not end its answer',
    "const part = 'x'.repeat(1e6); const more = () => process.stdout.write(part, more); more();",
    PATIENCE,
    /^answer RangeError/,
  ],
];

for (const [name, code, patience, wanted] of ENDS) {
  test(`a preview whose process ${name} fails, leaves none, and the next one is drawn (catches: waiting forever; a process that is not ended; one that is asked again)`, async (t) => {
    const previews = previewsOf(t, patience);
    const before = await pidAfterPreview(previews);
    const failed = await previews.draw('1', jobOf(code));
    assert.equal(failed.is, 'failed');
    assert.match(shortly(failed), wanted);
    await until(() => !isRunning(before) || undefined);
    assert.equal(previews.pid(), null);
    await pidAfterPreview(previews);
  });
}

test('a process that could not start is started at the next preview (catches: busy forever)', async (t) => {
  const previews = previewsOf(t);
  const fingerprint = join(previews.program, FINGERPRINT_FILE);
  rmSync(fingerprint);
  await previews.warm();
  assert.match(shortly(await previews.draw('1', ANSWERS)), /^ended .*ENOENT/);
  writeFileSync(fingerprint, 'one');
  await pidAfterPreview(previews);
});

test('the process ends five minutes after the last preview, not before, and when the program is another (catches: it stays; counted from the first; an old program draws)', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const previews = previewsOf(t);
  const first = await pidAfterPreview(previews);
  writeFileSync(join(previews.program, FINGERPRINT_FILE), 'two');
  const second = await pidAfterPreview(previews);
  assert.notEqual(second, first);
  t.mock.timers.tick(200_000);
  assert.equal(await pidAfterPreview(previews), second);
  t.mock.timers.tick(299_999);
  assert.equal(previews.pid(), second);
  t.mock.timers.tick(1);
  assert.equal(previews.pid(), null);
  t.mock.timers.reset();
  for (const pid of [first, second]) await until(() => !isRunning(pid) || undefined);
});

test('of what an owner asks for meanwhile only the newest is drawn, and others wait for their turn (catches: each is drawn; another owner’s is replaced; two processes)', async (t) => {
  const previews = previewsOf(t);
  const ask = (owner: string, page: string) =>
    previews.draw(owner, jobOf(`answer('${page} ' + process.pid);`));
  const all = [ask('1', 'first'), ask('1', 'older'), ask('2', 'other'), ask('1', 'newest')];
  const shown = (await Promise.all(all)).map(shortly);
  const pid = String(previews.pid());
  assert.deepEqual(shown, [`first ${pid}`, 'replaced', `other ${pid}`, `newest ${pid}`]);
});
