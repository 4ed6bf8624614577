import { isSame, type Json } from '#contract/content/content.ts';
import type { DraftRow, SavePosted, SiteDraft } from '#contract/owner/site.ts';
import type { Code } from '../../problem.ts';

/** A field as its owner saw it before typing. `revision`: of its row; 0: there was none. */
export type Base = { revision: number; value: Json };

/** What an owner has typed into a field and the server does not have yet. */
export type PendingEdit = {
  readonly value: Json;
  readonly base: Base;
  /** The values that were sent: each answer may be lost. */
  readonly sent?: readonly Json[];
  /** Somebody else has written this field since: both are kept until one is chosen. */
  readonly theirs?: DraftRow;
  /** Why the server does not take this value; it is not sent again. */
  readonly refused?: Code;
};

export type Status = { savedAt: number | null; saving: boolean; failing: boolean };

/** `conflict`: somebody else has written it since; null: it is not stored any more. */
export type SaveResult =
  | { is: 'saved'; row: DraftRow; problems?: SiteDraft['problems'] }
  | { is: 'conflict'; current: DraftRow | null }
  | { is: 'refused'; why: Code };

export type AutosaveParts = {
  /** `isLeaving`: the page is about to go. @throws if it is not answered. */
  send: (posted: SavePosted, isLeaving: boolean) => Promise<SaveResult>;
  /** A row of the server, to be shown from now on; ends when it is. `problems`: undefined if they are as before. */
  show: (row: DraftRow, problems?: SiteDraft['problems']) => Promise<void>;
  /** The built-in value of a field: it is not stored. Undefined: there is none. */
  ownOf: (field: string) => Json | undefined;
  /** Both changes in one value; undefined: an owner has to choose. */
  merge: (base: Json, mine: Json, theirs: Json) => Json | undefined;
  /** Keeps what is not saved over a reload. */
  keep: (all: Record<string, PendingEdit>) => void;
  /** Runs later. @returns what cancels it. */
  later: (ms: number, run: () => void) => () => void;
  afterPaint: (run: () => void) => void;
  /** Milliseconds since 1970. */
  now: () => number;
};

const REST_MS = 1000;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 15_000;
/** Of values whose answer may be lost. */
const MOST_SENT = 9;

/**
 * Saves each field by itself: a second after its last key, and again until the server has answered. A value that it
 * refuses waits for its next key; one that somebody else has changed, too, until its owner chooses.
 */
export class Autosave {
  readonly #around: AutosaveParts;
  readonly #all: Map<string, PendingEdit>;
  readonly #timers = new Map<string, () => void>();
  /** Whether the server answers. */
  readonly #sending = new Map<string, Promise<boolean>>();
  readonly #listeners = new Set<() => void>();
  readonly #painted = new Set<() => void>();
  #isPainting = false;
  #retryMs = FIRST_RETRY_MS;
  #status: Status = { savedAt: null, saving: false, failing: false };

  /** `kept`: from before a reload. */
  constructor(around: AutosaveParts, kept: Record<string, PendingEdit> = {}) {
    this.#around = around;
    this.#all = new Map(Object.entries(kept));
    for (const field of this.#all.keys()) this.#soon(field, 0);
  }

  get = (field: string): PendingEdit | undefined => this.#all.get(field);
  status = (): Status => this.#status;

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  };

  /** Listeners hear of a key once it is painted: what they draw with it would delay that. */
  subscribePainted = (listen: () => void): (() => void) => {
    this.#painted.add(listen);
    return () => this.#painted.delete(listen);
  };

  /** `base`: as the owner sees it now; read only with the first key. */
  write(field: string, value: Json, base: Base): void {
    const { refused: _, ...typed }: PendingEdit = this.#all.get(field) ?? { base, value };
    const isFree = typed.theirs === undefined && !this.#sending.has(field);
    if (isFree && typed.sent === undefined && isSame(value, base.value)) {
      this.#put(field, null);
      this.#timers.get(field)?.();
    } else {
      this.#put(field, { ...typed, value });
      if (isFree) this.#soon(field, REST_MS);
    }
    this.#tell();
  }

  /** Saves a value that has not changed: its owner has checked it. */
  confirm(field: string, base: Base): void {
    this.#put(field, this.#all.get(field) ?? { value: base.value, base });
    this.#tell();
    this.save(field);
  }

