export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * What an owner says, by the key of its field: `brand.name`, `people`, `text.home.title.en`, `mails.confirm.subject.pt`.
 * Only what differs from the built-in content.
 */
export type Content = Readonly<Record<string, Json>>;

/** Characters of a field's key. */
export const MOST_KEY_LENGTH = 200;
/** Characters of words in the draft; what is published may have fewer, see `longest` of the field. */
export const MOST_WORDS_LENGTH = 5_000;
/** Characters of a fact, or of a list, in the draft as JSON. */
export const MOST_FACT_LENGTH = 40_000;
/** Characters of a content as JSON. */
export const MOST_CONTENT_LENGTH = 1_000_000;
/** Bytes of one file. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;
/** Bytes of a picture or a logo. */
export const MOST_PICTURE_BYTES = 20 * 1024 * 1024;
/** Bytes of all files together. */
export const MOST_FILES_BYTES = 500 * 1024 * 1024;
/** `20 MB`: the limits are powers of two, which nobody says. */
export function inMegabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}

/** Bytes of a piece in which a file is stored and read. */
export const FILE_PIECE_BYTES = 256 * 1024;

/** A file of the owner: `<SHA-256 as 64 hex digits>.<extension>`. */
export type FileRef = { file: string };

export const FILE_NAME = /^([0-9a-f]{64})\.([a-z\d]{2,5})$/;

/** The names of all files that a value refers to, at any depth. */
export function filesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(filesIn);
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'file' && typeof inner === 'string' ? [inner] : filesIn(inner),
  );
}

/** The names of all files that a content refers to. */
export function filesOf(content: Content): string[] {
  return [...new Set(Object.values(content).flatMap(filesIn))];
}

/** Compares values of JSON; keys in any order. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSame((one as Values)[key], (other as Values)[key]))
  );
}

/** Of an object, or of a list by its places. */
type Values = Record<string, Json>;
