import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync, type Session } from 'node:sqlite';
import { createPrivate } from './durable-file.ts';
import { sizeOf } from './inspect.ts';
import { readPragma } from './migrations.ts';
import { BUSY_MS } from './open.ts';
import type { Connection } from './sqlite-connection.ts';
import type { BrokenWhy, Place, Recorded, SqlValue } from './writer-protocol.ts';

// Records what the writing connection changes, by SQLite's session extension (https://sqlite.org/sessionintro.html): a
// base is the store at a moment, and each part what has changed since the part before. Sending them is server/copies.

/** The first line of a part's file, as JSON; SQLite's changeset follows. */
export type PartHead = Place & {
  /** When it was taken, in milliseconds since 1970: it holds everything committed before. */
  at: number;
  /** The next ids: a changeset lacks them, and ids of deleted rows must not be used again. */
  sequences: Record<string, number>;
};

/** Bytes of a statement's values after which a part is taken: it is in memory once. */
const LARGE_PART = 4 * 1024 * 1024;
/** Rows: SQLite keeps the keys of all changed rows in memory. */
const MANY_ROWS = 20_000;
const MOST_ROWS = 300_000;
/** Bytes of parts that wait to be sent. */
const MOST_WAITING = 64 * 1024 * 1024;
/** Pages copied at a time. */
const PAGES = 256;

const CHANGES = 'SELECT total_changes() AS n';

type Ongoing = Place & {
  session: Session;
  /** Changes with each commit of another connection. */
  dataVersion: number;
  /** Rows changed by this connection, ever. */
  changes: number;
  bytes: number;
  /** Not answered yet. */
  parts: string[];
};

/** Where parts and the copy of the store wait to be sent. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'copies');
}

/** The copy of the store that a base is made of. */
export function baseFile(dataDir: string, base: string): string {
  return join(spoolFolder(dataDir), `${base}.sqlite`);
}

/** Of one writing connection at a time; called outside of transactions only. */
export class Recorder {
  readonly #dataDir: string;
  readonly #now: () => number;
  #recording: Ongoing | null = null;
  #why: BrokenWhy = 'not-begun';

  /** `now`: milliseconds since 1970. */
  constructor(dataDir: string, now: () => number) {
    this.#dataDir = dataDir;
    this.#now = now;
  }

