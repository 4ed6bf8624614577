import { Failed } from '#server/base/failed.ts';

/** Why a store was not opened. The codes are stable: logs, exit messages and tests use them. */
export type RefusalCode =
  | 'missing'
  | 'in-use'
  | 'not-empty'
  | 'not-writable'
  | 'no-space'
  | 'corrupt'
  | 'foreign'
  | 'newer'
  | 'older'
  | 'incomplete'
  | 'unsafe-settings'
  | 'too-open'
  | 'unfinished'
  | 'busy'
  | 'unreachable'
  | 'other-passphrase'
  | 'other-key'
  | 'io';

/** `message` says what is wrong with which file, and what the operator can do. */
export type Refusal = { code: RefusalCode; message: string };

/** A thrown `Refusal`: a command ends with its message. */
export class RefusedError extends Failed {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The primary result code of an SQLite error (https://sqlite.org/rescode.html), or null for other errors. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

export const SQLITE = {
  /** The statement does not fit the tables. */
  error: 1,
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  notADatabase: 26,
} as const;

export function unsafe(message: string): RefusedError {
  return new RefusedError('unsafe-settings', message);
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** What to do with an unusable store. */
export const RESTORE =
  'Nothing was changed. Restore a backup of it, or move it away to start with an empty list.';

export function damaged(file: string, finding: string): RefusedError {
  return new RefusedError('corrupt', `${file} is damaged (${finding}). ${RESTORE}`);
}

/** Explains an error in opening `file` to the operator; rethrows unexpected errors. */
export function refusalOf(error: unknown, file: string): RefusedError {
  if (error instanceof RefusedError) return error;
  const text = messageOf(error);
  switch (sqliteCode(error) ?? systemCode(error)) {
    case SQLITE.notADatabase:
    case SQLITE.corrupt:
      return damaged(file, text);
    case SQLITE.full:
    case 'ENOSPC':
      return new RefusedError('no-space', `No space left for ${file}. Free up space and try again.`);
    case SQLITE.busy:
      return new RefusedError('busy', `Another program keeps ${file} locked. Stop it and start again.`);
    case SQLITE.cannotOpen:
    case 'EACCES':
      return new RefusedError(
        'not-writable',
        `${file} cannot be opened (${text}). Run this as the user that owns it, or grant this user access; in a container, give its volume to this user${process.getuid === undefined ? '' : ` (chown ${process.getuid()})`}.`,
      );
    case SQLITE.readOnly:
    case 'EPERM':
    case 'EROFS':
      return new RefusedError(
        'not-writable',
        `${file} cannot be written (${text}). Grant this user write access.`,
      );
    case SQLITE.ioError:
    case 'EIO':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'EEXIST':
    case 'ENOENT':
      return new RefusedError('io', `${file} cannot be used (${text}). Check the disk and DATA_DIR.`);
    default:
      throw error;
  }
}

/** `what`: what is missing. */
export function noList(what: string): RefusedError {
  return new RefusedError('missing', `There is no database yet: ${what} is created when the server starts.`);
}

export function inUse(file: string): RefusedError {
  return new RefusedError('in-use', `A server has ${file} open. Stop it, then try again.`);
}

function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
