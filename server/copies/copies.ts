import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { DAY } from '#contract/time.ts';
import type { Config, FixedConfig } from '#server/base/config.ts';
import { withDeadline } from '#server/base/deadline.ts';
import type { Log } from '#server/base/log.ts';
import { repeat, type Repeated } from '#server/base/repeat.ts';
import type { Database, Recording } from '#server/store/database.ts';
import { baseFile, spoolFolder } from '#server/store/recording.ts';
import type { Recorded } from '#server/store/writer-protocol.ts';
import { assertRoom } from '#server/store/backup-file.ts';
import { messageOf } from '#server/store/refusal.ts';
import { secretsFile } from '#server/store/secrets/key-file.ts';
import { padded } from './name.ts';
import { ensureNumbers, nextCopy, renameStore } from './numbers.ts';
import { beginKey } from './recovery-key.ts';
import { type Job, LAST_MS, type SenderSaid, type SenderStart } from './sender-protocol.ts';
import { targetSettings } from './open-target.ts';
import { forgetCopyStatus, readCopyStatus } from './status.ts';

/** Milliseconds between two parts. */
const PART_MS = 4_000;
/** Milliseconds between two starts of a process that ends again and again. */
const LAST_PAUSE_MS = 60_000;
/** Whatever needs a base may go on, e.g. a command that writes for long: copying takes at most this share of the time. */
const BASE_SHARE = 1 / 20;
/** Milliseconds between two bases while the target takes none. */
const FAILING_GAP_MS = 600_000;

type CopiesDeps = {
  /** Nothing is recorded in PostgreSQL: nothing is copied. */
  database: Pick<Database, 'recording' | 'write'>;
  /** Whether the time can be believed: only then old copies are deleted. */
  isClockSteady: () => Promise<boolean>;
  settings: () => Config;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
};

/** What copying is done by. */
type Wish = Omit<SenderStart, 'dataDir'>;

/** Copies the list elsewhere while that is set; a change of the settings is followed within seconds. */
export function createCopies(config: FixedConfig, deps: CopiesDeps): Repeated {
  const copying = new Copying(config, deps);
  const { start, stop } = repeat(
    PART_MS,
    () => copying.run(),
    (error) => deps.log.error('off-site copying failed', { error }),
  );
  return {
    start,
    stop: async () => {
      await copying.endBase();
      await stop();
      await copying.finish();
    },
  };
}

class Copying {
  readonly #config: Pick<FixedConfig, 'dataDir' | 'secretKeys'>;
  readonly #deps: CopiesDeps;
  #sender: ChildProcess | null = null;
  #wish = '';
  #needsBase = true;
  /** Another server copies under the name of this store. */
  #needsName = false;
  #basedAt = -Infinity;
  /** Milliseconds that the last base took. */
  #took = 0;
  /** A base is made. */
  #isBasing = false;
  #isEnding = false;
  /** Of the process that sends. */
  #startedAt = -Infinity;
  #pause = PART_MS;
  #isFailing = false;
  /** The list has what its copies are signed with: it is printed before the first one. */
  #isNumbered = false;