  /** Saves at once, e.g. on leaving the field. */
  save(field: string, isLeaving = false): void {
    this.#timers.get(field)?.();
    this.#timers.delete(field);
    const typed = this.#all.get(field);
    if (typed !== undefined && !isHeld(typed) && !this.#sending.has(field))
      this.#sending.set(field, this.#send(field, typed, isLeaving));
  }

  saveAll(isLeaving = false): void {
    for (const field of this.#all.keys()) this.save(field, isLeaving);
  }

  /** Saves all that is not held. @returns whether the server has answered. */
  async settle(): Promise<boolean> {
    const answered = await Promise.all([...this.#all.keys()].map((field) => this.#settleOne(field)));
    return answered.every(Boolean);
  }

  async #settleOne(field: string): Promise<boolean> {
    for (;;) {
      this.save(field);
      const sending = this.#sending.get(field);
      if (sending === undefined) return true;
      if (!(await sending)) return false;
    }
  }

  /** What waits for its owner in a field. */
  held(field: string): PendingEdit | undefined {
    const typed = this.#all.get(field);
    return typed && isHeld(typed) ? typed : undefined;
  }

  /** Whether words would be lost that leaving the page cannot save. */
  isAtRisk(): boolean {
    const isBehind = ([field, typed]: [string, PendingEdit]) =>
      isHeld(typed) || (this.#sending.has(field) && !isSame(typed.value, typed.sent?.at(-1)));
    return this.#status.failing || [...this.#all].some(isBehind);
  }

  /** Of two versions of a field. */
  choose(field: string, which: 'mine' | 'theirs'): void {
    const typed = this.#all.get(field);
    if (typed?.theirs === undefined) return;
    const { theirs, value } = typed;
    const base = { revision: theirs.revision, value: this.#valueOf(field, theirs) };
    this.#put(field, which === 'mine' ? { value, base } : null);
    this.#tell();
    this.save(field);
  }

  /** PendingEdit values that a page may show before they are saved. */
  over(): Record<string, Json> {
    const free = [...this.#all].filter(([, typed]) => !isHeld(typed));
    return Object.fromEntries(free.map(([field, { value }]) => [field, value]));
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.#all.clear();
    for (const cancel of this.#timers.values()) cancel();
  }

  #tell(next: Partial<Status> = {}): void {
    const saving = ![...this.#all.values()].every(isHeld);
    const now = { ...this.#status, saving, ...next };
    if (!saving) now.failing = false;
    // The same object for the same status: React compares nothing else.
    if (JSON.stringify(now) !== JSON.stringify(this.#status)) this.#status = now;
    for (const listen of this.#listeners) listen();
    if (this.#isPainting) return;
    this.#isPainting = true;
    this.#around.afterPaint(() => {
      this.#isPainting = false;
      for (const listen of this.#painted) listen();
    });
  }

  #put(field: string, typed: PendingEdit | null): void {
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

  async #send(field: string, typed: PendingEdit, isLeaving: boolean): Promise<boolean> {
    const { value, base } = typed;
    this.#put(field, { ...typed, sent: [...(typed.sent ?? []).slice(-MOST_SENT), value] });
    const isOwn = isSame(value, this.#around.ownOf(field));
    const posted = { field, revision: base.revision, ...(!isOwn && { value }) };
    const answer = await this.#around.send(posted, isLeaving).catch(() => null);
    await this.#hear(field, typed, answer);
    this.#sending.delete(field);
    return answer !== null;
  }

  async #hear(field: string, typed: PendingEdit, answer: SaveResult | null): Promise<void> {
    const { value, base } = typed;
    if (answer === null) {
      this.#soon(field, this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
      return this.#tell({ failing: true });
    }
    this.#retryMs = FIRST_RETRY_MS;
    if (answer.is === 'saved') await this.#settle(field, answer.row, value, answer.problems);
    else if (answer.is === 'refused') this.#refuse(field, typed, answer.why);
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

  /** What was typed meanwhile is tried by itself. */
  #refuse(field: string, { value, base }: PendingEdit, why: Code): void {
    if (isSame(this.#all.get(field)?.value, value)) this.#put(field, { value, base, refused: why });
    else this.#rebase(field, base, REST_MS);
    this.#tell({ failing: false });
  }

  #rebase(field: string, base: Base, ms = 0): void {
    const typed = this.#all.get(field);
    if (typed === undefined) return;
    this.#put(field, { value: typed.value, base });
    this.#soon(field, ms);
    this.#tell();
  }

  /** `before`: as it was before its last request. */
  async #collide(field: string, current: DraftRow, before: PendingEdit): Promise<void> {
    const theirs = this.#valueOf(field, current);
    const is = (value: Json | undefined) => value !== undefined && isSame(theirs, value);
    const { revision } = current;
    if (is(before.value)) return this.#settle(field, current, before.value);
    // Our own, whose answer was lost, or a check of words that stayed.
    if (before.sent?.some(is) || is(before.base.value))
      return this.#rebase(field, { revision, value: before.value });
    await this.#around.show(current);
    const value = this.#all.get(field)?.value ?? before.value;
    const both = this.#around.merge(before.base.value, value, theirs);
    if (both === undefined) this.#put(field, { ...before, value, theirs: current });
    else {
      this.#put(field, { value: both, base: { revision, value: theirs } });
      this.#soon(field, 0);
    }
    this.#tell({ failing: false });
  }

  #valueOf(field: string, { value }: DraftRow): Json {
    return value === undefined ? (this.#around.ownOf(field) ?? null) : value;
  }
}

/** Whether it waits for its owner. */
function isHeld({ theirs, refused }: Pick<PendingEdit, 'theirs' | 'refused'>): boolean {
  return theirs !== undefined || refused !== undefined;
}
