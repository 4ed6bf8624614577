import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { baseFile, type PartHead, type Place, spoolFolder } from '#server/store/recording.ts';
import { hashOf, keptCopies, removeOld } from './kept.ts';
import { nameOf } from './name.ts';
import { seal, type Head } from './seal.ts';
import type { CopyStatus, TargetCode } from '#contract/owner/server-settings.ts';
import { readCopyStatus, writeCopyStatus } from './status.ts';
import { type Target, TargetError } from './target.ts';

/** `baseFile` is the store as it was after a part. `keys`: of links, as in their file; null: they are in a setting. */
type Base = { do: 'base'; base: string; at: number; keys: string | null } & Place;
/** `part`: a file of the recorder. `mark`: everything committed before `at` has been given. */
export type Job =
  | Base
  | { do: 'part'; file: string }
  | { do: 'mark'; at: number }
  /** No base could be made. */
  | { do: 'fail'; said: string };

/** `follow`: a base was sent; parts follow it from now on. */
type Queued = Exclude<Job, Base> | { do: 'follow'; base: Base; sent: Sent };

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

type Sent = { name: string; hash: string; bytes: number };

/** The copy that parts are sent to. `number`: of the part that it ends with, the base began after `from`. */
type Copy = Place & {
  base: string;
  from: number;
  previous: string;
  /** Bytes by name. */
  objects: Map<string, number>;
  lookedAt: number;
};

/** Parts, in order; bases, looks and deletions beside them, however long they take. */
type Lane = 'parts' | 'bases';

const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
const HOUR = 3_600_000;
const CHECK_EVERY_MS = 30 * 24 * HOUR;

/**
 * Seals and sends what the recorder writes, again until the target has taken it. While a base is on its way, parts go on to
 * the copy before, as far as they continue it, and to the new one afterwards.
 */
