import { readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { baseFile, type PartHead, spoolFolder } from '#server/store/recording.ts';
import { hashOf, objectsOf, removeOld } from './kept.ts';
import { nameOf } from './name.ts';
import { seal, type Head } from './seal.ts';
import type { CopyStatus, TargetCode } from '#contract/owner/server-settings.ts';
import { readCopyStatus, writeCopyStatus } from './status.ts';
import { type Target, TargetError } from './target.ts';

/**
 * `base`: `baseFile` is a new one. `part`: a file of the recorder. `mark`: everything committed before `at` has been given.
 * `keys`: of links, as in their file; null: they are in a setting.
 */
export type Job =
  | { do: 'base'; base: string; at: number; keys: string | null }
  | { do: 'part'; file: string }
  | { do: 'mark'; at: number }
  /** No base could be made. */
  | { do: 'fail'; said: string };

type SenderDeps = {
  dataDir: string;
  /** As the status shows it. */
  to: string;
  target: Target;
  /** The public half of the recovery key. */
  key: string;
  /** Copies are deleted this many days after their last part. */
  days: number;
  /** Milliseconds since 1970. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** Called when the target has lost what it had taken: only a new base helps. */
  onLost: () => void;
};

/** The copy that is being sent. `bytes`: by name, of its objects. */
type Copy = { base: string; previous: string; bytes: Map<string, number> };

const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
const HOUR = 3_600_000;
const CHECK_EVERY_MS = 30 * 24 * HOUR;

/** Seals and sends what the recorder writes, in order, and again until the target has taken it. */
export class Sender {
  readonly #deps: SenderDeps;
  #jobs: Job[] = [];
  #working: Promise<void> | null = null;
  #copy: Copy | null = null;
  #status: CopyStatus;
  #listedAt = 0;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    const { to, dataDir } = deps;
    const before = readCopyStatus(dataDir);
    this.#status = before?.to === to ? before : { to, until: null, failing: null, checked: null };
  }

  /** Resolves when there is nothing more to do. */
  take(job: Job): Promise<void> {
    // Whatever has not been sent before it is in it.
    if (job.do === 'base' && this.#jobs.some((one) => one.do === 'base')) this.#jobs = [];
    this.#jobs.push(job);
    return (this.#working ??= this.#work());
  }

  async #work(): Promise<void> {
    for (let next = this.#jobs[0]; next !== undefined; next = this.#jobs[0]) {
      await this.#finish(next);
      // A newer base may have taken its place.
      if (this.#jobs[0] === next) this.#jobs.shift();
    }
    this.#working = null;
  }

  async #finish(job: Job): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; this.#jobs[0] === job; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      try {
        await this.#do(job);
        return;
      } catch (error) {
        // Another server on the same folder has cleared it.
        if (isGone(error)) return this.#begin();
        this.#fail(error);
        await this.#deps.wait(pause);
      }
    }
  }

  async #do(job: Job): Promise<void> {
    if (job.do === 'base') await this.#sendBase(job);
    else if (job.do === 'part') await this.#sendPart(job.file);
    else if (job.do === 'mark') await this.#mark(job.at);
    else this.#fail(new TargetError('failed', job.said));
  }

  async #sendBase({ base, at, keys }: Extract<Job, { do: 'base' }>): Promise<void> {
    const { dataDir, target, days, now } = this.#deps;
    const file = baseFile(dataDir, base);
    const head: Head = { base, number: 0, at, sequences: {}, previous: null, keys };
    this.#copy = null;
    await this.#send(head, file, 0);
    await this.#clear(base);
    await removeOld(target, now() - days * 24 * HOUR);
  }

  async #sendPart(file: string): Promise<void> {
    const whole = readFileSync(file);
    const end = whole.indexOf('\n');
    const head = JSON.parse(whole.subarray(0, end).toString()) as PartHead;
    // Of a copy whose base was never sent.
    if (this.#copy?.base === head.base)
      await this.#send({ ...head, previous: this.#copy.previous }, file, end + 1);
    rmSync(file, { force: true });
  }

  async #send(head: Head, file: string, from: number): Promise<void> {
    const { dataDir, target, key } = this.#deps;
    const to = join(spoolFolder(dataDir), 'sealed.age');
    const { hash, bytes } = await seal(head, { file, from, key, to });
    const name = nameOf({ ...head, hash });
    await target.put(name, to);
    rmSync(to, { force: true });
    const sent = this.#copy?.bytes ?? new Map<string, number>();
    this.#copy = { base: head.base, previous: hash, bytes: sent.set(name, bytes) };
    this.#say({ until: head.at, failing: null });
  }

  async #mark(at: number): Promise<void> {
    const { now } = this.#deps;
    if (this.#copy === null) return;
    if (now() - this.#listedAt > HOUR) await this.#look(this.#copy);
    if (now() - (this.#status.checked?.at ?? 0) > CHECK_EVERY_MS) await this.#check(this.#copy);
    if (this.#copy !== null) this.#say({ until: at, failing: null });
  }

  /** Whether the target still lists what it has taken. */
  async #look({ base, bytes }: Copy): Promise<void> {
    const there = new Map(
      (await objectsOf(this.#deps.target, base)).map((one) => [one.name, one.bytes] as const),
    );
    this.#listedAt = this.#deps.now();
    const lost = [...bytes].filter(([name, size]) => there.get(name) !== size);
    if (lost.length > 0) this.#lose(`${lost.length} objects of the copy are missing or cut.`);
  }

  /** Reads all of the copy again. */
  async #check({ bytes }: Copy): Promise<void> {
    const { target, now } = this.#deps;
    let isGood = true;
    for (const name of bytes.keys()) isGood &&= name.includes(await hashOf(await target.get(name)));
    this.#say({ checked: { at: now(), isGood } });
    if (!isGood) this.#lose('The target gives back something else than it has taken.');
  }

  #lose(said: string): void {
    this.#fail(new TargetError('failed', said));
    this.#begin();
  }

  /** Anew, with another base. */
  #begin(): void {
    this.#copy = null;
    this.#deps.onLost();
  }

  #fail(error: unknown): void {
    const code: TargetCode = error instanceof TargetError ? error.code : 'failed';
    const said = error instanceof Error ? error.message : String(error);
    const since = this.#status.failing?.since ?? this.#deps.now();
    this.#say({ failing: { since, code, said } });
  }

  #say(next: Partial<CopyStatus>): void {
    this.#status = { ...this.#status, ...next };
    writeCopyStatus(this.#deps.dataDir, this.#status);
  }

  /** Deletes what older recordings have left, and the base that was sent. */
  async #clear(base: string): Promise<void> {
    const folder = spoolFolder(this.#deps.dataDir);
    for (const name of await readdir(folder))
      if (!name.startsWith(base) || name.endsWith('.sqlite')) rmSync(join(folder, name), { force: true });
  }
}

function isGone(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof TargetError) && 'code' in error && error.code === 'ENOENT'
  );
}
