import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { PreviewMade } from '#contract/owner/preview.ts';
import { linesOf } from '#publisher/lines.ts';
import type { PreviewJob } from '#publisher/preview.ts';
import { giveMemoryBackLater } from '#server/base/memory.ts';
import { fingerprintOf } from '#publisher/program.ts';
import { PROGRAM, renderingsIn } from './renderings.ts';
import { NICENESS, sandboxed } from './sandbox.ts';

/** Milliseconds for a preview; for the first one, which waits for the process, so many times that. */
const PATIENCE = 5_000;
const FIRST = 4;
/** How long the process stays after its last preview. */
const STAYS = 5 * 60_000;
/** MB and KiB: it draws no picture. */
const HEAP = 192;
const MEMORY = 1024 * 1024;
/** Characters of what it says of a failure, and of a document. */
const MOST_SAID = 2_000;
const MOST_ANSWERED = 5_000_000;

export type Previewed =
  | { is: 'drawn'; made: PreviewMade }
  /** A later one under the same name has taken its place. */
  | { is: 'replaced' }
  /** `said` is for the log. */
  | { is: 'failed'; why: 'late' | 'ended' | 'answer'; said: string };

export type PreviewRenderer = {
  /** Draws one at a time; of those under one name only the newest waits. */
  draw(who: string, job: PreviewJob): Promise<Previewed>;
  /** Starts the process, so that the first preview does not wait for it. */
  warm(): Promise<void>;
  /** The process's id; null: none runs. */
  pid(): number | null;
};

type Waiting = { job: PreviewJob; answer(previewed: Previewed): void };

const all = new Map<string, PreviewRenderer>();

/** The previews of a server; all its owners share them. */
export function previewsIn(dataDir: string): PreviewRenderer {
  const known = all.get(dataDir) ?? createPreviews(dataDir);
  all.set(dataDir, known);
  return known;
}

/** `stays`, `patience`: milliseconds. */
export function createPreviews(
  dataDir: string,
  { program = PROGRAM, patience = PATIENCE, stays = STAYS } = {},
): PreviewRenderer {
  const waiting = new Map<string, Waiting>();
  let drawer: Drawer | null = null;
  let isBusy = false;
  let leaving: NodeJS.Timeout | undefined;

  /** The process that is there; a new one if there is none, or the program is another. */
  async function drawerNow(): Promise<Drawer> {
    clearTimeout(leaving);
    leaving = setTimeout(leave, stays).unref();
    const fingerprint = await fingerprintOf(program);
    if (drawer?.fingerprint !== fingerprint || !drawer.isThere()) {
      end();
      drawer = await startDrawer(program, dataDir, fingerprint);
    }
    return drawer;
  }

  function end(): void {
    drawer?.end();
    drawer = null;
  }

  function leave(): void {
    end();
    giveMemoryBackLater();
  }

  async function drawAll(): Promise<void> {
    for (const [who, { job, answer }] of waiting) {
      waiting.delete(who);
      const previewed = await drawerNow()
        .then((one) => one.draw(job, patience))
        .catch((error: unknown) => failed('ended', String(error)));
      if (previewed.is === 'failed') end();
      answer(previewed);
    }
  }

  /** One at a time, so that there is one process; what comes meanwhile is drawn after it. */
  async function alone(work: () => Promise<unknown>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    // What does not start is reported to anyone who asks for a preview.
    await work().catch(() => {});
    await drawAll();
    isBusy = false;
  }

  return {
    draw(who, job) {
      const { promise, resolve } = Promise.withResolvers<Previewed>();
      waiting.get(who)?.answer({ is: 'replaced' });
      waiting.set(who, { job, answer: resolve });
      void alone(drawAll);
      return promise;
    },
    warm: () => alone(drawerNow),
    pid: () => (drawer?.isThere() ? drawer.pid : null),
  };
}

type Drawer = Awaited<ReturnType<typeof startDrawer>>;

async function startDrawer(program: string, dataDir: string, fingerprint: string) {
  const { files, drawn } = renderingsIn(dataDir);
  for (const folder of [files, drawn]) await mkdir(folder, { recursive: true });
  const [command = '', ...args] = await sandboxed(
    join(program, 'publisher/previews.mjs'),
    [program, files, drawn],
    { reads: [program, files, drawn], writes: [], native: false, heap: HEAP, memory: MEMORY, seconds: null },
  );
  const child = spawn(command, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  // It ends with this process, whose end closes its input.
  for (const one of [child, child.stdin, child.stdout, child.stderr]) (one as { unref?(): void }).unref?.();
  const ended = once(child, 'close').then(
    ([code, signal]: (number | string | null)[]) => String(signal ?? code),
    String,
  );
  let isThere = true;
  let isWarm = false;
  void ended.then(() => (isThere = false));
  child.stdin.on('error', () => {});
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MOST_SAID)));
  const answers = linesOf(child.stdout.setEncoding('utf8') as AsyncIterable<string>, MOST_ANSWERED);

  async function draw(job: PreviewJob, patience: number): Promise<Previewed> {
    child.stdin.write(`${JSON.stringify(job)}\n`);
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), isWarm ? patience : FIRST * patience);
    try {
      const answer = await Promise.race([answers.next(), late.promise]);
      if (answer === 'late') return failed('late', said);
      if (answer.done) return failed('ended', `${await Promise.race([ended, late.promise])} ${said}`);
      isWarm = true;
      const made = madeIn(answer.value);
      return made === null ? failed('answer', answer.value.slice(0, MOST_SAID)) : { is: 'drawn', made };
    } catch (error) {
      return failed('answer', String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    fingerprint,
    pid: child.pid ?? null,
    isThere: () => isThere,
    draw,
    end: () => void child.kill('SIGKILL'),
  };
}

function failed(why: 'late' | 'ended' | 'answer', said: string): Previewed {
  return { is: 'failed', why, said: said.trim() };
}

/** Null: that is not a preview. */
function madeIn(line: string): PreviewMade | null {
  try {
    const made = JSON.parse(line) as Partial<PreviewMade> | null;
    return typeof made?.html === 'string' && Array.isArray(made.marks) ? (made as PreviewMade) : null;
  } catch {
    return null;
  }
}
