import { closeSync, openSync, readSync, type Stats, statSync, writeSync } from 'node:fs';

/** Bytes of the wal-index, and of each copy of its header: https://sqlite.org/walformat.html */
const INDEX_BYTES = 136;
const HEAD_BYTES = 48;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Each may coincide with a commit of another process. */
const TRIES = 3;

export type StoreFiles = {
  /** Whether they are the opened files, and still contain what they did at the last call. */
  intact(): boolean;
  /** Changes when the log restarts, which it does once everything in it is in the store. */
  logName(): string;
  /** Makes SQLite reread the log before it closes. From memory it would copy pages that no longer exist. */
  distrust(): void;
  /** Only at the end: this releases the locks of all connections of this process, including the reader's. */
  close(): void;
  /** Reused when a new connection is watched. */
  descriptors: { log: Descriptor; shared: Descriptor };
};

type Descriptor = { number: number; identity: string };

/** The index. `sum`: checksum of the log up to its last commit, which ends with frame number `frames`. */
type Index = {
  logName: string;
  frames: number;
  sum: string;
  /** Changes with each checkpoint; null during one. */
  checkpoint: string | null;
};

/**
 * Detects what SQLite does not: deleted, replaced or overwritten files. The log must contain its last commit
 * and, unless restarted, the previous call's; only checkpoints change the store. `file`: open in SQLite.
 */
export function watchStoreFiles(
  file: string,
  pageSize: number,
  before: StoreFiles | null = null,
): StoreFiles {
  const opened = stateOf(file).files;
  const descriptors = {
    log: openedOnce(`${file}-wal`, 'r', before?.descriptors.log),
    shared: openedOnce(`${file}-shm`, 'r+', before?.descriptors.shared),
  };
  const [log, shared] = [descriptors.log.number, descriptors.shared.number];
  const [bytes, again] = [Buffer.alloc(INDEX_BYTES), Buffer.alloc(INDEX_BYTES)];
  let last: Index = { logName: '', frames: 0, sum: '', checkpoint: null };
  let checkpoint = '';
  let content = '';

  function isIntact(index: Index, now: string): boolean {
    // After a restart the log need not contain what it did before.
    if (index.logName === last.logName && (index.frames < last.frames || !holds(log, pageSize, last)))
      return false;
    if (!holds(log, pageSize, index)) return false;
    return index.checkpoint === null || index.checkpoint !== checkpoint || content === now;
  }

  function intact(): boolean {
    // Windows updates mtime late, and lets nobody read what another process has locked.
    if (process.platform === 'win32') return stateOf(file).files === opened;
    for (let tried = 0; tried < TRIES; tried++) {
      readSync(shared, bytes, 0, INDEX_BYTES, 0);
      const state = stateOf(file);
      if (state.files !== opened) return false;
      const index = indexIn(bytes);
      const found = isIntact(index, state.content);
      readSync(shared, again, 0, INDEX_BYTES, 0);
      // A read during another process's write means nothing.
      if (!isComplete(bytes) || !isSameIndex(bytes, again)) continue;
      if (!found) return false;
      last = index;
      if (index.checkpoint !== null) [checkpoint, content] = [index.checkpoint, state.content];
      return true;
    }
    return true;
  }

  intact();
  return {
    intact,
    logName: () => last.logName,
    distrust: () => void writeSync(shared, Buffer.alloc(2 * HEAD_BYTES), 0, 2 * HEAD_BYTES, 0),
    close: () => [log, shared].forEach((descriptor) => closeSync(descriptor)),
    descriptors,
  };
}

/** Reuses the descriptor while the file is the same: see `close`. */
function openedOnce(path: string, flags: string, before: Descriptor | undefined): Descriptor {
  const identity = fileIdentity(path);
  if (before?.identity === identity) return before;
  if (before) closeSync(before.number);
  return { number: openSync(path, flags), identity };
}

function indexIn(bytes: Buffer): Index {
  // In native byte order.
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, INDEX_BYTES / 4);
  const logName = bytes.toString('latin1', 32, 40);
  const [copied, toCopy] = [words[24], words[32]];
  return {
    logName,
    frames: words[4] ?? 0,
    sum: `${words[6]} ${words[7]}`,
    checkpoint: copied === toCopy ? `${logName} ${copied}` : null,
  };
}

/** The header is written twice. */
function isComplete(index: Buffer): boolean {
  return index.compare(index, HEAD_BYTES, 2 * HEAD_BYTES, 0, HEAD_BYTES) === 0;
}

/** Ignores the read marks, which are between the two counts of copied pages. */
function isSameIndex(index: Buffer, other: Buffer): boolean {
  return index.compare(other, 0, 100, 0, 100) === 0 && index.compare(other, 128, 132, 128, 132) === 0;
}

const part = Buffer.alloc(FRAME_HEADER_BYTES);

function holds(log: number, pageSize: number, { logName, frames, sum }: Index): boolean {
  if (frames === 0) return true;
  // Zeros if the log is shorter.
  part.fill(0);
  readSync(log, part, 0, part.length, LOG_HEADER_BYTES + (frames - 1) * (part.length + pageSize));
  return (
    part.toString('latin1', 8, 16) === logName && `${part.readUInt32BE(16)} ${part.readUInt32BE(20)}` === sum
  );
}

/** The files' identity, and what changes when the store itself is written. */
function stateOf(file: string): { files: string; content: string } {
  const store = statSync(file, { throwIfNoEntry: false });
  const files = `${identityOf(store)} ${fileIdentity(`${file}-wal`)} ${fileIdentity(`${file}-shm`)}`;
  return { files, content: `${store?.size} ${store?.mtimeMs}` };
}

/** Device and inode of a path, `none` if there is no such file. */
export function fileIdentity(path: string): string {
  return identityOf(statSync(path, { throwIfNoEntry: false }));
}

function identityOf(found: Stats | undefined): string {
  return found ? `${found.dev}:${found.ino}` : 'none';
}