export class Sender {
  readonly #deps: SenderDeps;
  #jobs: Queued[] = [];
  #working: Promise<void> | null = null;
  #bases: Promise<void> = Promise.resolve();
  /** The base that is being sent. */
  #coming: Base | null = null;
  /** Files of parts that follow it. */
  #waiting: string[] = [];
  #copy: Copy | null = null;
  #status: CopyStatus;
  readonly #failing: Record<Lane, CopyStatus['failing']>;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    const { to, dataDir } = deps;
    const before = readCopyStatus(dataDir);
    this.#status = before?.to === to ? before : { to, until: null, failing: null, checked: null };
    this.#failing = { parts: null, bases: this.#status.failing };
  }

  /** Resolves when there is nothing more to do. */
  async take(job: Job): Promise<void> {
    if (job.do === 'base') this.#takeBase(job);
    else this.#queue(job);
    await this.#working;
    await this.#bases;
  }

  #takeBase(job: Base): void {
    if (this.#coming !== null) rmSync(baseFile(this.#deps.dataDir, this.#coming.base), { force: true });
    this.#coming = job;
    this.#beside(() => this.#sendBase(job));
  }

  #queue(job: Queued): void {
    const last = this.#jobs.at(-1);
    if (job.do === 'mark' && last?.do === 'mark') last.at = job.at;
    else this.#jobs.push(job);
    this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) await this.#do(job);
    this.#working = null;
  }

  async #do(job: Queued): Promise<void> {
    if (job.do === 'follow') this.#follow(job.base, job.sent);
    else if (job.do === 'part') await this.#sendPart(job.file);
    else if (job.do === 'mark') this.#mark(job.at);
    else this.#fail('bases', new TargetError('failed', job.said));
  }

  #beside(work: () => Promise<void>): void {
    this.#bases = this.#bases.then(work);
  }

  async #sendBase(job: Base): Promise<void> {
    const { base, at, keys } = job;
    const { dataDir, target, days, now } = this.#deps;
    const isWanted = () => this.#coming === job;
    const head: Head = { base, number: 0, at, sequences: {}, previous: null, keys };
    const file = baseFile(dataDir, base);
    const sent = await this.#send('bases', head, { file, from: 0, isWanted });
    rmSync(file, { force: true });
    if (sent === null) return;
    this.#queue({ do: 'follow', base: job, sent });
    await this.#working;
    await this.#until('bases', () => removeOld(target, now() - days * 24 * HOUR));
  }

  #follow(job: Base, { name, hash, bytes }: Sent): void {
    const { base, at, recording, number } = job;
    const objects = new Map([[name, bytes]]);
    this.#copy = { base, recording, number, from: number, previous: hash, objects, lookedAt: 0 };
    // Else a newer base is on its way, and waits for the same parts.
    if (this.#coming === job) this.#coming = null;
    this.#jobs.unshift(...this.#waiting.map((file) => ({ do: 'part', file }) as const));
    this.#waiting = [];
    this.#reach(at);
  }

  async #sendPart(file: string): Promise<void> {
    if (!existsSync(file)) return this.#begin();
    const whole = readFileSync(file);
    const from = whole.indexOf('\n') + 1;
    const head = JSON.parse(whole.subarray(0, from).toString()) as PartHead;
    if (follows(head, this.#copy)) await this.#append(this.#copy, head, { file, from });
    if (follows(head, this.#coming)) this.#waiting.push(file);
    else rmSync(file, { force: true });
  }

  async #append(copy: Copy, part: PartHead, { file, from }: { file: string; from: number }): Promise<void> {
    const { at, sequences } = part;
    const { base, previous } = copy;
    const head: Head = { base, number: part.number - copy.from, at, sequences, previous };
    const sent = await this.#send('parts', head, { file, from, isWanted: () => this.#copy === copy });
    if (sent === null) return;
    copy.number = part.number;
    copy.previous = sent.hash;
    copy.objects.set(sent.name, sent.bytes);
    this.#reach(at);
  }

  /** Null: no longer wanted. */
  async #send(
    lane: Lane,
    head: Head,
    { file, from, isWanted }: { file: string; from: number; isWanted: () => boolean },
  ): Promise<Sent | null> {
    const { dataDir, target, key } = this.#deps;
    const to = join(spoolFolder(dataDir), `${lane}.age`);
    const sealed = await this.#until(lane, () => seal(head, { file, from, key, to }), isWanted);
    if (sealed === null) return null;
    // The same object again: the target may have taken it without our hearing so.
    const name = nameOf({ ...head, hash: sealed.hash });
    const put = await this.#until(lane, () => target.put(name, to).then(() => name), isWanted);
    rmSync(to, { force: true });
    return put === null ? null : { ...sealed, name };
  }

  /** Tries until it works. Null: it is no longer wanted. */
  async #until<T>(lane: Lane, work: () => Promise<T>, isWanted = () => true): Promise<T | null> {
    for (let pause = FIRST_PAUSE_MS; isWanted(); pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      try {
        const done = await work();
        this.#failing[lane] = null;
        this.#sayFailing();
        return done;
      } catch (error) {
        // Another server on the same folder has cleared it.
        if (isGone(error)) {
          this.#begin();
          return null;
        }
        this.#fail(lane, error);
        await this.#deps.wait(pause);
      }
    }
    return null;
  }

  #mark(at: number): void {
    const { now } = this.#deps;
    const copy = this.#copy;
    // Parts that do not continue it wait for their base.
    if (copy === null || (this.#coming !== null && this.#coming.recording !== copy.recording)) return;
    this.#reach(at);
    if (now() - copy.lookedAt < HOUR) return;
    copy.lookedAt = now();
    this.#beside(() => this.#look(copy));
  }

  /** Whether the target still lists what it has taken, and once in a month, whether it still gives it back. */
  async #look(copy: Copy): Promise<void> {
    const { target, now } = this.#deps;
    const sent = [...copy.objects];
    // A newer one may have taken its place while a base was sent.
    const isWanted = () => this.#copy === copy;
    const copies = await this.#until('bases', () => keptCopies(target, copy.base), isWanted);
    if (copies === null) return;
    const there = new Map((copies[0]?.objects ?? []).map(({ name, bytes }) => [name, bytes]));
    const lost = sent.filter(([name, bytes]) => there.get(name) !== bytes);
    if (lost.length > 0) return this.#lose(`${lost.length} objects of the copy are missing or cut.`);
    if (now() - (this.#status.checked?.at ?? 0) < CHECK_EVERY_MS) return;
    const isGood = await this.#until('bases', () => this.#isGood(sent), isWanted);
    if (isGood === null) return;
    this.#say({ checked: { at: now(), isGood } });
    if (!isGood) this.#lose('The target gives back something else than it has taken.');
  }

  async #isGood(sent: [name: string, bytes: number][]): Promise<boolean> {
    for (const [name] of sent)
      if (!name.includes(await hashOf(await this.#deps.target.get(name)))) return false;
    return true;
  }

  #lose(said: string): void {
    this.#fail('bases', new TargetError('failed', said));
    this.#begin();
  }

  /** Anew, with another base. */
  #begin(): void {
    this.#copy = null;
    this.#coming = null;
    this.#deps.onLost();
  }

  #fail(lane: Lane, error: unknown): void {
    const code: TargetCode = error instanceof TargetError ? error.code : 'failed';
    const said = error instanceof Error ? error.message : String(error);
    const since = this.#failing[lane]?.since ?? this.#deps.now();
    this.#failing[lane] = { since, code, said };
    this.#sayFailing();
  }

  /** A new copy catches up with the one before, which reaches further until then. */
  #reach(at: number): void {
    this.#say({ until: Math.max(at, this.#status.until ?? 0) });
  }

  #sayFailing(): void {
    this.#say({ failing: this.#failing.parts ?? this.#failing.bases });
  }

  #say(next: Partial<CopyStatus>): void {
    this.#status = { ...this.#status, ...next };
    writeCopyStatus(this.#deps.dataDir, this.#status);
  }
}

/** Whether a part comes after a place. */
function follows<P extends Place>({ recording, number }: Place, place: P | null): place is P {
  return place !== null && recording === place.recording && number > place.number;
}

function isGone(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof TargetError) && 'code' in error && error.code === 'ENOENT'
  );
}
