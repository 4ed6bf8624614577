import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Config, FixedConfig } from '#server/config.ts';
import { withDeadline } from '#server/deadline.ts';
import type { Log } from '#server/log.ts';
import { repeat, type Repeated } from '#server/repeat.ts';
import type { Recording } from '#server/store/database.ts';
import { baseFile, type Recorded, spoolFolder } from '#server/store/recording.ts';
import { assertRoom } from '#server/store/backup-file.ts';
import { messageOf } from '#server/store/refusal.ts';
import { secretsFile } from '#server/store/secrets/key-file.ts';
import { baseId } from './name.ts';
import type { Job } from './sender.ts';
import type { SenderStart } from './sender-process.ts';
import { targetSettings } from './target.ts';
import { forgetCopyStatus, readCopyStatus } from './status.ts';

/** Milliseconds for what is left when the collector ends: the next one begins anew. */
export const LAST_MS = 2_000;
/** Milliseconds between two parts. */
const PART_MS = 4_000;
const DAY = 86_400_000;
/** Whatever needs a base may go on, e.g. a command that writes for long: copying takes at most this share of the time. */
const BASE_SHARE = 1 / 20;
/** Milliseconds between two bases while the target takes none. */
const FAILING_GAP_MS = 600_000;

type CopiesDeps = {
  /** Null with PostgreSQL: nothing is copied. */
  recording: Recording | null;
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
    (error) => deps.log.error('nothing can be copied elsewhere', { error }),
  );
  return {
    start,
    stop: async () => {
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
  #basedAt = -Infinity;
  /** Milliseconds that the last base took. */
  #took = 0;

  constructor(config: FixedConfig, deps: CopiesDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { recording, settings, now } = this.#deps;
    const wish = recording && wishOf(settings());
    if (JSON.stringify(wish) !== this.#wish) await this.#beginAnew(wish);
    if (recording === null || wish === null) return;
    this.#sender ??= this.#start(wish);
    const at = now();
    this.#giveParts(await recording.take());
    if (this.#needsBase || at - this.#basedAt > DAY) await this.#base(recording, at);
    else this.#give({ do: 'mark', at });
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
    this.#wish = JSON.stringify(wish);
    this.#needsBase = true;
    this.#basedAt = -Infinity;
    if (wish !== null) return;
    await this.#deps.recording?.stop();
    this.#clear();
    forgetCopyStatus(this.#config.dataDir);
  }

  #clear(): void {
    rmSync(spoolFolder(this.#config.dataDir), { recursive: true, force: true });
  }

  #start(wish: Wish): ChildProcess {
    const { log } = this.#deps;
    // What an earlier one has left is in the base that follows.
    this.#clear();
    const sender = fork(new URL('./sender-process.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    sender.once('exit', (code, signal) => {
      log.error('the process that sends copies ended', { code, signal });
      if (this.#sender === sender) this.#sender = null;
      this.#needsBase = true;
    });
    sender.on('error', (error) => log.error('copies cannot be sent', { error }));
    // It says only that the target has lost something.
    sender.on('message', () => (this.#needsBase = true));
    sender.unref();
    sender.channel?.unref();
    sender.send({ dataDir: this.#config.dataDir, ...wish } satisfies SenderStart);
    return sender;
  }

  async #base(recording: Recording, at: number): Promise<void> {
    const { dataDir } = this.#config;
    const { now } = this.#deps;
    const isFailing = readCopyStatus(dataDir)?.failing != null;
    if (at - this.#basedAt < (isFailing ? FAILING_GAP_MS : this.#took / BASE_SHARE)) return;
    const base = baseId(at, randomBytes(4).toString('hex'));
    this.#basedAt = at;
    this.#needsBase = false;
    try {
      await assertRoom(dataDir);
      const begun = await recording.begin(base);
      this.#took = now() - at;
      this.#giveParts(begun);
      if (begun.is === 'broken') return rmSync(baseFile(dataDir, base));
      const { recording: name, number } = begun;
      this.#give({ do: 'base', base, at, recording: name, number, keys: keysIn(this.#config) });
    } catch (error) {
      this.#needsBase = true;
      this.#give({ do: 'fail', said: messageOf(error) });
    }
  }

  #giveParts(recorded: Recorded): void {
    if (recorded.is === 'broken') {
      if (!this.#needsBase) this.#deps.log.info('copies begin anew', { why: recorded.why });
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
