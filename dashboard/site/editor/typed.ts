import { isSame, type Json } from '#contract/content/content.ts';
import type { DraftRow, SavePosted, SiteDraft, Saved } from '#contract/owner/site.ts';

/** A field as its owner saw it before typing. `revision`: of its row; 0: there was none. */
export type Base = { revision: number; value: Json };

/** What an owner has typed into a field and the server does not have yet. */
export type Typed = {
  readonly value: Json;
  readonly base: Base;
  /** The last value that was sent: its answer may be lost. */
  readonly sent?: Json;
  /** Somebody else has written this field since: both are kept until one is chosen. */
  readonly theirs?: DraftRow;
};

export type Status = { savedAt: number | null; saving: boolean; failing: boolean };

export type TypedParts = {
  /** @throws if it is not answered, or refused. */
  send: (posted: SavePosted) => Promise<Saved>;
  /** A row of the server, to be shown from now on; ends when it is. `problems`: undefined if they are as before. */
  show: (row: DraftRow, problems?: SiteDraft['problems']) => Promise<void>;
  /** Whether a value is the program's own: it is not stored. */
  isOwn: (field: string, value: Json) => boolean;
  /** Keeps what is not saved over a reload. */
  keep: (all: Record<string, Typed>) => void;
  /** Runs later. @returns what cancels it. */
  later: (ms: number, run: () => void) => () => void;
  /** Milliseconds since 1970. */
  now: () => number;
};

const REST_MS = 1000;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 15_000;

/**
 * Saves each field by itself: a second after its last key, and again until the server has answered. A value that
 * somebody else has changed is held until its owner chooses.
 */
export class TypedFields {
  readonly #around: TypedParts;
  readonly #all: Map<string, Typed>;
  readonly #timers = new Map<string, () => void>();
  readonly #sending = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #retryMs = FIRST_RETRY_MS;
  #status: Status = { savedAt: null, saving: false, failing: false };

  /** `kept`: from before a reload. */
  constructor(around: TypedParts, kept: Record<string, Typed> = {}) {
    this.#around = around;
    this.#all = new Map(Object.entries(kept));
    for (const field of this.#all.keys()) this.#soon(field, 0);
  }

  get = (field: string): Typed | undefined => this.#all.get(field);
  status = (): Status => this.#status;

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  };

  /** `base`: as the owner sees it now; looked at only with the first key. */
  write(field: string, value: Json, base: Base): void {
    const typed = this.#all.get(field);
    const isFree = typed?.theirs === undefined && !this.#sending.has(field);
    if (isFree && typed?.sent === undefined && isSame(value, base.value)) {
      this.#put(field, null);
      this.#timers.get(field)?.();
    } else {
      this.#put(field, { ...(typed ?? { base }), value });
      if (isFree) this.#soon(field, REST_MS);
    }
    this.#tell();
  }

  /** Saves a value that has not changed: its owner has looked at it. */
  confirm(field: string, base: Base): void {
    this.#put(field, this.#all.get(field) ?? { value: base.value, base });
    this.#tell();
    this.save(field);
  }

  /** Saves at once, e.g. on leaving the field. */
  save(field: string): void {
    this.#timers.get(field)?.();
    this.#timers.delete(field);
    const typed = this.#all.get(field);
    if (typed !== undefined && typed.theirs === undefined && !this.#sending.has(field))
      void this.#send(field, typed);
  }

  saveAll(): void {
    for (const field of this.#all.keys()) this.save(field);
  }

  /** Of two versions of a field. */
  choose(field: string, which: 'mine' | 'theirs'): void {
    const typed = this.#all.get(field);
    if (typed?.theirs === undefined) return;
    const { theirs, value } = typed;
    const base = { revision: theirs.revision, value: theirs.value ?? value };
    this.#put(field, which === 'mine' ? { value, base } : null);
    this.#tell();
    this.save(field);
  }

  /** Typed values that a page may show before they are saved. */
  over(): Record<string, Json> {
    const free = [...this.#all].filter(([, { theirs }]) => theirs === undefined);
    return Object.fromEntries(free.map(([field, { value }]) => [field, value]));
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.#all.clear();
    for (const cancel of this.#timers.values()) cancel();
  }

  #tell(next: Partial<Status> = {}): void {
    const saving = [...this.#all.values()].some(({ theirs }) => theirs === undefined);
    const now = { ...this.#status, saving, ...next };
    if (!saving) now.failing = false;
    // The same object for the same status: React looks at nothing else.
    if (JSON.stringify(now) !== JSON.stringify(this.#status)) this.#status = now;
    for (const listen of this.#listeners) listen();
  }

  #put(field: string, typed: Typed | null): void {
    if (typed === null) this.#all.delete(field);
    else this.#all.set(field, typed);
    this.#around.keep(Object.fromEntries(this.#all));
  }

  #soon(field: string, ms: number): void {
    this.#timers.get(field)?.();
    this.#timers.set(
      field,
      this.#around.later(ms, () => this.save(field)),
    );
  }

  async #send(field: string, typed: Typed): Promise<void> {
    const { value, base } = typed;
    this.#sending.add(field);
    this.#put(field, { ...typed, sent: value });
    const posted = { field, revision: base.revision, ...(!this.#around.isOwn(field, value) && { value }) };
    const answer = await this.#around.send(posted).catch(() => null);
    await this.#hear(field, typed, answer);
    this.#sending.delete(field);
  }

  async #hear(field: string, typed: Typed, answer: Saved | null): Promise<void> {
    const { value, base } = typed;
    if (answer === null) {
      this.#soon(field, this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
      return this.#tell({ failing: true });
    }
    this.#retryMs = FIRST_RETRY_MS;
    if (answer.is === 'saved') await this.#settle(field, answer.row, value, answer.problems);
    else if (answer.current === null) this.#rebase(field, { revision: 0, value: base.value });
    else await this.#collide(field, answer.current, typed);
  }

  /** The server has this value. What was typed meanwhile follows. */
  async #settle(field: string, row: DraftRow, value: Json, problems?: SiteDraft['problems']): Promise<void> {
    // Before it is taken out here: the field would show its former words in between.
    await this.#around.show(row, problems);
    const typed = this.#all.get(field);
    if (typed !== undefined && !isSame(typed.value, value))
      this.#rebase(field, { revision: row.revision, value }, REST_MS);
    else this.#put(field, null);
    this.#tell({ savedAt: this.#around.now(), failing: false });
  }

  #rebase(field: string, base: Base, ms = 0): void {
    const typed = this.#all.get(field);
    if (typed === undefined) return;
    this.#put(field, { value: typed.value, base });
    this.#soon(field, ms);
    this.#tell();
  }

  /** `before`: as it was before its last request. */
  async #collide(field: string, current: DraftRow, before: Typed): Promise<void> {
    const is = (value: Json | undefined) =>
      value !== undefined &&
      (current.value === undefined ? this.#around.isOwn(field, value) : isSame(current.value, value));
    if (is(before.value)) return this.#settle(field, current, before.value);
    // Our own, whose answer was lost, or a look at words that stayed.
    if (is(before.sent) || is(before.base.value))
      return this.#rebase(field, { revision: current.revision, value: before.value });
    await this.#around.show(current);
    this.#put(field, { ...before, value: this.#all.get(field)?.value ?? before.value, theirs: current });
    this.#tell({ failing: false });
  }
}
