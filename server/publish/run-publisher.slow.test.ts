import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Content } from '#contract/content/content.ts';
import type { PublisherJob } from '#publisher/order.ts';
import { until } from '#test/fixtures/collector.ts';
import { PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { renderOrderIn } from '#test/fixtures/render-order.ts';
import { problemsIn } from './answers.ts';
import { runPublisher } from './run-publisher.ts';
import { hasOwnNetwork, sandboxed } from './sandbox.ts';

const PATIENCE = 20_000;

const run = (order: PublisherJob, patience = PATIENCE) => runPublisher(order, problemsIn, { patience });

/** A job in a scratch folder. `code`: of a program that takes the publisher's place. */
function jobOf(t: TestContext, code: string): Extract<PublisherJob, { does: 'render' }> & { folder: string } {
  const folder = folderOf(t);
  const program = join(folder, 'program');
  mkdirSync(join(program, 'publisher'), { recursive: true });
  writeFileSync(join(program, 'publisher/main.mjs'), code);
  return { ...renderOrderIn(folder, program), folder };
}

/** A publisher that answers with the results of what it tries: the value, or the error's code. */
const trying = (attempts: Record<string, string>) => `
  import fs from 'node:fs';
  import net from 'node:net';
  import { spawnSync } from 'node:child_process';
  import { Worker } from 'node:worker_threads';
  const job = JSON.parse(fs.readFileSync(0, 'utf8'));
  const found = {};
  for (const [name, attempt] of Object.entries({ ${Object.entries(attempts)
    .map(([name, attempt]) => `${JSON.stringify(name)}: async () => ${attempt}`)
    .join(', ')} }))
    found[name] = await attempt().then((value) => value ?? 'done', ({ code }) => code);
  console.log(JSON.stringify([{ field: '', at: '', code: 'known', limit: JSON.stringify(found) }]));
  process.exit(0);`;

function foundBy(end: Awaited<ReturnType<typeof run>>): Record<string, unknown> {
  assert.equal(end.is, 'answered', JSON.stringify(end));
  return JSON.parse((end.is === 'answered' && end.answer[0]?.limit) || '') as Record<string, unknown>;
}

test('a publisher reads and writes only its folders, starts nothing and has no environment (catches: a permission too many; process.env passed on)', async (t) => {
  const job = jobOf(
    t,
    trying({
      'read its files': "fs.readFileSync(job.files + '/mine', 'utf8')",
      'read beside them': "fs.readFileSync(job.files + '/../secret', 'utf8')",
      'read a system file': "fs.readFileSync('/etc/hostname', 'utf8').length",
      'read its own environment': "fs.readFileSync('/proc/self/environ', 'utf8')",
      'list above': "fs.readdirSync(job.files + '/..')",
      'write out': "fs.writeFileSync(job.out + '/page', 'x')",
      'write drawn': "fs.writeFileSync(job.drawn + '/picture', 'x')",
      'write files': "fs.writeFileSync(job.files + '/mine', 'x')",
      'write program': "fs.writeFileSync(job.program + '/publisher/main.mjs', 'x')",
      'write beside out': "fs.writeFileSync(job.out + '/../new', 'x')",
      'write a folder that begins alike': "fs.writeFileSync(job.out + '-not', 'x')",
      'link out of it': "fs.symlinkSync(job.files + '/../secret', job.out + '/link')",
      'start a program': "void spawnSync('/bin/true')",
      'start a thread': "void new Worker('1', { eval: true })",
      environment: 'Object.keys(process.env).filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name))',
    }),
  );
  writeFileSync(join(job.folder, 'secret'), 'secret');
  writeFileSync(join(job.files, 'mine'), 'mine');
  const DENIED = 'ERR_ACCESS_DENIED';
  const { 'write drawn': _, ...found } = foundBy(await run(job));
  assert.deepEqual(found, {
    'read its files': 'mine',
    'read beside them': DENIED,
    'read a system file': DENIED,
    'read its own environment': DENIED,
    'list above': DENIED,
    'write out': 'done',
    'write files': DENIED,
    'write program': DENIED,
    'write beside out': DENIED,
    'write a folder that begins alike': DENIED,
    'link out of it': DENIED,
    'start a program': DENIED,
    'start a thread': DENIED,
    environment: [],
  });
  assert.deepEqual(readdirSync(job.out), ['page']);
  assert.ok(existsSync(join(job.drawn, 'picture')));
});

test('a check of one file reads no other and writes nothing, a drawing writes only what is drawn (catches: the places of a rendering)', async (t) => {
  const attempts = {
    'read its file': "fs.readFileSync(job.file ?? job.files + '/mine', 'utf8')",
    'read the next': "fs.readFileSync((job.file ?? job.files + '/mine') + '/../../secret', 'utf8')",
    'write it': "fs.writeFileSync(job.file ?? job.files + '/mine', 'x')",
    'write drawn': "fs.writeFileSync((job.drawn ?? job.file + '/../../drawn') + '/picture', 'x')",
  };
  const { program, files, drawn, folder, content, now } = jobOf(t, trying(attempts));
  writeFileSync(join(folder, 'secret'), 'secret');
  const file = join(files, 'mine');
  writeFileSync(file, 'mine');
  const DENIED = 'ERR_ACCESS_DENIED';
  const own = { 'read its file': 'mine', 'read the next': DENIED, 'write it': DENIED };
  const inspected = foundBy(await run({ does: 'inspect', program, file }));
  assert.deepEqual(inspected, { ...own, 'write drawn': DENIED });
  const drawing = foundBy(await run({ does: 'draw', program, content, files, drawn, now }));
  assert.deepEqual(drawing, { ...own, 'write drawn': 'done' });
});

test('the real program renders no file from outside its folder (catches: it may read everything)', async (t) => {
  const job = { ...jobOf(t, ''), program: PROGRAM };
  writeFileSync(join(job.folder, 'secret'), 'secret');
  const portrait = { file: '../secret' };
  const content: Content = { people: [{ name: 'A', role: { en: 'A', pt: 'A' }, portrait }] };
  const end = await run({ ...job, content });
  assert.ok(end.is === 'failed' && end.said.includes('ERR_ACCESS_DENIED'), JSON.stringify(end));
});

test('a publisher reaches no server, not even on this machine (catches: the network stays open)', async (t) => {
  if (!(await hasOwnNetwork())) return t.skip('this system gives no network of its own');
  let came = 0;
  const server = createServer(() => came++).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const connect = `new Promise((resolve, reject) =>
    net.connect(${port}, '127.0.0.1').on('connect', resolve).on('error', reject))`;
  const found = foundBy(await run(jobOf(t, trying({ connect }))));
  assert.match(String(found['connect']), /^(ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL)$/);
  assert.equal(came, 0);
});

const ENDS: [name: string, code: string, patience: number, end: RegExp][] = [
  ['waits forever', 'setInterval(() => {}, 1000);', 700, /^late /],
  ['works forever', 'for (;;);', 700, /^late /],
  [
    'fills its heap',
    'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));',
    PATIENCE,
    /^killed .*heap/s,
  ],
  [
    'fills the memory beside its heap',
    'const all = []; for (;;) all.push(Buffer.alloc(2 ** 27));',
    PATIENCE,
    /^killed /,
  ],
  [
    'is killed',
    "process.kill(process.pid, 'SIGKILL');",
    PATIENCE,
    /^killed SIGKILL\. Probably for memory: .*340 MB/,
  ],
  ['throws', "throw new Error('no such page');", PATIENCE, /^ended 1 .*no such page/s],
  ['ends without an answer', '', PATIENCE, /^answer $/],
  ['answers half', "process.stdout.write('[{');", PATIENCE, /^answer \[\{$/],
  ['answers something else', "process.stdout.write('{}');", PATIENCE, /^answer \{\}$/],
  [
    'names a problem that there is not',
    `process.stdout.write('[{"field":"","at":"","code":"toString","limit":""}]');`,
    PATIENCE,
    /^answer /,
  ],
  [
    'does not end its answer',
    "const part = 'x'.repeat(1e6); const more = () => process.stdout.write(part, more); more();",
    700,
    /^late/,
  ],
];

for (const [name, code, patience, wanted] of ENDS) {
  test(`a publisher that ${name} ends as a failure, and its caller goes on`, async (t) => {
    const before = process.memoryUsage().rss;
    const end = await run(jobOf(t, code), patience);
    assert.ok(end.is === 'failed', JSON.stringify(end));
    assert.match(`${end.why} ${end.said}`, wanted);
    assert.ok(end.said.length <= 2_200);
    assert.ok(process.memoryUsage().rss - before < 200e6, 'what it said is kept');
  });
}

test('a publisher ends with the server that started it (catches: it works on, beside the next server)', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux ends it');
  const job = jobOf(
    t,
    "import fs from 'node:fs'; const job = JSON.parse(fs.readFileSync(0, 'utf8')); fs.writeFileSync(job.out + '/pid', String(process.pid)); for (;;);",
  );
  const script = `
    import { runPublisher } from ${JSON.stringify(new URL('run-publisher.ts', import.meta.url).href)};
    await runPublisher(${JSON.stringify(job)}, () => null);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const pid = join(job.out, 'pid');
  const started = await until(() => (existsSync(pid) && readFileSync(pid, 'utf8')) || undefined);
  server.kill('SIGKILL');
  await until(() => !isAtWork(Number(started)) || undefined);
});

test('the process that started a publisher hangs: it ends by itself (catches: only the server holds it to its minute)', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux ends it');
  const folder = folderOf(t);
  writeFileSync(join(folder, 'busy.mjs'), 'for (;;);');
  const allowed = { reads: [folder], writes: [], native: false, heap: 64, memory: 2 ** 20, seconds: 0.1 };
  const [command = '', ...args] = await sandboxed(join(folder, 'busy.mjs'), [], allowed);
  const [code, signal] = (await once(spawn(command, args, { stdio: 'ignore' }), 'exit')) as [unknown, string];
  assert.deepEqual([code, signal], [null, 'SIGKILL']);
});

/** A process that has ended may wait for somebody to read how. */
function isAtWork(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}