  constructor(config: FixedConfig, deps: CopiesDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { settings, now } = this.#deps;
    const { recording, write } = this.#deps.database;
    if (recording !== null && !this.#isNumbered) await ensureNumbers(write, now());
    this.#isNumbered = true;
    const wish = recording && wishOf(settings());
    if (JSON.stringify(wish) !== this.#wish) await this.#beginAnew(wish);
    if (recording === null || wish === null) return;
    this.#tell();
    const at = now();
    if (this.#sender === null && Math.abs(at - this.#startedAt) < this.#pause) return;
    this.#sender ??= this.#start(wish);
    this.#giveParts(await recording.take());
    if (this.#needsBase || Math.abs(at - this.#basedAt) > DAY) await this.#base(recording, wish, at);
    else this.#give({ do: 'mark', at });
  }

  /** No base begins any more; one of a large store would take too long. */
  async endBase(): Promise<void> {
    this.#isEnding = true;
    if (this.#isBasing) await this.#deps.database.recording?.stop();
  }

  /** Sends what is left, as far as there is time. */
  async finish(): Promise<void> {
    if (this.#sender === null) return;
    await this.run();
    const sender = this.#leave();
    if (!sender?.connected) return;
    const ended = once(sender, 'exit').then(() => {});
    sender.disconnect();
    await withDeadline(ended, LAST_MS, undefined);
  }

  /** Once when it begins to fail, once when it works again. */
  #tell(): void {
    const { log } = this.#deps;
    const failing = readCopyStatus(this.#config.dataDir)?.failing ?? null;
    if ((failing !== null) === this.#isFailing) return;
    this.#isFailing = failing !== null;
    if (failing === null) log.info('off-site copies work again');
    else log.error('off-site copies fail', { why: failing.code, said: failing.said });
  }

  /** What becomes of it no longer matters. */
  #leave(): ChildProcess | null {
    const sender = this.#sender;
    sender?.removeAllListeners();
    this.#sender = null;
    return sender;
  }

  async #beginAnew(wish: Wish | null): Promise<void> {
    // The next one writes to the same files.
    this.#leave()?.kill();
    this.#needsBase = true;
    this.#basedAt = -Infinity;
    if (wish === null) {
      await this.#deps.database.recording?.stop();
      this.#clear();
      forgetCopyStatus(this.#config.dataDir);
    }
    // Last: what fails, as where that one is still writing, is tried again.
    this.#wish = JSON.stringify(wish);
  }

  #clear(): void {
    rmSync(spoolFolder(this.#config.dataDir), { recursive: true, force: true });
  }

  #start(wish: Wish): ChildProcess {
    const { log } = this.#deps;
    // What an earlier one has left is in the base that follows.
    this.#clear();
    this.#startedAt = this.#deps.now();
    const sender = fork(new URL('./sender-process.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    sender.once('exit', (code, signal) => this.#lost(sender, { code, signal }));
    sender.on('error', (error) => log.error('copies cannot be sent', { error }));
    sender.on('message', (said: SenderSaid) => {
      this.#needsBase = true;
      if (said === 'shared') this.#needsName = true;
    });
    sender.unref();
    sender.channel?.unref();
    sender.send({ dataDir: this.#config.dataDir, ...wish } satisfies SenderStart);
    return sender;
  }

  /** Said once, however often it ends: with a full disk it does at once. */
  #lost(sender: ChildProcess, how: { code: number | null; signal: string | null }): void {
    const { log, now } = this.#deps;
    const isFirst = Math.abs(now() - this.#startedAt) > LAST_PAUSE_MS || this.#pause === PART_MS;
    if (isFirst) log.error('the copy process exited', how);
    this.#pause = isFirst ? 2 * PART_MS : Math.min(this.#pause * 2, LAST_PAUSE_MS);
    if (this.#sender === sender) this.#sender = null;
    this.#needsBase = true;
  }

  async #base(recording: Recording, { key }: Wish, at: number): Promise<void> {
    if (this.#isEnding) return;
    const { dataDir } = this.#config;
    const { now, log, isClockSteady } = this.#deps;
    const { write } = this.#deps.database;
    const isFailing = readCopyStatus(dataDir)?.failing != null;
    const gap = isFailing ? FAILING_GAP_MS : this.#took / BASE_SHARE;
    // A clock that was set back holds nothing up.
    if (Math.abs(at - this.#basedAt) < gap) return;
    this.#basedAt = at;
    this.#needsBase = false;
    this.#isBasing = true;
    try {
      await assertRoom(dataDir);
      if (this.#needsName) {
        log.error(
          'another server copies this list to the same place; this one goes on under a name of its own',
        );
        await renameStore(write);
        this.#needsName = false;
      }
      await beginKey(write, key, at);
      const numbers = await nextCopy(write, at);
      const mayDelete = await isClockSteady();
      const begun = await recording.begin(padded(numbers.copy));
      this.#took = now() - at;
      this.#giveParts(begun);
      if (begun.is === 'broken') return rmSync(baseFile(dataDir, padded(numbers.copy)));
      const { recording: name, number } = begun;
      const random = randomBytes(4).toString('hex');
      const keys = keysIn(this.#config);
      this.#give({ do: 'base', numbers, random, at, recording: name, number, keys, mayDelete });
    } catch (error) {
      this.#needsBase = true;
      if (!this.#isEnding) this.#give({ do: 'fail', said: messageOf(error) });
    } finally {
      this.#isBasing = false;
    }
  }

  #giveParts(recorded: Recorded): void {
    if (recorded.is === 'broken') {
      if (!this.#needsBase)
        this.#deps.log.info('off-site copy: starting again from a full base', { why: recorded.why });
      this.#needsBase = true;
    } else for (const file of recorded.parts) this.#give({ do: 'part', file });
  }

  #give(job: Job): void {
    if (this.#sender?.connected) this.#sender.send(job);
  }
}

/** Null: nothing is copied. */
function wishOf(config: Config): Wish | null {
  const { copyTo, copyKey, copyDays } = config;
  if (copyTo === null || copyKey === null) return null;
  return { target: targetSettings(copyTo, config), key: copyKey, days: copyDays };
}

/** As a backup holds them; null if the environment has them. */
function keysIn({ dataDir, secretKeys }: Pick<FixedConfig, 'dataDir' | 'secretKeys'>): string | null {
  const file = secretsFile(dataDir);
  return secretKeys === null && existsSync(file) ? readFileSync(file, 'utf8') : null;
}
