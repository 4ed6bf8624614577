import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '#contract/time.ts';
import { baseFile, type PartHead, spoolFolder } from '#server/store/recording.ts';
import type { Place } from '#server/store/writer-protocol.ts';
import { deleteOld } from './delete-old.ts';
import { CopyLane } from './lane.ts';
import { type CopyId, copyFolder, objectName, padded, parseFolder } from './name.ts';
import type { Numbers } from './numbers.ts';
import { seal, type Head } from './seal.ts';
import type { Base, Job, SenderSaid } from './sender-protocol.ts';
import type { Signer } from './signature.ts';
import { type Failing, CopyStanding } from './standing.ts';
import { type Target, TargetError } from './target.ts';
import { tryAgain } from './try-again.ts';
import { Watch, type Watched } from './watch.ts';

type SenderDeps = {
  dataDir: string;
  /** As the status shows it. */
  to: string;
  target: Target;
  /** The public half of the recovery key. */
  key: string;
  /** Copies are deleted this many days after they ended. */
  days: number;
  /** Milliseconds since 1970. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
  say: (said: SenderSaid) => void;
};

type Sent = { name: string; hash: string; bytes: number };

/** The copy that parts are sent to. `number`: of the part that it ends with. */
type Copy = Place & Watched & { previous: string; objects: Map<string, number> };

/** What goes on side by side. */
type LaneName = 'parts' | 'bases' | 'looks' | 'deletions';

/**
 * Seals and sends what the recorder writes, again until the target has taken it. While a base is on its way, parts go on to
 * the copy before, as far as they continue it, and to the new one afterwards.
 */
export class CopySender {
  readonly #deps: SenderDeps;
  readonly #lanes: Record<LaneName, CopyLane> = {
    parts: new CopyLane(),
    bases: new CopyLane(),
    looks: new CopyLane(),
    deletions: new CopyLane(),
  };
  /** The base that is being sent. */
  #coming: Base | null = null;
  /** Files of parts that follow it. */
  #waiting: string[] = [];
  #copy: Copy | null = null;
  /** Up to where the target has the recording. */
  #reached: Place | null = null;
  /** It waits, and no part after it. */
  #lastMark: { at: number } | null = null;
  readonly #standing: CopyStanding;
  readonly #watch: Watch;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#standing = new CopyStanding(deps);
    this.#watch = new Watch(deps, this.#standing);
  }

  /** Resolves when there is nothing more to do. */
  async take(job: Job): Promise<void> {
    if (job.do === 'base') this.#takeBase(job);
    else if (job.do === 'part') this.#takePart(job.file);
    else if (job.do === 'mark') this.#takeMark(job.at);
    else this.#standing.fails('bases', new TargetError('failed', job.said));
    const lanes = Object.values(this.#lanes);
    while (lanes.some(({ busy }) => busy)) await Promise.all(lanes.map(({ busy }) => busy));
  }

  #takeBase(job: Base): void {
    if (this.#coming !== null) rmSync(this.#fileOf(this.#coming), { force: true });
    this.#coming = job;
    this.#lanes.bases.add(() => this.#sendBase(job));
  }

  #takePart(file: string): void {
    this.#lastMark = null;
    this.#lanes.parts.add(() => this.#sendPart(file));
  }

  /** Of marks in a row the last one says all. */
  #takeMark(at: number): void {
    if (this.#lastMark !== null) this.#lastMark.at = at;
    else {
      const mark = { at };
      this.#lastMark = mark;
      this.#lanes.parts.add(() => this.#mark(mark));
    }
  }

  #fileOf({ numbers }: Base): string {
    return baseFile(this.#deps.dataDir, padded(numbers.copy));
  }

  async #sendBase(job: Base): Promise<void> {
    const isWanted = () => this.#coming === job;
    const isOurs = await this.#until('bases', () => this.#isOurs(job.numbers), isWanted);
    if (isOurs === false) this.#deps.say('shared');
    const file = this.#fileOf(job);
    const head: Head = {
      base: copyFolder(idOf(job), job.random),
      number: job.number,
      at: job.at,
      sequences: {},
      previous: null,
      keys: job.keys,
    };
    const { signer } = job.numbers;
    const sent = isOurs ? await this.#send('bases', head, { file, from: 0, signer, isWanted }) : null;
    rmSync(file, { force: true });
    if (sent === null) return;
    this.#lanes.parts.addFirst(() => this.#follow(job, head.base, sent));
    if (!this.#lanes.deletions.busy) this.#lanes.deletions.add(() => this.#deleteOld(job));
  }

  /** False: another server copies under the name of this store, or this store was once further. */
  async #isOurs({ store, copy }: Numbers): Promise<boolean> {
    for await (const folder of this.#deps.target.folders(store))
      if ((parseFolder(folder)?.copy ?? 0) >= copy) return false;
    return true;
  }

  #follow(job: Base, base: string, { name, hash, bytes }: Sent): void {
    const { numbers, recording, number } = job;
    const objects = new Map([[name, bytes]]);
    this.#copy = { numbers, base, recording, number, previous: hash, objects };
    // Else a newer base is on its way, and waits for the same parts.
    if (this.#coming === job) this.#coming = null;
    this.#lanes.parts.addFirst(...this.#waiting.map((file) => () => this.#sendPart(file)));
    this.#waiting = [];
    this.#reach(job, job.at);
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
    const { number, at, sequences } = part;
    const { base, previous } = copy;
    const { signer } = copy.numbers;
    const isWanted = () => this.#copy === copy;
    const head: Head = { base, number, at, sequences, previous };
    const sent = await this.#send('parts', head, { file, from, signer, isWanted });
    if (sent === null) return;
    copy.number = number;
    copy.previous = sent.hash;
    copy.objects.set(sent.name, sent.bytes);
    this.#reach(copy, at);
  }

  /** Null: no longer wanted. */
  async #send(
    lane: 'parts' | 'bases',
    head: Head,
    { file, from, signer, isWanted }: { file: string; from: number; signer: Signer; isWanted: () => boolean },
  ): Promise<Sent | null> {
    const { dataDir, target, key } = this.#deps;
    const to = join(spoolFolder(dataDir), `${lane}.age`);
    const sealed = await this.#until(lane, () => seal(head, { file, from, key, to }), isWanted);
    if (sealed === null) return null;
    // The same object again: the target may have taken it without our hearing so.
    const name = objectName({ ...head, hash: sealed.hash }, signer);
    const put = await this.#until(lane, () => target.put(name, to).then(() => name), isWanted);
    rmSync(to, { force: true });
    return put === null ? null : { ...sealed, name };
  }

  /** Tries until it works. Null: it is no longer wanted. */
  async #until<T>(lane: Failing, work: () => Promise<T>, isWanted = () => true): Promise<T | null> {
    try {
      const done = await tryAgain(async () => (isWanted() ? work() : null), {
        wait: this.#deps.wait,
        onFail: (error) => {
          if (isGone(error)) throw error;
          this.#standing.fails(lane, error);
        },
      });
      if (done !== null) this.#standing.works(lane);
      return done;
    } catch {
      // Another server on the same folder has cleared it.
      this.#begin();
      return null;
    }
  }

  #mark(mark: { at: number }): void {
    if (this.#lastMark === mark) this.#lastMark = null;
    const copy = this.#copy;
    // Parts that do not continue it wait for their base.
    if (copy === null || (this.#coming !== null && this.#coming.recording !== copy.recording)) return;
    this.#standing.reaches(mark.at);
    if (!this.#lanes.looks.busy) this.#lanes.looks.add(() => this.#look(copy));
  }

  async #look(copy: Copy): Promise<void> {
    // A newer one may have taken its place while a base was sent.
    const isWanted = () => this.#copy === copy;
    const lost = await this.#until('looks', () => this.#watch.look(copy), isWanted);
    if (lost === null || lost === '') return;
    this.#standing.warn('lost', lost);
    this.#begin();
  }

  /** A failure holds nothing up, and is said. */
  async #deleteOld({ numbers: { store }, mayDelete }: Base): Promise<void> {
    const { days, now } = this.#deps;
    const before = mayDelete ? now() - days * DAY : null;
    const failed = await deleteOld({ ...this.#deps, store, before });
    this.#standing.warn('not-deleted', failed);
  }

  /** Again, with another base. */
  #begin(): void {
    this.#copy = null;
    this.#coming = null;
    this.#deps.say('lost');
  }

  /** A new copy catches up with the one before, which reaches further until then. */
  #reach(place: Place, at: number): void {
    const before = this.#reached;
    if (before?.recording === place.recording && before.number >= place.number) return;
    this.#reached = { recording: place.recording, number: place.number };
    this.#standing.reaches(at);
  }
}

function idOf({ numbers: { store, copy }, recording, number }: Base): CopyId {
  return { store, copy, recording: Number(recording), from: number };
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
