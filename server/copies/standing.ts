import type { CopyStatus, CopyWarning, SeenCopies, TargetCode } from '#contract/owner/server-settings.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { messageOf } from '#server/store/refusal.ts';
import { readCopyStatus, writeCopyStatus } from './status.ts';
import { TargetError } from './target.ts';

/** What may fail. */
export type Failing = 'parts' | 'bases' | 'looks';

/** Between two copies: longer than that no server is off, and no clock is set back. */
const LEAP = { ahead: 30 * DAY, back: HOUR };

/** What is over once it is seen. */
const FOR_A_DAY = ['clock', 'lost'] as const;

/** How copying goes, in memory and in its file. */
export class CopyStanding {
  readonly #dataDir: string;
  readonly #now: () => number;
  readonly #failing: Record<Failing, CopyStatus['failing']>;
  #status: CopyStatus;

  /** `now`: milliseconds since 1970. */
  constructor({ dataDir, to, now }: { dataDir: string; to: string; now: () => number }) {
    this.#dataDir = dataDir;
    this.#now = now;
    const before = readCopyStatus(dataDir);
    this.#status =
      before?.to === to ? before : { to, until: null, failing: null, checked: null, warnings: [] };
    this.#failing = { parts: null, bases: this.#status.failing, looks: null };
  }

  get checkedAt(): number {
    return this.#status.checked?.at ?? 0;
  }

  fails(what: Failing, error: unknown): void {
    const code: TargetCode = error instanceof TargetError ? error.code : 'failed';
    const since = this.#failing[what]?.since ?? this.#now();
    this.#failing[what] = { since, code, said: messageOf(error) };
    this.#sayFailing();
  }

  works(what: Failing): void {
    this.#failing[what] = null;
    this.#sayFailing();
  }

  /** The target holds everything until then. */
  reaches(at: number): void {
    const { until } = this.#status;
    const hasLeapt = until !== null && (at - until > LEAP.ahead || until - at > LEAP.back);
    const time = (ms: number) => new Date(ms).toISOString();
    for (const code of FOR_A_DAY) {
      const since = this.#warningOf(code)?.since ?? this.#now();
      if (Math.abs(this.#now() - since) > DAY) this.warn(code, null);
    }
    if (hasLeapt) {
      // Each leap is reported.
      this.warn('clock', null);
      this.warn('clock', `${time(until)}, then ${time(at)}`);
    }
    this.#say({ until: at });
  }

  checked(isGood: boolean): void {
    this.#say({ checked: { at: this.#now(), isGood } });
  }

  sees(seen: Omit<SeenCopies, 'at'>): void {
    this.#say({ seen: { at: this.#now(), ...seen } });
  }

  /** `said`: for the server administrator; null: no longer. */
  warn(code: CopyWarning['code'], said: string | null): void {
    const before = this.#warningOf(code);
    if (before?.said === said || (before === undefined && said === null)) return;
    const others = this.#status.warnings.filter((one) => one.code !== code);
    const warning = said === null ? [] : [{ code, said, since: before?.since ?? this.#now() }];
    this.#say({ warnings: [...others, ...warning] });
  }

  #warningOf(code: CopyWarning['code']): CopyWarning | undefined {
    return this.#status.warnings.find((one) => one.code === code);
  }

  #sayFailing(): void {
    const { parts, bases, looks } = this.#failing;
    this.#say({ failing: parts ?? bases ?? looks });
  }

  #say(next: Partial<CopyStatus>): void {
    this.#status = { ...this.#status, ...next };
    writeCopyStatus(this.#dataDir, this.#status);
  }
}