  /**
   * Copies the store as it is now into `baseFile`: parts that follow continue it, and the bases before it, unless the
   * recording was broken. @returns when the copy is made. Rejects, and records nothing, if it cannot be.
   */
  async begin({ db }: Connection, base: string): Promise<void> {
    // The part before ends where the base begins: this thread is the only writer of its process.
    if (this.#recording !== null) this.#take(this.#recording, db);
    const file = baseFile(this.#dataDir, base);
    try {
      mkdirSync(spoolFolder(this.#dataDir), { recursive: true, mode: 0o700 });
      createPrivate(file);
      // Before the copy: a commit of another connection between the two is then noticed with the next part.
      const mark = markOf(db);
      using source = snapshotOf(db);
      const place = { recording: base, number: 0 };
      this.#recording ??= { ...mark, ...place, session: db.createSession(), bytes: 0, parts: [] };
      await backup(source, file, { rate: PAGES, progress: () => this.#goOn() });
    } catch (error) {
      if (this.#recording !== null) this.end('disk');
      rmSync(file, { force: true });
      throw error;
    }
  }

  /** @throws if the recording was stopped while its base was copied */
  #goOn(): void {
    if (this.#recording === null && this.#why === 'not-begun') throw new Error('Stopped.');
  }

  end(why: BrokenWhy): void {
    const session = this.#recording?.session;
    this.#recording = null;
    this.#why = why;
    try {
      session?.close();
    } catch {
      // It has gone with its connection.
    }
  }

  /** The connection is gone, and what it has recorded. */
  lose(): void {
    if (this.#recording !== null) this.end('reconnected');
  }

  /** `values`: what a statement stores. */
  note(values: readonly SqlValue[]): void {
    if (this.#recording === null) return;
    for (const value of values)
      if (typeof value === 'string' || value instanceof Uint8Array) this.#recording.bytes += value.length;
  }

  /** Takes a part once there is much in it. */
  takeIfMuch({ db, prepare }: Connection): void {
    if (this.#recording === null) return;
    // After each order: the statement is prepared once.
    const rows = Number(prepare(CHANGES).get()?.n) - this.#recording.changes;
    if (rows > MOST_ROWS) this.end('too-much');
    else if (rows > MANY_ROWS || this.#recording.bytes > LARGE_PART) this.#take(this.#recording, db);
  }

  /** Takes a part if anything has changed. */
  take({ db }: Connection): Recorded {
    if (this.#recording !== null) this.#take(this.#recording, db);
    if (this.#recording === null) return { is: 'broken', why: this.#why };
    const { recording, number, parts } = this.#recording;
    this.#recording.parts = [];
    return { is: 'whole', recording, number, parts };
  }

  #take(ongoing: Ongoing, db: DatabaseSync): void {
    const { recording, session, parts } = ongoing;
    try {
      const taken = changesIn(ongoing, db);
      if (taken === null) return;
      if (taken === 'written-by-another') return this.end(taken);
      session.close();
      const { mark, sequences, changeset } = taken;
      const number = ongoing.number + 1;
      const head: PartHead = { recording, number, at: this.#now(), sequences };
      this.#recording = { ...mark, recording, number, session: db.createSession(), bytes: 0, parts };
      const folder = spoolFolder(this.#dataDir);
      const file = join(folder, `${recording}-${number}.part`);
      writePart(file, head, changeset);
      parts.push(file);
      if (bytesWaiting(folder) > MOST_WAITING) this.end('full');
    } catch {
      // A sign-up never fails for it.
      this.end('disk');
    }
  }
}

/** What this connection has changed since the last part; null if nothing. */
function changesIn({ dataVersion, changes, session }: Ongoing, db: DatabaseSync) {
  return inSnapshot(db, () => {
    const mark = markOf(db);
    if (mark.dataVersion !== dataVersion) return 'written-by-another';
    if (mark.changes === changes) return null;
    return { mark, changeset: session.changeset(), sequences: sequencesOf(db) };
  });
}

type Mark = Pick<Ongoing, 'dataVersion' | 'changes'>;

function markOf(db: DatabaseSync): Mark {
  return { dataVersion: readPragma(db, 'data_version') as number, changes: changesOf(db) };
}

function changesOf(db: DatabaseSync): number {
  return Number(db.prepare(CHANGES).get()?.n);
}

function sequencesOf(db: DatabaseSync): PartHead['sequences'] {
  const rows = db.prepare('SELECT name, seq FROM sqlite_sequence').all();
  return Object.fromEntries(rows.map(({ name, seq }) => [String(name), Number(seq)]));
}

/** A connection that goes on seeing the store as it is now. */
function snapshotOf(db: DatabaseSync): DatabaseSync {
  const source = new DatabaseSync(db.location() ?? '', { readOnly: true, timeout: BUSY_MS });
  beginReading(source);
  return source;
}

/** All of `work` sees the same state. */
function inSnapshot<T>(db: DatabaseSync, work: () => T): T {
  beginReading(db);
  try {
    return work();
  } finally {
    db.exec('COMMIT');
  }
}

/** A transaction begins with its first read. */
function beginReading(db: DatabaseSync): void {
  db.exec('BEGIN');
  db.prepare('SELECT 1 FROM setting LIMIT 1').get();
}

function writePart(file: string, head: PartHead, changeset: Uint8Array): void {
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(opened, `${JSON.stringify(head)}\n`);
    writeFileSync(opened, changeset);
  } finally {
    closeSync(opened);
  }
}

function bytesWaiting(folder: string): number {
  const parts = readdirSync(folder).filter((name) => name.endsWith('.part'));
  return parts.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
}
