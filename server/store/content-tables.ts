import type { Generated } from '#kysely';

type Time = number;

/** The versions. Never changed; the newest that was published is shown. */
type EditionTable = {
  /** 1, 2, …: chosen by the publishing process, so that of two only one gets it. */
  number: number;
  at: Time;
  /** Without a foreign key, as in `audit_event`; null: published on the command line. */
  owner_id: number | null;
  /** A `Content` as JSON. */
  content: string;
  /** `draft`: what was in the draft when a version was restored; visitors never see it. */
  kind: Generated<'published' | 'draft'>;
};

/** What owners are writing: the fields that differ from what is published. */
type DraftTable = {
  field: string;
  /** JSON; null: the built-in one again. */
  value: string | null;
  /** Grows over all fields, and is never given again, see server/content/lock.ts. */
  revision: number;
  at: Time;
  owner_id: number | null;
};

type FileTable = {
  /** SHA-256, as hex digits. */
  hash: string;
  extension: string;
  bytes: number;
  /** 1: all its pieces are stored; until then, and while they are deleted, nobody reads it. */
  whole: 0 | 1;
  /** When it was last uploaded. */
  at: Time;
};

/** All pieces but the last have `FILE_PIECE_BYTES`. */
type FilePieceTable = { hash: string; n: number; data: Uint8Array };

export type ContentTables = {
  edition: EditionTable;
  draft: DraftTable;
  file: FileTable;
  file_piece: FilePieceTable;
};
